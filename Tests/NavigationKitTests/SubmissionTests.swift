@testable import Navigation
@testable import Responders
@testable import Views
import Testing

@Suite("Parsing of submissions") struct SubmissionTests {
    @Test(
        arguments: [
            ("back", "back", [:]), ("select-friend?friend=7", "select-friend", ["friend": "7"]),
            ("a?b=", "a", ["b": ""]),
            ("a?b=%C3%A9%26&c=%3D", "a", ["b": "é&", "c": "="]), ("a?b=x=y", "a", ["b": "x=y"]),
            ("a?b=1+1", "a", ["b": "1+1"]),
            ("a?b=1&b=1", "a", ["b": "1"]), ("a?", "a", [:]), ("", "", [:]),
        ] as [(String, String, [String: String])])
    func `a token is parsed as a name and values`(token: String, name: String, values: [String: String]) throws {
        let submission = try FormSubmission(token: token)
        #expect(submission.name == name)
        for (name, text) in values { #expect(submission.text(of: name) == text) }
        #expect(submission.text(of: "nothing") == nil)
    }

    @Test(arguments: ["a?b", "a?b&c=1", "a?b=%", "a?b=%4", "a?b=%zz", "a?b=%FF", "a?%C3=1"])
    func `a malformed token is refused`(token: String) {
        #expect(throws: SubmissionError.malformedAction(token)) { _ = try FormSubmission(token: token) }
    }

    @Test(
        arguments: [
            ("a?b=1&b=2", []), ("a?b=1", [("b", "2")]), ("a", [("b", "1"), ("b", "2")]),
            ("a", [("b", ""), ("c", "1"), ("b", " ")]),
            ("a?b=1", [("b", "1"), ("b", "2")]),
        ] as [(String, [(String, String)])])
    func `two different values for one name are refused`(token: String, values: [(String, String)]) {
        #expect(throws: SubmissionError.contradiction("b")) {
            _ = try FormSubmission(token: token, values: values.map { .init(name: $0.0, text: $0.1) })
        }
    }

    @Test func `the same value twice for one name is accepted`() throws {
        let submission = try FormSubmission(
            token: "a?b=1", values: [.init(name: "b", text: "1"), .init(name: "b", text: "1")])
        #expect(submission.text(of: "b") == "1")
    }

    @Test func `parsing any token gives a submission or a SubmissionError`() {
        var generator = SeededGenerator(state: 13)
        let alphabet = Array("ab?=&%2F+;é\0 ")
        for _ in 0..<5_000 {
            let token = String(
                (0..<Int.random(in: 0...12, using: &generator)).compactMap { _ in
                    alphabet.randomElement(using: &generator)
                })
            do {
                let submission = try FormSubmission(token: token)
                #expect(!submission.name.contains("?"))
            } catch { #expect(error is SubmissionError) }
        }
    }
}
