@testable import Navigation
@testable import Responders
@testable import Views
import Testing

@Suite("Segments of a location") struct SegmentTests {
    @Test(
        arguments: [
            (["friend", "7"], "friend:7"), ([""], "!e"), ([nil], "!n"), (["", ""], ":"), ([nil, ""], "!n:"),
            (["."], "!2E"), ([".."], "!2E!2E"), (["..."], "!2E!2E!2E"), (["a..b"], "a..b"), (["a/b"], "a!2Fb"),
            (["a\\b"], "a!5Cb"), (["a:b"], "a!3Ab"), (["~a~"], "!7Ea~"), (["a", "~b"], "a:~b"), (["!n"], "!21n"),
            (["100%"], "100!25"), (["a b+c"], "a%20b%2Bc"), (["é"], "%C3%A9"), (["日"], "%E6%97%A5"),
            (["?#&=;"], "%3F%23%26%3D%3B"),
            (["\0\n\u{7F}"], "!00!0A!7F"), (["_"], "_"), (["=a"], "%3Da"), (["<\">"], "%3C%22%3E"),
            (["search", "a", nil], "search:a:!n"),
        ] as [([String?], String)])
    func `the words of a segment are printed as one step and parsed back`(words: [String?], text: String) {
        #expect(Segment(words: words).text == text)
        #expect(Segment(parsing: text)?.words == words)
    }

    @Test(arguments: [
        "", ".", "..", "%2E%2E", "a%2Fb", "a%5Cb", "~a", "%7Ea", "!7ea", "!61", "a!2fb", "!", "a!2", "!zz", "!e!e",
        "a!nb", "!_", "=", "=a",
        "%", "%4", "%zz", "%FF", "%C3", "!FF", "!C3!A9", "a%00b", "a%0Ab", "!2Ea", "a%25",
    ])
    func `text that is not the printed form of a segment is refused`(text: String) {
        #expect(Segment(parsing: text) == nil)
    }

    @Test(arguments: [("%61", "a"), ("friend%3A7", "friend:7"), ("%e6%97%a5", "%E6%97%A5"), ("a'(b)", "a%27%28b%29")])
    func `RFC 3986 §6.2.2: unneeded percent-encoding is accepted and normalized`(sent: String, printed: String) {
        #expect(Segment(parsing: sent)?.text == printed)
    }

    @Test func `a segment of random words round-trips, and URL normalization does not change its text`() throws {
        var generator = SeededGenerator(state: 8)
        for _ in 0..<5_000 {
            let words = (0..<Int.random(in: 1...4, using: &generator)).map { _ -> String? in
                guard Int.random(in: 0..<6, using: &generator) > 0 else { return nil }
                return (0..<Int.random(in: 0...2, using: &generator)).map { _ in
                    treacherousWords.randomElement(using: &generator) ?? ""
                }.joined()
            }
            let text = Segment(words: words).text
            #expect(Segment(parsing: text)?.words == words, "\(words) printed as \(text)")
            #expect(!text.isEmpty && !text.hasPrefix("~") && text != "!_")
            #expect(!text.allSatisfy { $0 == "." })
            #expect(text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !Set("/\\?#".utf8).contains($0) })
        }
    }

    enum Sample: Route {
        case plain, twoWords(Int), optional(a: Int?, b: Int?), text(String?), mixed(Bool, Double, UInt8, name: String)
        case identifier(Identifier), flags(a: Bool?, b: Double?, c: UInt16?)
    }
    struct Identifier: Codable, Hashable {
        var raw: Int
        init(_ raw: Int) { self.raw = raw }
        init(from decoder: any Decoder) throws { raw = try decoder.singleValueContainer().decode(Int.self) }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(raw)
        }
    }

    @Test(arguments: [
        (Sample.plain, "plain"), (.twoWords(-7), "two-words:-7"), (.optional(a: 1, b: 2), "optional:1:2"),
        (.optional(a: nil, b: 5), "optional:!n:5"), (.optional(a: 5, b: nil), "optional:5:!n"),
        (.optional(a: nil, b: nil), "optional:!n:!n"), (.text(nil), "text:!n"), (.text(""), "text:"),
        (.text("!n"), "text:!21n"), (.mixed(true, 0.5, 255, name: "a:b"), "mixed:true:0.5:255:a!3Ab"),
        (.identifier(Identifier(9)), "identifier:9"), (.flags(a: nil, b: 1.5, c: nil), "flags:!n:1.5:!n"),
        (.flags(a: true, b: nil, c: 3), "flags:true:!n:3"),
    ])
    func `a route is printed as its case name and values, and parsed back`(route: Sample, text: String) throws {
        #expect(route.segment.text == text)
        #expect(Segment(parsing: route.segment.text).flatMap { Sample(segment: $0) } == route)
    }

    @Test(arguments: [
        "two-words", "two-words:", "two-words:+7", "two-words:007", "two-words:7:8", "two-words:!n", "twoWords:7",
        "plain:",
        "Plain", "two-words:9223372036854775808", "mixed:1:0.5:255:a", "mixed:true:.5:255:a", "mixed:true:0.5:256:a",
        "optional:1", "two-words:٣", "two--words:7", "-plain",
    ])
    func `text that is not the printed form of a route is refused`(text: String) throws {
        let segment = try #require(Segment(parsing: text))
        #expect(Sample(segment: segment) == nil)
    }
}
