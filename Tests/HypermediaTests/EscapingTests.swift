import Hypermedia
@testable import Navigation
@testable import Responders
@testable import Views
import Testing

@Suite("HTML §13.1: escaping") struct EscapingTests {
    @Test(arguments: [
        ("<script>", "&lt;script&gt;"), ("a & b", "a &amp; b"), ("\"", "\""), ("tab\tline\n", "tab\tline\n"),
        ("\u{0}", "\u{FFFD}"), ("a\u{1}b\u{1F}", "a\u{FFFD}b\u{FFFD}"), ("\u{7F}", "\u{FFFD}"),
        ("\u{80}x\u{9F}", "\u{FFFD}x\u{FFFD}"), ("© ÂÃ £", "© ÂÃ £"), ("\r\n", "&#13;\n"), ("Éva 李 👩‍👩‍👧", "Éva 李 👩‍👩‍👧"),
        ("", ""),
    ])
    func `text is escaped between tags`(text: String, expected: String) {
        #expect(Rendering.page(Rendering.row(text)).between("<span class=\"title\">", "</span>") == expected)
    }

    @Test func `a special byte is escaped at every position of texts of every length`() {
        for length in 0..<40 {
            for place in 0...length {
                let before = String(repeating: "é", count: place / 2) + String(repeating: "a", count: place % 2)
                let after = String(repeating: "z", count: length - place)
                for (special, escaped) in [("<", "&lt;"), ("&", "&amp;"), (">", "&gt;"), ("\u{0}", "\u{FFFD}")] {
                    let page = Rendering.page(Rendering.row(before + special + after + special))
                    let title = page.between("<span class=\"title\">", "</span>")
                    #expect(title == before + escaped + after + escaped)
                }
            }
        }
    }

    @Test func `attributes also escape quotes, in fields, tokens, locations and links`() {
        let evil = "\"><script>&'"
        var screen = Screen()
        let action = Samples.offer(evil, EncodedAction(name: evil, values: []), in: &screen)
        screen.trailingItems = [Screen.BarItem(title: evil, role: .normal, action: action)]
        screen.elements = [
            Samples.field(evil, evil, value: evil, error: evil), Samples.field("b", evil, kind: .textarea, value: evil),
        ]
        screen.elements += Samples.blocks(text: evil)
        for kind in [Field.Kind.select, .radio, .checkbox, .text, .date] {
            var field = Field(name: evil, label: evil, kind: kind)
            (field.help, field.placeholder, field.autocomplete) = (evil, evil, .init(rawValue: evil))
            (field.unit, field.suggestions, field.showsLength) = (evil, [evil], true)
            (field.minimum, field.maximum, field.choices) = (evil, evil, [.init(evil, value: evil)])
            field.pattern = Pattern("\"><script>&'", evil)
            screen.elements.append(.field(Screen.FieldElement(field: field, value: evil, error: evil)))
        }
        screen.rows = [Screen.RowElement(title: evil, subtitle: evil, badge: evil)]
        screen.tabs = [Screen.Tab(title: evil, badge: evil, isSelected: true, action: action)]
        let context = Samples.context(at: evil, notice: evil)
        (context.at, context.nonce, context.appTitle) = (evil, evil, evil)
        context.assets = Assets(urls: ["/cairn.css": evil, "/favicon.svg": evil])
        let page = Rendering.page(screen, in: context)
        #expect(!page.contains("<script>"))
        #expect(!page.contains("\"\""))
        #expect(page.contains("value=\"&quot;&gt;&lt;script&gt;&amp;'\""))
        #expect(page.contains("action=\"/letters&quot;&gt;"))
        #expect(throws: Never.self) { try Rendering.siren(screen, in: context) }
    }

    @Test func `a special byte is escaped at every position of attributes and JSON strings of every length`() {
        for length in 0..<40 {
            for place in 0...length {
                let (before, after) = (
                    String(repeating: "a", count: place), String(repeating: "é", count: length - place)
                )
                let text = before + "\"" + after + "\""
                let json = String(decoding: JSONValue.string(text).bytes(), as: UTF8.self)
                #expect(json == "\"" + before + "\\\"" + after + "\\\"\"")
                var screen = Screen()
                screen.elements = [Samples.field("a", "b", value: text)]
                #expect(Rendering.page(screen).contains("value=\"" + before + "&quot;" + after + "&quot;\""))
            }
        }
    }

    @Test func `a leading line break in a textarea is preserved`() {
        #expect(
            Rendering.page(Samples.composer).contains(" rows=\"5\">\n\nDear Ada,\nyours &amp; &lt;mine&gt;</textarea>"))
    }

    @Test(arguments: [
        ("\"\\/", #""\"\\/""#), ("\u{0}\u{1F}\n\t\r\u{8}\u{C}", #""\u0000\u001f\n\t\r\b\f""#),
        ("é李👩\u{7F}<&", "\"é李👩\u{7F}<&\""),
        (String(repeating: "x", count: 21) + "\"", "\"" + String(repeating: "x", count: 21) + "\\\"\""),
    ])
    func `a JSON string is escaped according to RFC 8259 §7`(text: String, expected: String) {
        #expect(String(decoding: JSONValue.string(text).bytes(), as: UTF8.self) == expected)
    }
}
