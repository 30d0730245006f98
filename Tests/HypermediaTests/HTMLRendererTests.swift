import Hypermedia
@testable import Navigation
@testable import Responders
@testable import Views
import Testing

@Suite("A screen is one form") struct HTMLRendererTests {
    private struct NoField: Error {}

    @Test func `one form contains tabs, bar and content, with one version and one nonce`() {
        let page = Rendering.page(Samples.friends)
        #expect(page.count(of: "<form") == 1)
        #expect(page.contains("<form id=\"screen\" method=\"post\" action=\"/letters/friends\">"))
        #expect(page.count(of: "name=\"_at\" value=\"17\"") == 1)
        #expect(page.count(of: "name=\"_once\" value=\"9f2c6a41d07b\"") == 1)
        #expect(page.precedes("<form", "<nav") && page.precedes("<nav", "<header") && page.precedes("<main", "</form>"))
        #expect(!page.contains(" form=\""))
        // Without fields, the browser has nothing to check.
        #expect(page.contains("<button name=\"action\" value=\"select-friend?friend=19\" class=\"row\">"))
    }

    @Test func `the head contains the titles and the style sheet`() {
        let page = Rendering.page(Samples.friends)
        #expect(page.hasPrefix("<!doctype html>\n<html lang=\"en\">"))
        #expect(page.contains("<title>Friends · Letters</title>"))
        #expect(page.contains("<link rel=\"stylesheet\" href=\"/cairn.css\">"))
        #expect(!page.contains("<script") && !page.contains("style=\""))
    }

    @Test func `a page names its canonical URL if the client asked for another one`() {
        let context = Samples.context(at: "/friends")
        #expect(!Rendering.page(Samples.friends, in: context).contains("canonical"))
        let link = "<link rel=\"canonical\" href=\"/letters/friends\">"
        context.isElsewhere = true
        #expect(Rendering.page(Samples.friends, in: context).contains(link))
        (context.isElsewhere, context.query) = (false, "?at=7")
        #expect(Rendering.page(Samples.friends, in: context).contains(link))
    }

    @Test(arguments: Samples.all.map(\.name))
    func `a page has one h1, one main, unique IDs, and closes every element`(name: String) throws {
        let sample = try #require(Samples.all.first { $0.name == name })
        let page = Rendering.page(sample.screen, in: sample.context)
        #expect(page.count(of: "<h1>") == 1)
        #expect(page.count(of: "<main ") == 1)
        let tags = Set(page.pieces(around: "<").map { String($0.prefix { $0.isLetter || $0.isNumber }) })
        // HTML §13.1.2: void elements have no end tag.
        for element in tags.subtracting(["", "meta", "link", "input", "img"]) {
            let opened = page.count(of: "<\(element)>") + page.count(of: "<\(element) ")
            #expect(opened == page.count(of: "</\(element)>"), "\(element)")
        }
        let ids = page.pieces(around: " id=\"").dropFirst().map { $0.prefix { $0 != "\"" } }
        #expect(Set(ids).count == ids.count)
    }

    @Test func `the only text field of a sheet has the focus, unless it has an error`() throws {
        var screen = Samples.composer
        screen.elements.removeFirst(2)
        let start = Rendering.page(screen)
        let field = start.pieces(around: "<textarea").last?.prefix { $0 != ">" }
        #expect(start.count(of: "autofocus") == 1 && field?.contains("autofocus") == true)
        guard case .field(var letter) = screen.elements[0] else { throw NoField() }
        letter.error = "Too long."
        screen.elements[0] = .field(letter)
        let refused = Rendering.page(screen)
        #expect(refused.count(of: "autofocus") == 1 && refused.contains("role=\"alert\" tabindex=\"-1\" autofocus"))
        screen = Samples.composer
        screen.elements.remove(at: 0)
        #expect(!Rendering.page(screen).contains("autofocus"))
        screen.elements.remove(at: 0)
        screen.presentation = nil
        #expect(!Rendering.page(screen).contains("autofocus"))
    }

