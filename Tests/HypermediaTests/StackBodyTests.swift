import Hypermedia
import Testing

@Suite("RFC 8259: bodies of stacks") struct StackBodyTests {
    private func parse(_ body: String, limit: Int = 256) throws -> [String] {
        try StackBody.parse(Array(body.utf8), limit: limit)
    }

    @Test(
        arguments: [
            (#"{"routes":[]}"#, []), (#"{"routes":["list","friend:7"]}"#, ["list", "friend:7"]),
            (" \t{ \"routes\" :\r\n[ \"a\" , \"b\" ] } \n", ["a", "b"]), (#"{"\u0072outes":["\u00e9"]}"#, ["é"]),
            (#"{"x":1,"routes":["a"],"y":{"routes":["b"]},"z":[[],{},[{"q":[null,true,-1.5e3,"]"]}]]}"#, ["a"]),
            (
                #"{"entities":[{"properties":{"route":"a"}},{"x":0,"properties":{"index":9,"route":"b","t":""}}]}"#,
                ["a", "b"]
            ),
            (#"{"entities":[]}"#, []), (#"{"properties":{"routes":["x"]},"entities":[]}"#, []),
            (#"{"x":1,"x":2,"routes":["a"]}"#, ["a"]),
        ] as [(String, [String])])
    func `the routes are read in order, and other members are ignored`(body: String, expected: [String]) throws {
        #expect(try parse(body) == expected)
    }

    @Test(
        arguments: [
            ("", .malformedJSON, 0), ("[]", .malformedJSON, 0), ("{}", .malformedJSON, 0),
            ("{\"a\":1}", .malformedJSON, 0),
            ("{\"routes\":\"a\"}", .malformedJSON, 10), ("{\"routes\":[1]}", .malformedJSON, 11),
            ("{\"routes\":[\"a\",]}", .malformedJSON, 15), ("{\"routes\":[\"a\" \"b\"]}", .malformedJSON, 15),
            ("{\"routes\":[\"a\"}", .malformedJSON, 14), ("{\"routes\":[\"a\"],}", .malformedJSON, 16),
            ("{\"routes\":[\"a\"]} {", .malformedJSON, 17), ("{\"routes\":[],\"routes\":[]}", .contradiction, 13),
            ("{\"entities\":[],\"routes\":[]}", .contradiction, 15), ("{\"entities\":[{}]}", .malformedJSON, 13),
            ("{\"entities\":[{\"properties\":{}}]}", .malformedJSON, 27), ("{\"entities\":[1]}", .malformedJSON, 13),
            ("{\"entities\":[{\"properties\":{\"route\":\"a\",\"route\":\"a\"}}]}", .contradiction, 40),
            ("{\"x\":[}", .malformedJSON, 6), ("{\"x\":[1 2]}", .malformedJSON, 8),
            ("{\"x\":{1:2}}", .malformedJSON, 6),
            ("{\"x\":[{\"y\":1]}", .malformedJSON, 12), ("{\"x\":", .malformedJSON, 5),
            ("{\"x\":{\"y\"", .malformedJSON, 9),
            ("{\"routes\":[\"\\uD800\"]}", .invalidText, 12), ("{\"routes\":[\"a\u{0}\"]}", .malformedJSON, 13),
        ] as [(String, BodyError.Code, Int)])
    func `the error for another body contains its offset`(body: String, code: BodyError.Code, offset: Int) {
        let error = #expect(throws: BodyError.self) { try parse(body) }
        #expect(error?.code == code && error?.offset == offset, "\(error.map { "\($0)" } ?? "")")
    }

    @Test func `text that is not UTF-8 is refused, also in a member that is ignored`() {
        for name in ["routes", "x"] {
            let body = Array("{\"\(name)\":[\"".utf8) + [0xC3, 0x28] + Array("\"]}".utf8)
            #expect { try StackBody.parse(body, limit: 9) } throws: { ($0 as? BodyError)?.code == .invalidText }
        }
    }

    @Test func `of a list that is too long, one route more than the limit is returned`() throws {
        for count in [2, 3, 4, 50_000] {
            let body = "{\"routes\":[\(Array(repeating: "\"a\"", count: count).joined(separator: ","))]}"
            #expect(try parse(body, limit: 3).count == min(count, 4))
        }
    }

    @Test(arguments: [("[", "]"), ("{\"a\":", "}")])
    func `values can be nested 64 deep, and no deeper`(opener: String, closer: String) throws {
        func body(_ depth: Int) -> String {
            let inner = String(repeating: opener, count: depth) + "0" + String(repeating: closer, count: depth)
            return "{\"x\":\(inner),\"routes\":[\"a\"]}"
        }
        #expect(try parse(body(64)) == ["a"])
        #expect { try parse(body(65)) } throws: { ($0 as? BodyError)?.code == .nestedValue }
        #expect { try parse("{\"x\":" + String(repeating: opener, count: 300_000)) } throws: {
            ($0 as? BodyError)?.code == .nestedValue
        }
    }
}
