import Hypermedia
@testable import Navigation
@testable import Responders
@testable import Views
import Testing

@Suite("Kinds of input in HTML and Siren") struct FieldRenderingTests {
    private func markup(_ screen: Screen) -> String {
        Rendering.page(screen).between("Save</button>\n<div class=\"page\">", "value=\"save\" class=\"button")
            ?? Rendering.page(screen)
    }

    private func siren(_ screen: Screen) throws -> [String: Any] {
        let actions = try Rendering.siren(screen)["actions"] as? [[String: Any]]
        return try #require((actions?.first?["fields"] as? [[String: Any]])?.last)
    }

    @Test(
        arguments: [
            (.url, "https://x.org", "<input type=\"url\""), (.tel, "1", "<input type=\"tel\""),
            (.date, "2026-03-09", "<input type=\"date\""), (.time, "17:30", "<input type=\"time\""),
            (.dateTime, "2026-03-09T17:30", "<input type=\"datetime-local\""),
            (.month, "2026-03", "<input type=\"month\""),
            (.week, "2026-W11", "<input type=\"week\""), (.color, "#0f6b66", "<input type=\"color\""),
            (.range, "7", "<input type=\"range\""),
        ] as [(Field.Kind, String, String)])
    func `a kind of input has the same type in HTML and Siren, and keeps its value`(
        kind: Field.Kind, value: String, start: String
    ) throws {
        let screen = Samples.screen(kind, value: value)
        let input = (kind == .range ? "<div class=\"slider\">\n" : "") + start + " id=\"field-a\" name=\"a\""
        let mark = kind.mayBeEmpty ? " <span class=\"optional\">(optional)</span>" : ""
        let help = screen.wholeHelp.map { "<p class=\"help\" id=\"help-a\">\($0)</p>\n" } ?? ""
        #expect(markup(screen).contains("<label for=\"field-a\">A &amp; B\(mark)</label>\n" + help + input))
        #expect(markup(screen).contains(" value=\"\(value)\">"))
        let field = try siren(screen)
        #expect(field["type"] as? String == kind.rawValue)
        #expect(field["value"] as? String == value)
    }

    @Test func `the help of months and weeks ends with the input format`() {
        let plain = Samples.screen(.week)
        #expect(markup(plain).contains("<p class=\"help\" id=\"help-a\">Year and week, for example 2026-W11.</p>"))
        #expect(markup(plain).contains(" aria-describedby=\"help-a\""))
        let month = Samples.screen(.month) { ($0.help, $0.minimum) = ("On the card.", "2027-01") }
        let help = "On the card. Year and month, for example 2027-01."
        #expect(markup(month).contains("<p class=\"help\" id=\"help-a\">\(help)</p>"))
    }

    @Test func `bounds are HTML attributes, and numbers or texts in Siren`() throws {
        let range = Samples.screen(.range, value: "2") { field in
            (field.minimum, field.maximum, field.step, field.isRequired) = ("0", "10", 0.5, true)
        }
        #expect(markup(range).contains(" min=\"0\" max=\"10\" step=\"0.5\" value=\"2\">"))
        let field = try siren(range)
        #expect((field["min"] as? Int, field["max"] as? Int, field["step"] as? Double) == (0, 10, 0.5))
        #expect(field["required"] as? Bool == true && field["maxlength"] == nil)
        let date = Samples.screen(.date) {
            ($0.minimum, $0.maximum, $0.isRequired) = ("2026-01-01", "2026-12-31", true)
        }
        #expect(markup(date).contains(" required min=\"2026-01-01\" max=\"2026-12-31\">"))
        #expect(try siren(date)["min"] as? String == "2026-01-01")
        let seconds = Samples.screen(.time) { $0.step = 1 }
        #expect(markup(seconds).contains(" step=\"1\""))
    }