    @Test(
        arguments: [
            ([.large], ""), ([.large, .medium], ""), ([.medium, .large], " medium"), ([.medium], " medium fixed"),
        ] as [([PresentationDetent], String)])
    func `a sheet has classes for its detents`(detents: [PresentationDetent], classes: String) {
        var screen = Samples.composer
        screen.detents = detents
        #expect(Rendering.page(screen).contains("<body class=\"screen modal\(classes)\">"))
    }

    @Test func `the selected tab has aria-current`() {
        let page = Rendering.page(Samples.friends)
        #expect(page.contains("<nav class=\"tabs\" aria-label=\"Tabs\">"))
        #expect(page.count(of: "aria-current=\"page\"") == 1)
        #expect(page.contains("value=\"select-tab?tab=friends\" class=\"tab\" aria-current=\"page\""))
    }

    @Test func `only the Back button has an arrow, and a page without fields has no default button`() {
        #expect(Rendering.page(Samples.friend).contains("class=\"item cancel back\""))
        #expect(Rendering.page(Samples.composer).contains("class=\"item cancel\""))
        #expect(!Rendering.page(Samples.friend).contains("default-action"))
    }

    @Test func `with a field, the primary action is the first button, and only its buttons validate`() throws {
        let page = Rendering.page(Samples.composer)
        let first = try #require(page.between("<button ", "</button>"))
        #expect(
            first
                == "name=\"action\" value=\"send-letter?friend=7\" class=\"default-action\" tabindex=\"-1\" aria-hidden=\"true\">Send"
        )
        #expect(page.contains("value=\"dismiss\" formnovalidate"))
        #expect(!page.contains("value=\"send-letter?friend=7\" formnovalidate"))
    }

    @Test func `without a primary button, the default button is the first action with inputs, not Back`() throws {
        var screen = Screen()
        let back = Samples.offer("Back", Samples.words("back"), in: &screen)
        let find = Samples.offer("Find", Samples.words("find"), inputs: ["query"], in: &screen)
        screen.leadingItems = [Screen.BarItem(title: "Back", role: .cancel, action: back)]
        screen.elements = [
            Samples.field("query", "Words"), .button(Screen.ButtonElement(title: "Find", role: .normal, action: find)),
        ]
        #expect(Rendering.page(screen).between("<button ", "</button>")?.contains("value=\"find\"") == true)
    }

    @Test func `a screen's own form is a sibling, and other controls belong to the main form`() throws {
        let page = Rendering.page(Samples.search)
        let own = try #require(page.between("<main id=\"content\">\n", "</form>"))
        #expect(
            own.hasPrefix(
                "<form role=\"search\" method=\"post\" action=\"/letters/friends\">\n"
                    + "<input type=\"hidden\" name=\"_at\""))
        #expect(own.contains("name=\"query\"") && !own.contains("form=\"screen\""))
        #expect(own.between("<button ", "</button>")?.contains("value=\"find\"") == true)
        #expect(page.count(of: "<form") == page.count(of: "name=\"_once\""))
        for control in ["value=\"save-note\"", "value=\"select-letter?letter=1\"", "name=\"note\"", "tab=messages\""] {
            #expect(page.contains("\(control) form=\"screen\""), "\(control)")
        }
        var depth = 0
        for part in page.pieces(around: "<").dropFirst() {
            if part.hasPrefix("form") { depth += 1 } else if part.hasPrefix("/form") { depth -= 1 }
            #expect((0...1).contains(depth))
        }
    }

    @Test func `without main fields, each button is in a form of its part, and Undo in the main form`() {
        var screen = Samples.search
        screen.elements.removeAll { if case .field(let field) = $0 { field.field.name == "note" } else { false } }
        let undo = Samples.offer("Undo", Samples.words("undo"), in: &screen)
        screen.undo = Screen.BarItem(title: "Undo", role: .normal, action: undo)
        let context = Samples.context(at: "/friends")
        context.flash = "Deleted."
        let page = Rendering.page(screen, in: context)
        #expect(page.count(of: "form=\"screen\"") == 1 && page.contains("value=\"undo\" form=\"screen\""))
        var isInForm = false
        for part in page.pieces(around: "<").dropFirst() {
            if part.hasPrefix("form") { isInForm = true } else if part.hasPrefix("/form") { isInForm = false }
            #expect(!part.hasPrefix("button") || isInForm || part.contains("value=\"undo\""), "\(part)")
        }
    }

    @Test func `an own form inside a list, or without an end, keeps the page well-formed`() {
        var screen = Screen()
        screen.elements = [
            .beginList(label: nil), .beginForm, .text("a", .body), .beginList(label: nil), .text("in a list", .body),
            .beginForm, .row(0),
        ]
        screen.rows = [Screen.RowElement(title: "b")]
        let page = Rendering.page(screen)
        for element in ["form", "ul", "li"] {
            #expect(
                page.count(of: "<\(element)") - page.count(of: "<link") * (element == "li" ? 1 : 0)
                    == page.count(of: "</\(element)>"))
        }
        #expect(page.contains("<li><p>in a list</p></li>"))
    }

    @Test func `an error appears at its field, in the summary and in the title`() {
        let page = Rendering.page(Samples.composer)
        #expect(page.contains("<title>Error: New letter · Letters</title>"))
        #expect(page.contains("<div class=\"errors\" role=\"alert\" tabindex=\"-1\" autofocus>"))
        #expect(page.contains("<a href=\"#field-to\">"))
        #expect(page.contains("aria-invalid=\"true\" aria-describedby=\"error-to\""))
        #expect(page.contains("<p class=\"error\" id=\"error-to\">"))
        #expect(page.count(of: "aria-invalid") == 1)
    }

    @Test(arguments: [
        (Field.Kind.text, "type=\"text\""), (.email, "type=\"email\" inputmode=\"email\""),
        (.number, "type=\"text\" inputmode=\"decimal\""), (.search, "type=\"search\""),
        (.password, "type=\"password\""),
    ])
    func `an input shows the typed value, except a password`(
        kind: Field.Kind, type: String
    ) {
        var screen = Screen()
        let field = Field(name: "a", label: "A", kind: kind, isRequired: true, maximumLength: 9, autocomplete: "off")
        screen.elements = [.field(Screen.FieldElement(field: field, value: "typed"))]
        let page = Rendering.page(screen)
        #expect(page.contains("<label for=\"field-a\">A</label>\n<input \(type)"))
        #expect(page.contains(" id=\"field-a\" name=\"a\" required maxlength=\"9\" autocomplete=\"off\""))
        #expect(page.contains(" value=\"typed\"") == (kind != .password))
    }

    @Test func `with an alert, the page is inert and only the alert has a button`() {
        let page = Rendering.page(Samples.alert)
        #expect(page.contains("<div class=\"page\" inert>"))
        #expect(page.precedes("role=\"alertdialog\"", "<div class=\"page\""))
        #expect(page.count(of: "name=\"action\"") == 1)
        #expect(page.contains("aria-labelledby=\"alert-title\" aria-describedby=\"alert-message\""))
    }

    @Test func `a page shows its presentation and notice, and a message page its links`() {
        #expect(Rendering.page(Samples.composer).contains("<body class=\"screen modal\">"))
        let context = Samples.context(at: "/", notice: "Your session had expired.")
        #expect(
            Rendering.page(Samples.friends, in: context).contains("<p class=\"notice\" role=\"status\">Your session"))
        var bytes: [UInt8] = []
        let links = [PageLink(title: "Letters & more", path: "/letters", detail: "A stack")]
        HTMLRenderer.renderMessage(
            title: "Cairn", paragraphs: ["Five <apps>"], links: links, assets: Assets(), into: &bytes)
        let page = String(decoding: bytes, as: UTF8.self)
        #expect(page.contains("<h1>Cairn</h1>\n<p>Five &lt;apps&gt;</p>\n<ul class=\"cards\">"))
        #expect(page.contains("<a href=\"/letters\"><span class=\"title\">Letters &amp; more</span>"))
    }

    @Test func `a page is appended to existing bytes`() {
        var bytes = Array("before".utf8)
        HTMLRenderer.render(Samples.friends, in: Samples.context(at: ""), into: &bytes)
        #expect(bytes.starts(with: "before<!doctype".utf8))
    }
}
