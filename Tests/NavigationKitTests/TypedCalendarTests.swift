@testable import Navigation
@testable import Responders
@testable import Views
import Testing

@Suite("Months and weeks typed as text") struct TypedCalendarTests {
    @Test(
        arguments: [
            (.month, "2026-3", "2026-03"), (.month, "2026/03", "2026-03"), (.month, "3/2026", "2026-03"),
            (.month, "03.2026", "2026-03"), (.month, " 2026 3 ", "2026-03"), (.month, "March 2026", "2026-03"),
            (.month, "2026, sept", "2026-09"), (.month, "DEC-2026", "2026-12"), (.month, "1 12026", "12026-01"),
            (.week, "2026 11", "2026-W11"), (.week, "2026W11", "2026-W11"), (.week, "w3/2026", "2026-W03"),
            (.week, "Week 11, 2026", "2026-W11"), (.week, "2026-w9", "2026-W09"), (.week, "11.2026", "2026-W11"),
        ] as [(Field.Kind, String, String)])
    func `a month or a week is accepted in common notations`(kind: Field.Kind, typed: String, value: String) throws {
        let submission = try FormSubmission(token: "save", values: [.init(name: "a", text: typed)])
        let field = Field(name: "a", label: "A", kind: kind)
        #expect(submission.text(of: field) == value)
        #expect(field.problem(with: value) == nil)
    }

    @Test(
        arguments: [
            (.month, "2026-13"), (.month, "2026"), (.month, "ma 2026"), (.month, "26-03"), (.month, "2026-03-09"),
            (.month, "Marching 2026"), (.month, "2026 March 3 1"), (.month, "0 2026"), (.month, ""), (.month, "é 2026"),
            (.month, "99999999999999999999 3"), (.month, String(repeating: "-", count: 100)), (.week, "2025-W53"),
            (.week, "2026 W"), (.week, "2026 week"), (.week, "day 11 2026"), (.week, "W11"), (.week, "2026-W00"),
            (.text, "3/2026"), (.date, "3/2026"), (.month, "2026-03"), (.week, "2026-W11"),
        ] as [(Field.Kind, String)])
    func `other texts and other kinds are unchanged`(kind: Field.Kind, typed: String) throws {
        let submission = try FormSubmission(token: "save", values: [.init(name: "a", text: typed)])
        #expect(submission.text(of: Field(name: "a", label: "A", kind: kind)) == typed)
    }

    @Test func `parsing any text does not trap`() {
        var generator = SeededGenerator(state: 25)
        let alphabet = Array("0123456789 -/.,wWkmarchMAY\r\n\u{301}é٣🙂")
        for _ in 0..<20_000 {
            let text = String(
                (0..<Int.random(in: 0...14, using: &generator)).compactMap { _ in
                    alphabet.randomElement(using: &generator)
                })
            for kind in [Field.Kind.month, .week] {
                let value = TypedCalendarText.normalized(text, of: kind)
                #expect(value == text || kind.position(of: value) != nil)
            }
        }
    }
}
