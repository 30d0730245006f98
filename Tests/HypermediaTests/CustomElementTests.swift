import Foundation
import Hypermedia
@testable import Navigation
@testable import Responders
@testable import Views
import Testing

@Suite("Elements of an app's own in HTML and Siren") struct CustomElementTests {
    private func element(
        _ write: (inout HTMLElementWriter) -> Void, siren writeSiren: (inout SirenElementWriter) -> Void = { _ in }
    ) -> Screen.CustomElement {
        var html = HTMLElementWriter()
        var siren = SirenElementWriter()
        write(&html)
        writeSiren(&siren)
        return Screen.CustomElement(name: "sample", html: html, siren: siren)
    }

    private func main(_ elements: [Screen.Element]) -> String {
        var screen = Screen()
        screen.elements = elements
        screen.rows = [Screen.RowElement(title: "row")]
        return Rendering.page(screen).between("<main id=\"content\">\n", "</main>") ?? ""
    }

    @Test(arguments: [
        ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"), ("\" onload=\"x", "\" onload=\"x"),
        ("a&amp;b", "a&amp;amp;b"), ("\u{0}\u{1}\u{7F}\u{80}", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
        ("]]>-->", "]]&gt;--&gt;"),
    ])
    func `a text is escaped between tags`(text: String, expected: String) {
        let page = main([.custom(element { $0.element("p", text: text) })])
        #expect(page == "<div class=\"element\" data-element=\"sample\"><p>\(expected)</p></div>\n")
    }

    @Test(arguments: [
        ("\"><script>", "&quot;&gt;&lt;script&gt;"), ("a&b", "a&amp;b"), ("'", "'"), ("\u{0}", "\u{FFFD}"),
        ("\" onload=\"alert(1)", "&quot; onload=&quot;alert(1)"),
    ])
    func `the value of an attribute is escaped`(text: String, expected: String) {
        let page = main([.custom(element { $0.element("p", [.class(text), .label(text)]) })])
        #expect(page.contains("<p class=\"\(expected)\" aria-label=\"\(expected)\"></p>"))
    }

    @Test func `the target of a link is escaped, and Siren has it too`() throws {
        let custom = element { $0.link("there & back", to: "https://example.org/?a=1&b=2") }
        #expect(main([.custom(custom)]).contains("<a href=\"https://example.org/?a=1&amp;b=2\">there &amp; back</a>"))
        let own = element { $0.link("here", to: "/planets") }
        var screen = Screen()
        screen.elements = [.custom(custom), .custom(own)]
        let entities = try #require(try Rendering.siren(screen)["entities"] as? [[String: Any]])
        let links = entities.compactMap { ($0["links"] as? [[String: Any]])?.first }
        #expect(links.map { $0["title"] as? String } == ["there & back", "here"])
        #expect(
            links.map { $0["href"] as? String } == ["https://example.org/?a=1&b=2", "http://localhost:8080/planets"])
    }

    @Test func `numbers are finite and short, and reviewed markup is written as it is`() {
        let custom = element { html in
            html.element("svg", [.attribute("width", .nan), .attribute("height", 1.0 / 3), .attribute("x", -2)])
            html.trusted(TrustedHTML(reviewed: "<b>&amp;</b>"))
        }
        #expect(main([.custom(custom)]).contains("<svg width=\"0\" height=\"0.3333\" x=\"-2\"></svg><b>&amp;</b>"))
    }

    @Test func `values are typed JSON`() throws {
        let custom = element({ $0.text("text") }) { siren in
            siren.set("title", "Title \"quoted\"")
            siren.set("text", "a\u{0}\n")
            siren.set("count", 3)
            siren.set("count", 4)
            siren.set("share", 0.25)
            siren.set("unknown", Double.infinity)
            siren.set("isOpen", true)
            siren.set("names", ["a", "b"])
            siren.set("parts", [1.5, .nan])
            siren.list("bars", [1, 2]) { $0.set("value", $1) }
        }
        var screen = Screen()
        screen.elements = [.custom(custom)]
        let entity = try #require((try Rendering.siren(screen)["entities"] as? [[String: Any]])?.first)
        #expect(entity["class"] as? [String] == ["element"] && entity["rel"] as? [String] == ["urn:cairn:element"])
        let properties = try #require(entity["properties"] as? [String: Any])
        #expect(properties["title"] as? String == "Title \"quoted\"" && properties["element"] as? String == "sample")
        let values = try #require(properties["values"] as? [String: Any])
        #expect(values["text"] as? String == "a\u{0}\n" && values["count"] as? Int == 4)
        #expect(values["share"] as? Double == 0.25 && values["unknown"] is NSNull && values["isOpen"] as? Bool == true)
        #expect(values["names"] as? [String] == ["a", "b"])
        #expect((values["parts"] as? [Any])?.count == 2)
        #expect((values["bars"] as? [[String: Int]]) == [["value": 1], ["value": 2]])
    }

    @Test func `without values, the title is the text of the markup`() throws {
        let custom = element { html in
            html.element("p", text: "One")
            html.element("p", text: "Two")
        }
        #expect(custom.title == "One Two")
    }

    @Test func `the views of an element lie in it, also if the main form is split`() {
        let custom = element { html in
            html.element("article") { html in
                html.text("before")
                html.content()
                html.text("after")
            }
        }
        let page = main([
            .beginForm, Samples.field("query", "Words", kind: .search), .endForm, .text("t", .body),
            .beginCustom(custom),
            .heading("h"), .row(0), .endCustom, .text("u", .body),
        ])
        #expect(page.contains("<article>before\n<form"))
        #expect(page.contains("<h2>h</h2>") && page.contains("</ul>\n</form>\nafter</article></div>\n<form"))
    }

    @Test func `elements, sections and forms never overlap, in any order of beginnings and ends`() {
        let custom = element { html in html.element("div") { $0.content() } }
        let parts: [Screen.Element] = [
            .beginSection(title: "s"), .endSection, .beginForm, .endForm, .row(0), .beginCustom(custom), .endCustom,
        ]
        for number in 0..<(7 * 7 * 7 * 7 * 7) {
            var screen = Screen()
            screen.rows = [Screen.RowElement(title: "row")]
            var rest = number
            for _ in 0..<5 {
                screen.elements.append(parts[rest % 7])
                rest /= 7
            }
            let page = Rendering.page(screen)
            #expect(page.isNested(in: ["form", "section", "ul", "li", "div", "main"]), "\(screen.elements)")
        }
    }
}
