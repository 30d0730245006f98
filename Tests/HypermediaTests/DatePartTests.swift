import Hypermedia
@testable import Languages
@testable import Navigation
@testable import Responders
@testable import Views
import Testing

@Suite("Dates that are typed in three parts") struct DatePartTests {
    private static var field: Field {
        var field = Field(name: "born", label: "Born", kind: .date, isRequired: true, autocomplete: .birthday)
        field.hasDateParts = true
        field.minimum = "1900-01-01"
        return field
    }

    private func markup(
        _ value: String, error: String? = nil, in language: Language = .english, of field: Field = Self.field
    ) -> String {
        var screen = Screen()
        screen.elements = [.field(.init(field: field, value: value, error: error))]
        let context = Samples.context(at: "/friends")
        context.localization = Localization(language)
        return Rendering.page(screen, in: context)
    }

    private func submission(_ day: String?, _ month: String?, _ year: String?) throws -> FormSubmission {
        let parts: [(DateParts.Part, String?)] = [(.day, day), (.month, month), (.year, year)]
        return try FormSubmission(
            token: "save",
            values: parts.compactMap { part, text in
                text.map { .init(name: part.name(in: "born"), text: $0) }
            })
    }

    @Test func `a date is a group with an input for each part`() {
        let page = markup("1990-02-03")
        #expect(page.contains("<fieldset class=\"field choices\">\n<legend>Born</legend>\n<div class=\"parts\">"))
        #expect(
            page.contains(
                """
                <div class="field"><label for="field-born">Day</label>
                <input type="text" inputmode="numeric" id="field-born" name="_day.born" required maxlength="2" \
                autocomplete="bday-day" value="3"></div>
                <div class="field"><label for="field-born-month">Month</label>
                <input type="text" inputmode="numeric" id="field-born-month" name="_month.born" required \
                maxlength="2" autocomplete="bday-month" value="2"></div>
                <div class="field"><label for="field-born-year">Year</label>
                <input type="text" inputmode="numeric" id="field-born-year" name="_year.born" required \
                maxlength="4" autocomplete="bday-year" value="1990"></div>
                """), "\(page)")
        #expect(!page.contains("name=\"born\""))
    }

    @Test func `three inputs have no unit and no suggestions, and refer to none`() throws {
        var field = Self.field
        (field.unit, field.suggestions, field.help) = ("AD", ["1990-02-03"], "As in your passport")
        let page = markup("", of: field)
        #expect(page.contains("aria-describedby=\"help-born\">"))
        #expect(!page.contains("unit-born") && !page.contains(">AD<"))
        let screen = Samples.screen(.date) {
            ($0.hasDateParts, $0.unit, $0.suggestions) = (true, "AD", ["1990-02-03"])
        }
        let actions = try Rendering.siren(screen)["actions"] as? [[String: Any]]
        let sent = try #require((actions?.first?["fields"] as? [[String: Any]])?.last)
        #expect(sent["name"] as? String == "a" && sent["unit"] == nil && sent["suggestions"] == nil)
    }

    @Test(
        arguments: [
            (.german, ["day", "month", "year"]), (.japanese, ["year", "month", "day"]),
            (.arabic, ["day", "month", "year"]),
        ] as [(Language, [String])])
    func `the parts have the order of the language`(language: Language, order: [String]) {
        let names = markup("", in: language).pieces(around: "inputmode=\"numeric\"").dropFirst().map {
            $0.between("name=\"_", ".") ?? ""
        }
        #expect(names == order)
    }

    @Test(arguments: [
        ("3", "2", "1990", "1990-02-03"), (" 03 ", "２", "1990", "1990-02-03"), ("", "", "", ""),
        ("31", "2", "2001", "2001-02-31"), ("", "2", "1990", "1990-02-"), ("-3", "x", "90", "90-x-–3"),
    ])
    func `the parts become the text of one date`(day: String, month: String, year: String, text: String) throws {
        #expect(try submission(day, month, year).text(of: Self.field) == text)
    }

    @Test func `one text counts instead of parts, and no part at all is no value`() throws {
        let both = try FormSubmission(
            token: "save", values: [.init(name: "_day.born", text: "9"), .init(name: "born", text: "1990-02-03")])
        #expect(both.text(of: Self.field) == "1990-02-03")
        #expect(try FormSubmission(token: "save").text(of: Self.field) == nil)
        #expect(try submission(nil, nil, "1990").text(of: Self.field) == "1990--")
    }

    @Test(
        arguments: [
            ("2001-02-31", .day, "The day of “Born” must be a number from 1 to 28 in that month."),
            ("2000-02-30", .day, "The day of “Born” must be a number from 1 to 29 in that month."),
            ("2000-04-00", .day, "The day of “Born” must be a number from 1 to 30 in that month."),
            ("2001-13-01", .month, "The month of “Born” must be a number from 1 to 12."),
            ("2001-feb-01", .month, "The month of “Born” must be a number from 1 to 12."),
            ("90-02-01", .year, "The year of “Born” must have four digits, such as 1990."),
            ("2001-02-", .day, "“Born” must include a day."), ("2001--03", .month, "“Born” must include a month."),
            ("-02-03", .year, "“Born” must include a year."),
            ("2001-99999999999999999999-03", .month, "The month of “Born” must be a number from 1 to 12."),
        ] as [(String, DateParts.Part, String)])
    func `an error names the wrong part, which is marked and linked`(
        text: String, part: DateParts.Part, message: String
    ) throws {
        #expect(Self.field.problem(with: text) == message)
        let page = markup(text, error: message)
        #expect(page.count(of: "aria-invalid") == 1 && page.contains("<a href=\"#field-born\">"))
        let input = try #require(page.between("id=\"field-born\"", ">"))
        #expect(input.contains("name=\"_\(part.rawValue).born\"") && input.contains("aria-invalid"))
        #expect(page.contains("<fieldset class=\"field choices\" aria-describedby=\"error-born\">"))
    }

    @Test func `an error without a wrong part is about all of them`() throws {
        for text in ["1815-12-10", "", "x", "1-2-3-4"] {
            let message = try #require(Self.field.problem(with: text))
            #expect(markup(text, error: message).count(of: "aria-invalid") == 3)
        }
        #expect(Self.field.problem(with: "") == "Please fill in “Born”.")
        #expect(Self.field.problem(with: "1990-02-03") == nil)
    }

    @Test func `a typed part is escaped in the page and in Siren`() throws {
        let text = try submission("\"><b", "1", "1990").text(of: Self.field) ?? ""
        #expect(markup(text).contains("value=\"&quot;><b\"") || markup(text).contains("value=\"&quot;&gt;&lt;b\""))
        var screen = Screen()
        screen.elements = [.field(.init(field: Self.field, value: text, error: nil))]
        _ = try Rendering.siren(screen)
    }

    @Test(arguments: [("٣", "٢", "١٩٩٠"), ("３", "２", "１９９０"), ("۳", " 2", "1990 ")])
    func `digits of other scripts are digits`(day: String, month: String, year: String) throws {
        let submission = try submission(day, month, year)
        #expect(submission.text(of: Self.field) == "1990-02-03")
        #expect(Self.field.problem(with: "1990-02-03") == nil)
    }

    @Test(arguments: [("1-2", "2", "1990"), ("-1", "2", "1990"), ("1", "2", "19-90"), ("1", "2", "-1990")])
    func `a part with a hyphen is wrong`(day: String, month: String, year: String) throws {
        let text = try #require(try submission(day, month, year).text(of: Self.field))
        #expect(Self.field.problem(with: text) != nil)
    }
}
