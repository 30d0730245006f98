import Hypermedia

/// A state of an app with its Siren entity.
struct CrawledPage {
    static let type = "application/vnd.siren+json"

    let entity: Siren
    /// The URL without the number of a version.
    let path: String

    /// - Parameter url: path and query of the page's URL.
    init(entity: Siren, url: String) {
        self.entity = entity
        let parts = url.split(separator: "?", maxSplits: 1)
        let items = parts.count > 1 ? parts[1].split(separator: "&").filter { !$0.hasPrefix("at=") } : []
        path = String(parts.first ?? "/") + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
    }

    /// All actions of the page, in order, without the forms that are sent with GET.
    var actions: [Siren.Action] { entity.all.flatMap { $0.actions ?? [] }.filter { $0.method != "GET" } }

    /// The forms that are sent with GET, in order.
    var queries: [Siren.Action] { entity.all.flatMap { $0.actions ?? [] }.filter { $0.method == "GET" } }

    /// The `_at` value of the page's actions; `nil` if it offers none.
    var at: String? { actions.lazy.compactMap { $0.fields.first { $0.name == WireName.at }?.value }.first }

    /// The version of the state; `nil` if the page was rendered from its path alone, or offers no action.
    var number: Int? { at.flatMap { Int($0.prefix { $0 != "-" && $0 != "." }) } }

    /// The URL of exactly this version; the path alone if ``number`` is `nil`.
    var exactPath: String { number.map { "\(path)\(path.contains("?") ? "&" : "?")at=\($0)" } ?? path }

    /// A key that distinguishes states: the titles of the page and its alert, its classes, the headings and paragraphs
    /// outside of panes, and the names of the actions. Rows, tables and values do not count.
    var appearance: String {
        let alert = entity.properties?.alert?.title ?? ""
        let texts = [entity.title ?? "", alert] + (entity.properties?.content ?? [])
        return (texts + (entity.class ?? []) + Set(actions.map(\.name)).sorted()).joined(separator: "\n")
    }
}

extension Siren.Action {
    /// The action's name and hidden values.
    var press: Crawler.Press {
        let hidden = fields.filter { $0.type == "hidden" && $0.name != WireName.action && $0.name != WireName.at }
        return Crawler.Press(name: name, values: Dictionary(hidden.map { ($0.name, $0.value ?? "") }) { $1 })
    }

    /// The fields that a visitor fills in.
    var inputs: [Siren.Field] { fields.filter { $0.type != "hidden" } }
}