    @Test func `a number with bounds is a number input, unless its value is not a number`() {
        func number(_ value: String) -> String {
            markup(Samples.screen(.number, value: value) { ($0.minimum, $0.isRequired) = ("1", true) })
        }
        #expect(
            number("3").contains("<input type=\"number\" id=\"field-a\" name=\"a\" required min=\"1\" step=\"any\""))
        #expect(number("").contains("type=\"number\""))
        #expect(number("three").contains("<input type=\"text\" inputmode=\"decimal\""))
        #expect(number("three").contains("value=\"three\"") && !number("three").contains("min="))
    }

    @Test func `lengths, pattern and placeholder appear only on kinds for which HTML defines them`() throws {
        func change(_ field: inout Field) {
            (field.minimumLength, field.maximumLength, field.placeholder) = (2, 9, "AB-1")
            field.pattern = Pattern("[A-Z\"]+-\\d", "capitals & a digit")
        }
        let text = Samples.screen(.text, change)
        #expect(
            markup(text).contains(
                " minlength=\"2\" maxlength=\"9\" pattern=\"[A-Z&quot;]+-\\d\" title=\"capitals &amp; a digit\" placeholder=\"AB-1\""
            ))
        let field = try siren(text)
        #expect((field["minlength"] as? Int, field["maxlength"] as? Int) == (2, 9))
        #expect((field["pattern"] as? String, field["placeholder"] as? String) == ("[A-Z\"]+-\\d", "AB-1"))
        let area = markup(Samples.screen(.textarea, change))
        #expect(area.contains(" minlength=\"2\" maxlength=\"9\" placeholder=\"AB-1\"") && !area.contains("pattern"))
        let date = markup(Samples.screen(.date, change))
        #expect(!date.contains("length=") && !date.contains("pattern") && !date.contains("placeholder"))
        let unreadable = Samples.screen(.text) { $0.pattern = Pattern("^a", "an a") }
        #expect(!markup(unreadable).contains("pattern"))
    }

    @Test func `the input refers to its help and error with aria-describedby`() throws {
        let both = Samples.screen(.text, error: "No & no.") { $0.help = "As on the <card>." }
        #expect(markup(both).contains("<p class=\"help\" id=\"help-a\">As on the &lt;card&gt;.</p>"))
        #expect(markup(both).contains(" aria-invalid=\"true\" aria-describedby=\"help-a error-a\""))
        #expect(try siren(both)["help"] as? String == "As on the <card>.")
        let help = Samples.screen(.checkbox) { $0.help = "Twice a year." }
        #expect(markup(help).contains(" aria-describedby=\"help-a\">"))
    }

    @Test func `a checkbox precedes its label, and a hidden field marks it as present`() throws {
        let ticked = Samples.screen(.checkbox, value: "true") { $0.isRequired = true }
        #expect(markup(ticked).contains("<input type=\"hidden\" name=\"_shown.a\" value=\"1\">"))
        #expect(
            markup(ticked).contains(
                "<input type=\"checkbox\" id=\"field-a\" name=\"a\" value=\"true\" checked required>\n<label for=\"field-a\">"
            ))
        let field = try siren(ticked)
        #expect(field["type"] as? String == "checkbox")
        let choices = try #require(field["value"] as? [[String: Any]])
        #expect(
            choices.count == 1 && choices[0]["value"] as? String == "true" && choices[0]["selected"] as? Bool == true)
        #expect(!markup(Samples.screen(.checkbox, value: "false")).contains("checked"))
    }

    private static func choose(_ field: inout Field) {
        field.isRequired = true
        field.choices = [.init("Small <S>", value: "s"), .init("Large", value: "l&")]
    }

    @Test func `the chosen option of a select is selected, otherwise its placeholder`() throws {
        let chosen = markup(Samples.screen(.select, value: "l&", FieldRenderingTests.choose))
        #expect(
            chosen.contains(
                "<select id=\"field-a\" name=\"a\">\n<option value=\"s\">Small &lt;S&gt;</option>"))
        #expect(chosen.contains("<option value=\"l&amp;\" selected>Large</option>\n</select>"))
        let open = markup(Samples.screen(.select, value: "huge", FieldRenderingTests.choose))
        #expect(
            open.contains(
                "<select id=\"field-a\" name=\"a\" required>\n<option value=\"\" selected>Please choose"
            ))
        #expect(open.count(of: " selected") == 1)
    }

    @Test func `radio buttons are a fieldset with a legend, and an error links to the first button`() {
        let group = Samples.screen(.radio, value: "s", error: "No.", FieldRenderingTests.choose)
        let page = Rendering.page(group)
        #expect(
            page.contains(
                "<fieldset class=\"field choices\" role=\"radiogroup\" aria-required=\"true\" aria-invalid=\"true\" aria-describedby=\"error-a\">\n<legend>A &amp; B</legend>"
            ))
        #expect(
            page.contains(
                "<input type=\"radio\" id=\"field-a\" name=\"a\" value=\"s\" checked required><label for=\"field-a\">Small"
            ))
        #expect(
            page.contains(
                "<input type=\"radio\" id=\"field-a-2\" name=\"a\" value=\"l&amp;\" required><label for=\"field-a-2\">Large"
            ))
        #expect(page.contains("<a href=\"#field-a\">No.</a>"))
    }

    @Test(arguments: [Field.Kind.select, .radio])
    func `choices are a list in Siren, as its schema defines`(kind: Field.Kind) throws {
        let field = try siren(Samples.screen(kind, value: "l&", FieldRenderingTests.choose))
        #expect(field["type"] as? String == "radio")
        let choices = try #require(field["value"] as? [[String: Any]])
        #expect(choices.map { $0["title"] as? String } == ["Small <S>", "Large"])
        #expect(choices.map { $0["value"] as? String } == ["s", "l&"])
        #expect(choices.map { $0["selected"] as? Bool } == [false, true])
    }

    @Test func `with several forms, checkboxes and choices belong to the main form`() {
        for kind in [Field.Kind.checkbox, .radio, .select] {
            var screen = Samples.screen(kind, FieldRenderingTests.choose)
            screen.elements += [.beginForm, .endForm]
            let page = Rendering.page(screen)
            let controls =
                page.pieces(around: "name=\"a\"").dropFirst() + page.pieces(around: "name=\"_shown.a\"").dropFirst()
            for control in controls { #expect(control.prefix { $0 != ">" }.contains(" form=\"screen\""), "\(kind)") }
        }
    }
}

extension Screen {
    fileprivate var wholeHelp: String? {
        for case .field(let element) in elements { return element.field.wholeHelp }
        return nil
    }
}
