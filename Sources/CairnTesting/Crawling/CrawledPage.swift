/// A state as its Siren shows it.
struct CrawledPage {
    static let type = "application/vnd.siren+json"

    let entity: Siren
    /// Without a query.
    let path: String

    /// All that can be done here, in order.
    var actions: [Siren.Action] { entity.all.flatMap { $0.actions ?? [] } }

    /// What its forms say they were rendered from.
    var at: String? { actions.lazy.compactMap { $0.fields.first { $0.name == "_at" }?.value }.first }

    /// Its version; `nil` if only a path names it.
    var number: Int? { at.flatMap { Int($0.prefix { $0 != "-" }) } }

    /// Where exactly this version is shown.
    var exactPath: String { number.map { "\(path)?at=\($0)" } ?? path }

    /// What tells it from other states: what it says and what it offers, but not the rows of its lists.
    var appearance: String {
        let alert = entity.properties?.alert?.title ?? ""
        let texts = [entity.title ?? "", alert] + (entity.properties?.content ?? [])
        return (texts + (entity.class ?? []) + Set(actions.map(\.name)).sorted()).joined(separator: "\n")
    }
}

extension Siren.Action {
    /// Its name and hidden values.
    var press: Crawler.Press {
        let hidden = fields.filter { $0.type == "hidden" && $0.name != "action" && $0.name != "_at" }
        return Crawler.Press(name: name, values: Dictionary(hidden.map { ($0.name, $0.value ?? "") }) { $1 })
    }

    /// The fields that a visitor fills.
    var inputs: [Siren.Field] { fields.filter { $0.type != "hidden" } }
}
