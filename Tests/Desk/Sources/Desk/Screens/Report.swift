import Cairn

/// The number of tickets of each status, as a drawing and a table.
final class Report: ViewController {
    private var counts: [Status: Int] = [:]

    override func load() async throws { counts = try await required(Desk.self).store.counts() }

    @ViewBuilder override var view: any View {
        StatusChart(title: localized("Tickets"), counts: counts)
        Table(localized("Tickets"), Status.allCases) { [counts] in
            TableColumn(localized("Status"), value: \.title)
            TableColumn(localized("Tickets"), alignment: .trailing) { localized("\(grouped: counts[$0, default: 0])") }
        }
    }
}

/// A bar that is divided by status.
struct StatusChart: ElementView {
    let title: String
    let counts: [Status: Int]

    func writeHTML(_ html: inout HTMLElementWriter) {
        let total = max(1, counts.values.reduce(0, +))
        html.element("figure", [.class("status-chart")]) { html in
            html.element("svg", [.role("img"), .label(alternative), .attribute("viewBox", "0 0 400 24")]) { html in
                var left = 0
                for status in Status.allCases {
                    let width = counts[status, default: 0] * 400 / total
                    html.element(
                        "rect",
                        [
                            .class("of-\(status.rawValue)"), .attribute("x", left), .attribute("width", width),
                            .attribute("height", 24),
                        ])
                    left += width
                }
            }
        }
    }

    func writeSiren(_ siren: inout SirenElementWriter) {
        siren.set("title", title)
        siren.list("counts", Status.allCases) { siren, status in
            siren.set("status", status.rawValue)
            siren.set("tickets", counts[status, default: 0])
        }
    }

    private var alternative: String {
        Status.allCases.map { "\($0.title): \(counts[$0, default: 0])" }.joined(separator: ", ")
    }
}
