import Cairn

/// A text in a small subset of Markdown: paragraphs, lists, blocks of code, emphasis, code and links.
///
/// The text can be hostile: only its first ``maxLength`` scalars are read, in linear time, emphasis and lists are not
/// nested in themselves, and a link leads only to a web page, a mail address or a path of this site.
struct MarkdownText: ElementView {
    let source: String

    /// The maximum length, in Unicode scalars.
    static let maxLength = 20_000

    init(_ source: String) { self.source = String(source.unicodeScalars.prefix(Self.maxLength)) }

    func writeHTML(_ html: inout HTMLElementWriter) {
        html.element("div", [.class("markdown")]) { html in
            for block in MarkdownBlock.blocks(of: source) { Self.write(block, &html) }
        }
    }

    private static func write(_ block: MarkdownBlock, _ html: inout HTMLElementWriter) {
        switch block {
        case .paragraph(let text): html.element("p") { write(MarkdownSpan.spans(of: text), &$0) }
        case .code(let text):
            html.element("pre") { html in html.element("code", text: text) }
        case .list(let items, let isNumbered):
            html.element(isNumbered ? "ol" : "ul") { html in
                for item in items { html.element("li") { write(MarkdownSpan.spans(of: item), &$0) } }
            }
        }
    }

    private static func write(_ spans: [MarkdownSpan], _ html: inout HTMLElementWriter) {
        for span in spans {
            switch span {
            case .text(let text): html.text(text)
            case .code(let text): html.element("code", text: text)
            case .link(let text, let target): html.link(text, to: target)
            case .emphasis(let spans): html.element("em") { write(spans, &$0) }
            case .strong(let spans): html.element("strong") { write(spans, &$0) }
            }
        }
    }

    func writeSiren(_ siren: inout SirenElementWriter) { siren.set("markdown", source) }
}
