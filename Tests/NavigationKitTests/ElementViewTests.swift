@testable import Navigation
@testable import Responders
@testable import Views
import Testing

@Suite("Elements of an app's own, recorded") struct ElementViewTests {
    struct Close: Action { var id: Int }

    /// An element that a test describes.
    struct Sample: ElementView {
        let write: (inout HTMLElementWriter) -> Void
        func writeHTML(_ html: inout HTMLElementWriter) { write(&html) }
    }

    struct Card: ElementView {
        @Environment(\.horizontalSizeClass) var width
        func writeHTML(_ html: inout HTMLElementWriter) {
            html.element("article", [.class("card")]) { html in
                html.element("p", text: "Ticket 7, \(width)")
                html.content()
                html.element("p", text: "End")
            }
        }
        @ViewBuilder var body: some View {
            Text("Views of the kit")
            Button("Close", action: Close(id: 7))
        }
    }

    final class Desk: ViewController {
        @Saved var closed = 0
        override class var actions: [Handler] { [.on(close)] }
        func close(_ action: Close) { closed = action.id }
        @ViewBuilder override var view: any View { Card() }
    }

    private func recorded(
        _ write: @escaping (inout HTMLElementWriter) -> Void
    ) async throws -> (markup: String, issues: [String]) {
        let visit = try Visit(Stage(Sheet { Sample(write: write) }))
        let screen = try await visit.screen
        let markup = screen.elements.compactMap { element -> String? in
            switch element {
            case .custom(let element), .beginCustom(let element): element.described
            default: nil
            }
        }
        return (markup.joined(), visit.issues.map(\.description))
    }

