import Cairn

/// Horizontal bars as an inline SVG drawing. Its text alternative has all names and values.
struct BarChart: ElementView {
    struct Bar: Sendable {
        let name: String
        let value: Double
        /// The value for people, such as `142,984 km`.
        let text: String
    }

    let title: String
    let bars: [Bar]

    /// In units of the drawing, which scales to the width of the page.
    private enum Size {
        static let width = 320.0
        static let line = 24.0
        static let names = 72.0
        static let values = 84.0
    }

    func writeHTML(_ html: inout HTMLElementWriter) {
        let longest = bars.map(\.value).filter(\.isFinite).max() ?? 0
        html.element("figure", [.class("chart")]) { html in
            html.element("figcaption", text: title)
            let height = Size.line * Double(bars.count)
            let size = HTMLAttribute.attribute("viewBox", "0 0 \(Int(Size.width)) \(Int(height))")
            html.element("svg", [.role("img"), .label(alternative), size]) { html in
                for (index, bar) in bars.enumerated() {
                    write(bar, at: Double(index) * Size.line, longest: longest, &html)
                }
            }
        }
    }

    private func write(_ bar: Bar, at top: Double, longest: Double, _ html: inout HTMLElementWriter) {
        let room = Size.width - Size.names - Size.values
        let isDrawn = bar.value.isFinite && bar.value > 0 && longest > 0
        let width = isDrawn ? max(bar.value / longest * room, 1) : 0
        let baseline = HTMLAttribute.attribute("y", top + 16)
        html.element("text", [.attribute("x", 0), baseline, .attribute("fill", "currentColor")], text: bar.name)
        html.element(
            "rect",
            [
                .class("bar-of-chart"), .attribute("x", Size.names), .attribute("y", top + 4),
                .attribute("width", width), .attribute("height", Size.line - 8), .attribute("rx", 3),
                .attribute("fill", "currentColor"),
            ])
        html.element(
            "text", [.attribute("x", Size.names + width + 6), baseline, .attribute("fill", "currentColor")],
            text: bar.text)
    }

    private var alternative: String {
        "\(title): " + bars.map { "\($0.name) \($0.text)" }.joined(separator: ", ")
    }

    func writeSiren(_ siren: inout SirenElementWriter) {
        siren.set("title", title)
        siren.list("bars", bars) { siren, bar in
            siren.set("name", bar.name)
            siren.set("value", bar.value)
            siren.set("text", bar.text)
        }
    }
}
