@testable import Navigation
@testable import Responders
@testable import Views
import Testing

@Suite("Patterns match like HTML's and in bounded time") struct PatternTests {
    @Test(
        arguments: [
            ("[A-Z]{2}-\\d{4}", ["AB-1234"], ["AB-123", "AB-12345", "xAB-1234", "ab-1234", ""]),
            ("\\d{5}(-\\d{4})?", ["12345", "12345-6789"], ["12345-", "1234"]),
            ("cat|dog|", ["cat", "dog", ""], ["ca", "catdog", "og"]),
            ("(?:a|bc)+d*", ["a", "abcbcddd", "bcd"], ["", "d", "ab"]),
            ("a{2,}", ["aa", "aaaaaa"], ["a", ""]), ("a{0}b{1,2}", ["b", "bb"], ["ab", "bbb", ""]),
            (".", ["x", "é", "🏳"], ["", "\n", "xy", "\u{2028}"]), ("[^0-9]", ["a", "\n"], ["5", ""]),
            ("[\\w.\\-]+", ["a_B.9-"], ["a b", "é"]), ("\\s\\S\\D\\W", [" x.,", "\u{A0}x.,"], ["xx.,", " x1,"]),
            ("\\(\\)\\[\\]\\.\\/", ["()[]./"], ["()[]x/"]), ("é", ["é"], ["e\u{301}"]), ("a+?b*?c??", ["aabc"], ["c"]),
            ("((a?)*)*b", ["b", "aaab"], ["aaa"]), ("[a-c\\]x]+", ["abc]x"], ["d"]), ("a-b,c:d", ["a-b,c:d"], ["a"]),
        ])
    func `a pattern matches the whole text or nothing`(source: String, right: [String], wrong: [String]) {
        let pattern = Pattern(source, "right")
        #expect(pattern.isReadable)
        for text in right { #expect(pattern.matches(text), "\(text)") }
        for text in wrong { #expect(!pattern.matches(text), "\(text)") }
    }

    @Test(arguments: [
        "^a$", "(?=a)b", "(?<n>a)", "\\1", "a**", "*", "[z-a]", "[a", "(a", "a)", "a{2,1}", "a{,2}", "{", "]", "\\",
        "\\q",
        "[a-]", "[-a]", "[a&&b]", "[a--b]", "[\\d-z]", "\\p{L}", "a{1001}", "(((a{100}){100}){100}){100}",
        "((){1000}){1000}", "[\\D]", "\\b",
    ])
    func `unsupported syntax and too large patterns are refused and match nothing`(source: String) {
        let pattern = Pattern(source, "right")
        #expect(!pattern.isReadable)
        #expect(!pattern.matches("a") && !pattern.matches(""))
    }

    @Test func `too deeply nested groups are refused`() {
        let deep = String(repeating: "(", count: 10_000) + "a" + String(repeating: ")", count: 10_000)
        #expect(!Pattern(deep, "right").isReadable)
    }

    @Test func `nested repetitions cause no catastrophic backtracking`() {
        // A backtracking matcher would try 2 to the power of 1,000 alternatives.
        let text = String(repeating: "a", count: 1_000)
        #expect(!Pattern("(a|a)*b", "right").matches(text))
        #expect(!Pattern("(a*)*b", "right").matches(text))
        #expect(Pattern("(a|a)*", "right").matches(text))
    }

    @Test func `an unsupported pattern is reported when it is shown`() async throws {
        let form = ActionTests.Around(
            Sheet {
                TextField("Friend", name: "friend", pattern: Pattern("^a", "an a"))
                Button("Choose", action: SelectFriend(friend: 3))
            })
        let visit = try Visit(Stage(form))
        _ = try await visit.screen
        #expect(
            visit.issues == [.unreadablePattern("^a", field: "friend", chain: "Sheet → Around → Window → Stage")])
    }
}
