import Hypermedia
import Languages
@testable import Navigation
@testable import Responders
@testable import Views
import Testing

@Suite("The parts beside an input in HTML and Siren") struct FieldPartTests {
    private static func page(_ screen: Screen, in language: Language? = nil) -> String {
        guard let language else { return Rendering.page(screen) }
        let context = Samples.context(at: "/friends")
        context.localization = Localization(language, [:])
        return Rendering.page(screen, in: context)
    }

    private static func siren(_ screen: Screen) throws -> [String: Any] {
        let actions = try Rendering.siren(screen)["actions"] as? [[String: Any]]
        return try #require((actions?.first?["fields"] as? [[String: Any]])?.last)
    }

    private static let mark = " <span class=\"optional\">(optional)</span>"

    @Test(arguments: Field.Kind.allCases)
    func `a field says that it is optional if it can be left empty, and never that it is required`(kind: Field.Kind) {
        let optional = Self.page(Samples.screen(kind))
        let isMarked = ![.checkbox, .range, .color, .search].contains(kind)
        #expect(optional.contains("A &amp; B" + Self.mark + (kind == .radio ? "</legend>" : "</label>")) == isMarked)
        #expect(optional.contains("optional") == isMarked)
        #expect(!Self.page(Samples.screen(kind) { $0.isRequired = true }).contains("optional"))
    }

    @Test(arguments: [
        (Language.german, "(optional)"), (.french, "(facultatif)"), (.spanish, "(opcional)"), (.japanese, "（任意）"),
        (.arabic, "(اختياري)"),
    ])
    func `the mark of an optional field is in the page's language`(language: Language, text: String) {
        #expect(Self.page(Samples.screen(.tel), in: language).contains("<span class=\"optional\">\(text)</span>"))
    }

    @Test func `a search marks none of its fields, and the form after it marks them again`() {
        var search = Samples.screen(.search)
        let field = Field(name: "b", label: "Shelf")
        let other = Screen.Element.field(Screen.FieldElement(field: field, value: ""))
        search.elements = [.beginForm] + search.elements + [other, .endForm, other]
        #expect(Self.page(search).count(of: "optional") == 2)
        #expect(Self.page(search).count(of: "Shelf</label>") == 1)
        var query = Screen()
        query.elements = [.beginQueryForm(.init(title: "Apply", names: ["b"])), other, .endForm]
        #expect(!Self.page(query).contains("optional"))
    }

    @Test func `a unit follows its input, which refers to it`() throws {
        let screen = Samples.screen(.number, value: "3", error: "No.") { ($0.unit, $0.help) = ("m & s", "Help.") }
        let page = Self.page(screen)
        #expect(page.contains("<div class=\"measure\">\n<input type=\"text\" inputmode=\"decimal\" id=\"field-a\""))
        #expect(page.contains(" aria-describedby=\"help-a unit-a error-a\" value=\"3\">"))
        #expect(page.contains(">\n<span class=\"unit\" id=\"unit-a\">m &amp; s</span>\n</div>\n<p class=\"error\""))
        #expect(try Self.siren(screen)["unit"] as? String == "m & s")
    }

    @Test(arguments: [Field.Kind.textarea, .password, .file, .checkbox, .select, .radio])
    func `a kind without a line for values has neither a unit nor suggestions`(kind: Field.Kind) throws {
        let screen = Samples.screen(kind) { ($0.unit, $0.suggestions) = ("km", ["one"]) }
        #expect(!Self.page(screen).contains("unit-a") && !Self.page(screen).contains("list-a"))
        #expect(try Self.siren(screen)["unit"] == nil && Self.siren(screen)["suggestions"] == nil)
    }

    @Test func `a slider shows its value, its unit and its ends`() throws {
        let screen = Samples.screen(.range, value: "170") {
            ($0.minimum, $0.maximum, $0.step, $0.unit) = ("50", "250", 1, "cm")
        }
        #expect(
            Self.page(screen).contains(
                """
                <div class="slider">
                <input type="range" id="field-a" name="a" min="50" max="250" step="1" aria-describedby="unit-a" value="170">
                <output for="field-a" aria-live="off">170</output>
                <span class="unit" id="unit-a">cm</span>
                <div class="ends" aria-hidden="true"><span>50</span> <span>250</span></div>
                </div>
                </div>
                """))
        #expect(try Self.siren(screen)["unit"] as? String == "cm")
        let wrong = Self.page(Samples.screen(.range, value: "much"))
        #expect(wrong.contains(" aria-live=\"off\"></output>\n<div class=\"ends\" aria-hidden=\"true\"><span>0</span>"))
    }

    @Test func `suggestions are a list of the input, and of its field in Siren`() throws {
        let screen = Samples.screen(.text) { $0.suggestions = ["Bergen", "\"A\" & b"] }
        let page = Self.page(screen)
        #expect(page.contains(" maxlength=\"1000\" list=\"list-a\">"))
        #expect(
            page.contains(
                """
                <datalist id="list-a">
                <option value="Bergen"></option>
                <option value="&quot;A&quot; &amp; b"></option>
                </datalist>
                """))
        #expect(try Self.siren(screen)["suggestions"] as? [String] == ["Bergen", "\"A\" & b"])
        #expect(try Self.siren(Samples.screen(.text))["suggestions"] == nil)
    }

    @Test func `a text shows its limit, which the input refers to`() {
        let page = Self.page(Samples.screen(.textarea) { ($0.showsLength, $0.maximumLength) = (true, 500) })
        #expect(page.contains(" maxlength=\"500\" aria-describedby=\"length-a\" rows=\"5\">"))
        let output = "<output for=\"field-a\" aria-live=\"off\"></output>"
        #expect(page.contains("<p class=\"help length\" id=\"length-a\">At most 500 characters. \(output)</p>"))
        for kind in [Field.Kind.date, .password, .select, .checkbox] {
            #expect(!Self.page(Samples.screen(kind) { $0.showsLength = true }).contains("length-a"), "\(kind)")
        }
    }

    @Test(
        arguments: [
            ("0", 1, "numeric"), ("0", 0.5, "decimal"), ("0", nil, "decimal"), ("0.5", 1, "decimal"), ("-1", 1, nil),
            (nil, 1, nil),
        ] as [(String?, Double?, String?)])
    func `a number without a minus has a keyboard of digits`(minimum: String?, step: Double?, mode: String?) {
        let page = Self.page(Samples.screen(.number) { ($0.minimum, $0.maximum, $0.step) = (minimum, "9", step) })
        #expect(page.contains("<input type=\"number\""))
        #expect(page.between(" inputmode=\"", "\"") == mode)
    }

    @Test func `a password carries the text of the box that the script adds, in the page's language`() {
        #expect(Self.page(Samples.screen(.password)).contains(" data-show=\"Show what I type\">"))
        #expect(Self.page(Samples.screen(.password), in: .german).contains(" data-show=\"Eingabe zeigen\">"))
    }

    @Test func `a page has the script only if a field needs it`() {
        var screen = Samples.screen(.password)
        #expect(!Self.page(screen).contains("<script"))
        screen.usesScript = true
        #expect(Self.page(screen).contains("<script src=\"/cairn.js\" defer></script>"))
    }

    @Test func `Siren has the step of a number`() throws {
        #expect(try Self.siren(Samples.screen(.number) { $0.step = 5 })["step"] as? Int == 5)
    }
}
