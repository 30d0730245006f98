@testable import Navigation
@testable import Responders
@testable import Views
import Testing

@Suite("Input validation as in HTML") struct FieldTests {
    private static func field(
        _ kind: Field.Kind, minimum: String? = nil, maximum: String? = nil, step: Double? = nil
    ) -> Field {
        var field = Field(name: "it", label: "It", kind: kind)
        (field.minimum, field.maximum, field.step) = (minimum, maximum, step)
        return field
    }

    @Test(
        arguments: [
            (.url, "https://example.org/a?b#c", "https://"), (.url, "HTTP://x", "example.org"),
            (.url, "https://x", "https://a\"b<"), (.url, "mailto:ada@example.org", "mailto:"), (.url, "tel:1", "a b:c"),
            (.url, "ftp://x", "1tp://x"),
            (.tel, "+44 (0) 20 / 7946-0018 ext. 3", nil), (.email, "ada@example.org", "ada"),
            (.email, "żółw@exämple.org", "ada@"),
            (.color, "#0f6B66", "#0f6b6"), (.color, "#000000", "red"), (.color, "#ffffff", "#gggggg"),
            (.date, "2024-02-29", "2023-02-29"), (.date, "2000-02-29", "1900-02-29"),
            (.date, "0001-01-01", "0000-12-31"),
            (.date, "2026-12-31", "2026-13-01"), (.date, "12026-01-31", "2026-04-31"),
            (.date, "2026-03-09", "9.3.2026"),
            (.date, "2026-01-01", "2026-1-1"), (.date, "2026-01-01", "2026-01-01 "),
            (.date, "2026-01-01", "-2026-01-01"),
            (.date, "275760-09-13", "9999999-01-01"),
            (.time, "00:00", "24:00"), (.time, "23:59", "23:60"), (.time, "17:30:00", "17:30:00.0000"),
            (.time, "17:30:00.000", "17:30:"), (.time, "08:15", "8:15"), (.time, "08:15", "08:15 pm"),
            (.dateTime, "2026-03-09T17:30", "2026-03-09"), (.dateTime, "2026-03-09T17:30", "2026-03-09T"),
            (.dateTime, "1969-12-31T23:59", "2026-02-30T10:00"),
            (.month, "2026-03", "2026-3"), (.month, "2026-12", "2026-13"), (.month, "1960-01", "2026-00"),
            (.week, "2026-W53", "2025-W53"), (.week, "2020-W53", "2026-W00"), (.week, "2026-W01", "2026-01"),
            (.number, "-2.5e3", "2,5"), (.number, "0", "0x10"), (.range, "50", "fifty"), (.range, "0", "nan"),
        ] as [(Field.Kind, String, String?)])
    func `a text that does not match its kind is refused, with an example except for numbers`(
        kind: Field.Kind, right: String, wrong: String?
    ) throws {
        let field = FieldTests.field(kind)
        #expect(field.problem(with: right) == nil)
        guard let wrong else { return }
        let problem = try #require(field.problem(with: wrong), "\(wrong)")
        #expect(problem.hasPrefix("“It” must be a"))
        let example = problem.split(separator: ", such as ").dropFirst().first?.dropLast()
        if let example { #expect(field.problem(with: String(example)) == nil) }
        #expect(kind.isNumber == (example == nil))
    }

    @Test(arguments: [Field.Kind.text, .textarea, .search, .tel, .email, .url, .password])
    func `spaces count as characters`(kind: Field.Kind) throws {
        var field = FieldTests.field(kind)
        field.maximumLength = 5
        #expect(field.problem(with: "     ") == nil)
        #expect(try #require(field.problem(with: "      ")).contains("at most 5 are allowed"))
        #expect(field.problem(with: String(repeating: "\u{2003}", count: 6)) != nil)
    }

    @Test(
        arguments: [
            (.textarea, "a\r\nb\rc\nd\n\re\r\n\r\n", "a\nb\nc\nd\n\ne\n\n"), (.text, "a\r\nb\rc\nd", "abcd"),
            (.search, "\r\n", ""), (.textarea, "plain", "plain"), (.password, "a\nb", "ab"),
            (.select, "a\r\nb", "a\nb"), (.radio, "a\r\nb", "a\nb"),
        ] as [(Field.Kind, String, String)])
    func `HTML §4.10.22.6: a line end is one character in a multi-line field and a choice, and is removed from others`(
        kind: Field.Kind, sent: String, value: String
    ) throws {
        let submission = try FormSubmission(token: "go", values: [.init(name: "it", text: sent)])
        #expect(submission.text(of: FieldTests.field(kind)) == value)
    }

    @Test(arguments: [0, 0x0B, 0x1B, 0x7F, 0x85, 0xFDD0, 0xFFFF, 0x10FFFE] as [UInt32])
    func `HTML §13.2.3.5: a character that HTML cannot contain is refused`(code: UInt32) throws {
        let text = "a" + String(Character(try #require(Unicode.Scalar(code))))
        for kind in [Field.Kind.text, .textarea] {
            let problem = FieldTests.field(kind).problem(with: text)
            #expect(try #require(problem).contains("cannot be shown"))
        }
        #expect(FieldTests.field(.textarea).problem(with: "\t\n\u{A0}\u{FFFD}\u{1F4A3}") == nil)
    }

    @Test func `positions count days, milliseconds, months and weeks since 1970 and convert back to their texts`() {
        let cases: [(Field.Kind, String, Double)] = [
            (.date, "1970-01-01", 0), (.date, "1969-12-31", -1), (.date, "2000-03-01", 11_017),
            (.time, "00:01", 60_000),
            (.date, "0001-01-01", -719_162), (.dateTime, "1970-01-02T00:00:01", 86_401_000),
            (.dateTime, "1969-12-31T23:59", -60_000), (.month, "1970-01", 0), (.month, "1969-12", -1),
            (.month, "2026-03", 674), (.week, "1970-W01", 0), (.week, "1969-W52", -1), (.week, "2026-W11", 2_932),
            (.time, "23:59:59.007", 86_399_007), (.number, "2.5", 2.5), (.number, "7", 7), (.week, "2020-W53", 2_661),
        ]
        for (kind, text, position) in cases {
            #expect(kind.position(of: text) == position, "\(kind) \(text)")
            #expect(kind.text(at: position) == text, "\(kind) \(text)")
        }
    }

    @Test func `each day of four hundred years round-trips and is one more than the day before`() {
        var last = Field.Kind.date.position(of: "1799-12-31") ?? 0
        for year in 1800..<2200 {
            for month in 1...12 {
                for day in 1...31 {
                    let parts = [
                        String(year), (month < 10 ? "0" : "") + String(month), (day < 10 ? "0" : "") + String(day),
                    ]
                    let text = parts.joined(separator: "-")
                    guard let position = Field.Kind.date.position(of: text) else { continue }
                    #expect(position == last + 1, "\(text)")
                    #expect(Field.Kind.date.text(at: position) == text)
                    last = position
                }
            }
        }
        #expect(last == Field.Kind.date.position(of: "2199-12-31"))
    }

    @Test(
        arguments: [
            (field(.number, minimum: "1", maximum: "10"), "10", "11", "between 1 and 10"),
            (field(.number, minimum: "1"), "1", "0.999", "1 or more"),
            (field(.number, maximum: "-1"), "-1", "0", "-1 or less"),
            (field(.number, minimum: "1", step: 3), "7", "8", "7 or 10"),
            (field(.number, minimum: "1", maximum: "9", step: 3), "7", "8", "7"),
            (field(.number, step: 0.1), "0.3", "0.35", "0.3 or 0.4"),
            (field(.number, step: 5), "-5", "-3", "-5 or 0"),
            (field(.number), "0.123", "x", "a number"),
            (field(.number, step: -1), "0.123", "x", "a number"),
            (field(.range), "100", "101", "between 0 and 100"),
            (field(.range, minimum: "-1", maximum: "1", step: 0.5), "-0.5", "0.6", "0.5 or 1"),
            (field(.date, minimum: "2026-03-09"), "2026-03-09", "2026-03-08", "2026-03-09 or later"),
            (field(.date, maximum: "2026-03-09"), "2026-03-09", "2026-03-10", "2026-03-09 or earlier"),
            (field(.date, minimum: "2026-03-09", step: 7), "2026-03-16", "2026-03-17", "2026-03-16 or 2026-03-23"),
            (field(.time, minimum: "09:00", maximum: "17:00"), "17:00", "17:01", "between 09:00 and 17:00"),
            (field(.time, minimum: "22:00", maximum: "06:00"), "23:30", "12:00", "between 22:00 and 06:00"),
            (field(.time, minimum: "22:00", maximum: "06:00"), "06:00", "06:01", "between 22:00 and 06:00"),
            (field(.time, minimum: "22:00", maximum: "06:00", step: 900), "23:15", "23:20", "23:15 or 23:30"),
            (field(.time, minimum: "22:00", maximum: "05:55", step: 900), "05:45", "05:50", "05:45"),
            (field(.time), "17:30:00", "17:30:15", "17:30 or 17:31"),
            (field(.time, step: 1), "17:30:15", "17:30:15.5", "17:30:15 or 17:30:16"),
            (field(.time, step: 900), "17:45", "17:50", "17:45 or 18:00"),
            (
                field(.dateTime, minimum: "2026-03-09T10:00", step: 3_600), "2026-03-10T11:00", "2026-03-10T11:30",
                "2026-03-10T11:00 or 2026-03-10T12:00"
            ),
            (field(.month, minimum: "2026-01", step: 3), "2026-04", "2026-05", "2026-04 or 2026-07"),
            (
                field(.week, minimum: "2026-W10", maximum: "2026-W12"), "2026-W12", "2026-W13",
                "between 2026-W10 and 2026-W12"
            ),
        ])
    func `bounds and steps work as in HTML, and the message contains valid values`(
        field: Field, right: String, wrong: String, message: String
    ) {
        #expect(field.problem(with: right) == nil)
        #expect(field.problem(with: wrong) == "“It” must be \(message).")
    }

    @Test(arguments: [("abc", "abc"), ("abcd", "abc"), ("ab\u{1F642}", "ab"), ("a\u{1F642}c", "a\u{1F642}")])
    func `a page shows at most the field's maximum length of a text and never half a character`(
        typed: String, shown: String
    ) {
        #expect(Field(name: "it", label: "It", maximumLength: 3).kept(of: typed) == shown)
    }

    @Test func `lengths, patterns and missing values are checked`() {
        var field = Field(name: "plate", label: "Plate", isRequired: true, maximumLength: 8)
        field.minimumLength = 4
        field.pattern = Pattern("[A-Z]{2}-\\d+", "two capital letters, a dash and digits")
        #expect(field.problem(with: "AB-1234") == nil)
        #expect(field.problem(with: "") == "Please fill in “Plate”.")
        #expect(field.problem(with: "A-1") == "“Plate” is 3 characters long; at least 4 are needed.")
        #expect(field.problem(with: "AB-123456") == "“Plate” is 9 characters long; at most 8 are allowed.")
        #expect(field.problem(with: "A") == "“Plate” is 1 character long; at least 4 are needed.")
        let letter = Field(name: "letter", label: "Letter", maximumLength: 1)
        #expect(letter.problem(with: "AB") == "“Letter” is 2 characters long; at most 1 is allowed.")
        #expect(field.problem(with: "ab-12") == "“Plate” must be two capital letters, a dash and digits.")
        #expect(
            Field(name: "a", label: "Day", kind: .date, isRequired: true).problem(with: " ")
                == "Please fill in “Day”: a date, such as 2026-03-09.")
    }

    @Test func `a choice must equal one of the offered values byte for byte`() {
        var field = Field(name: "size", label: "Size", kind: .select, isRequired: true)
        field.choices = [.init("Small", value: "s"), .init("Large", value: "l"), .init("É", value: "\u{E9}")]
        #expect(field.problem(with: "l") == nil)
        #expect(field.problem(with: "xl") == "That is not a choice of “Size”; choose Small, Large or É.")
        #expect(field.problem(with: "e\u{301}") != nil)
        #expect(field.problem(with: "") == "Please choose Small, Large or É for “Size”.")
        field.choices = (0..<50).map { .init("Number \($0)", value: "\($0)") }
        #expect(field.problem(with: "50") == "That is not a choice of “Size”; choose one from the list.")
        field.isRequired = false
        #expect(field.problem(with: "") == nil)
    }

    @Test func `a checkbox is true or false`() {
        var field = Field(name: "agree", label: "I agree", kind: .checkbox)
        #expect(["true", "false", ""].allSatisfy { field.problem(with: $0) == nil })
        #expect(field.problem(with: "on") == "“I agree” must be true or false.")
        field.isRequired = true
        #expect(field.problem(with: "true") == nil)
        #expect(field.problem(with: "false") == "Please tick “I agree” to go on.")
    }
}