    @Test func `elements are nested and closed as they were written`() async throws {
        let (markup, issues) = try await recorded { html in
            html.element("ul", [.class("a b")]) { html in
                html.element("li") { html in
                    html.element("strong", text: "x")
                    html.text("y")
                    html.element("br")
                }
            }
            html.element("svg", [.attribute("viewBox", "0 0 9 9")]) { html in
                html.element("g") { $0.element("rect", [.attribute("width", 2.5), .attribute("height", 3)]) }
                html.element("title", text: "Drawing")
            }
        }
        #expect(
            markup
                == "<ul class=a b><li><strong>x</strong>y<br></li></ul><svg viewBox=0 0 9 9><g><rect width=2.5 height=3></rect></g><title>Drawing</title></svg>"
        )
        #expect(issues.isEmpty)
    }

    @Test(
        arguments: [
            "script", "style", "iframe", "object", "form", "input", "button", "a", "img", "h1", "use", "foreignObject",
            "SVG", "p onclick", "", "p>",
        ] as [StaticStringCase])
    func `an element that is not permitted leaves its content and a diagnostic`(name: StaticStringCase) async throws {
        let (markup, issues) = try await recorded { html in
            html.element("div") { html in html.element(name.text) { $0.text("content") } }
        }
        #expect(markup == "<div>content</div>")
        #expect(issues.count == 1 && issues[0].contains("<\(name.text)> is not an allowed element"))
    }

    @Test(
        arguments: [
            ("p", "div"), ("ul", "p"), ("p", "li"), ("svg", "p"), ("div", "rect"), ("table", "td"), ("p", "ul"),
        ]
            as [(StaticStringCase, StaticStringCase)])
    func `an element at a forbidden place leaves only its content`(
        outer: StaticStringCase, inner: StaticStringCase
    ) async throws {
        let (markup, issues) = try await recorded { html in
            html.element(outer.text) { $0.element(inner.text) { _ in } }
        }
        #expect(markup == "<\(outer.text)></\(outer.text)>")
        #expect(issues.count == 1 && issues[0].contains("<\(inner.text)> is not allowed in \(outer.text)"))
    }

    @Test(
        arguments: [
            "onclick", "onload", "style", "href", "src", "id", "srcdoc", "xlink:href", "aria-labelledby",
            "data-element",
            "data-", "data-A", "class ", "x\"y", "name", "action", "formaction", "width", "open",
        ] as [StaticStringCase])
    func `an attribute that is not permitted is left out with a diagnostic`(name: StaticStringCase) async throws {
        let (markup, issues) = try await recorded { html in
            html.element("p", [.attribute(name.text, "javascript:alert(1)"), .class("a")])
        }
        #expect(markup == "<p class=a></p>")
        #expect(issues.count == 1)
    }

    @Test(arguments: ["url(https://example.org)", "URL(#a)", "uRl (x)", "\\75rl(x)", "red;x", "\"", "é", "a\u{0}"])
    func `a drawing attribute has no URL and no escape`(value: String) async throws {
        let (markup, issues) = try await recorded { html in
            html.element("svg") { $0.element("rect", [.attribute("fill", value)]) }
        }
        #expect(markup == "<svg><rect></rect></svg>")
        #expect(issues.count == 1)
    }

    @Test(arguments: [
        "javascript:alert(1)", "JaVaScRiPt:alert(1)", "data:text/html,x", "//host/", "/\t/host", " /a", "vbscript:x",
        "", "a b",
    ])
    func `a link to an unsafe target is only its text`(target: String) async throws {
        let (markup, issues) = try await recorded { $0.link("text", to: target) }
        #expect(markup == "text")
        #expect(issues.isEmpty)
    }

    @Test func `a link has a target, and lies in no other link`() async throws {
        let (markup, issues) = try await recorded { html in
            html.link(to: "https://example.org/?a=1", [.class("out")]) { html in
                html.text("a")
                html.link("b", to: "/b")
                html.element("p", text: "c")
            }
        }
        #expect(markup == "<a href=https://example.org/?a=1 class=out>abc</a>")
        #expect(issues.count == 2)
    }

    @Test func `text outside of permitted places is left out`() async throws {
        let (markup, issues) = try await recorded { html in
            html.element("ul") { $0.text("lost") }
            html.element("br") { $0.text("lost") }
            html.text("kept")
        }
        #expect(markup == "<ul></ul><br>kept")
        #expect(issues.count == 2)
    }

    @Test func `an attribute occurs once`() async throws {
        let (markup, issues) = try await recorded { $0.element("p", [.class("a"), .class("b")]) }
        #expect(markup == "<p class=a></p>")
        #expect(issues.count == 1)
    }

    @Test func `an element is bounded in depth, parts and bytes`() async throws {
        func nest(_ html: inout HTMLElementWriter, _ depth: Int) {
            guard depth > 0 else { return }
            html.element("div") { nest(&$0, depth - 1) }
        }
        var (markup, issues) = try await recorded { nest(&$0, 1_000) }
        #expect(markup.components(of: "<div>") == HTMLElementWriter.maxDepth)
        #expect(markup.components(of: "</div>") == HTMLElementWriter.maxDepth && issues.count == 1)
        (markup, issues) = try await recorded { html in
            html.element("p") { html in for _ in 0..<30_000 { html.element("br") } }
        }
        #expect(markup.hasPrefix("<p><br>") && markup.hasSuffix("<br></p>") && issues.count == 1)
        #expect(markup.components(of: "<br>") <= HTMLElementWriter.maxNodes)
        (markup, issues) = try await recorded { html in
            for _ in 0..<20 { html.text(String(repeating: "x", count: 100_000)) }
        }
        #expect(markup.utf8.count == 1_000_000 && issues.count == 1)
    }

    @Test func `views within an element are at its content, with their actions and the environment`() async throws {
        let visit = try Visit(Stage(Desk()))
        let screen = try await visit.screen
        guard case .beginCustom(let element) = screen.elements.first else {
            throw NothingToPress(title: "", offered: [])
        }
        #expect(element.name == "card" && element.title == "Ticket 7, regular End")
        #expect(element.nodes[element.slot...].count == 5)
        let isEnd = if case .endCustom = screen.elements.last { true } else { false }
        #expect(isEnd && screen.elements.count == 4)
        try await visit.click("Close")
        #expect(try visit.visible(Desk.self).closed == 7)
    }

    @Test func `content is placed once and where it can lie`() async throws {
        let (_, issues) = try await recorded { html in
            html.content()
            html.content()
            html.element("p") { $0.content() }
        }
        #expect(issues.count == 1 && issues[0].contains("content() is called twice"))
        let (_, others) = try await recorded { html in html.element("p") { $0.content() } }
        #expect(others.count == 1 && others[0].contains("content() is not allowed in p"))
    }
}

/// A literal as a test argument.
struct StaticStringCase: ExpressibleByStringLiteral, Sendable, CustomTestStringConvertible {
    let text: StaticString
    init(stringLiteral value: StaticString) { text = value }
    var testDescription: String { text.description }
}

extension String {
    fileprivate func components(of part: String) -> Int {
        var (count, rest) = (0, self[...])
        while let range = rest.firstRange(of: part) {
            count += 1
            rest = rest[range.upperBound...]
        }
        return count
    }
}

extension Screen.CustomElement {
    /// The markup without escapes and quotes.
    fileprivate var described: String {
        nodes.map { node in
            switch node {
            case .begin(let name): "<\(name)"
            case .beginLink(let target): "<a href=\(target)"
            case .attribute(let name, let value): " \(name)=\(value)"
            case .number(let name, let value): " \(name)=\(Field.text(of: value))"
            case .endTag: ">"
            case .text(let text): text
            case .trusted(let markup): markup.description
            case .end(let name): "</\(name)>"
            }
        }.joined()
    }
}
