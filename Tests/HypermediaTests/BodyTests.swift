import Hypermedia
import NavigationKit
import Testing

private func pairs(_ values: [FormSubmission.Value]) -> [String] { values.map { "\($0.name)=\($0.text)" } }

@Suite("WHATWG URL §5.1: form bodies") struct FormBodyTests {
    @Test(
        arguments: [
            ("", []), ("a=1", ["a=1"]), ("a=1&b=2", ["a=1", "b=2"]), ("a", ["a="]), ("a=", ["a="]), ("=x", ["=x"]),
            ("&&a=1&", ["a=1"]), ("a=b=c", ["a=b=c"]), ("a=x+y%20z", ["a=x y z"]), ("a+b=1", ["a b=1"]),
            ("a%3Db=%26%3d", ["a=b=&="]), ("a=%C3%A9%E6%9D%8E", ["a=é李"]), ("a=é", ["a=é"]),
            ("a=1&a=2", ["a=1", "a=2"]),
            ("a=%00", ["a=\u{0}"]), ("action=go%3Fpage%3D7", ["action=go?page=7"]),
        ] as [(String, [String])])
    func `fields are read in order`(body: String, expected: [String]) throws {
        #expect(pairs(try FormBody.parse(Array(body.utf8))) == expected)
    }

    @Test(arguments: [
        ("a=%", 2), ("a=%4", 2), ("a=%4&b", 2), ("b=1&a=x%zz", 7), ("%g1=1", 0), ("a=%+1", 2),
    ])
    func `the error for a malformed escape contains its offset`(body: String, offset: Int) {
        #expect { try FormBody.parse(Array(body.utf8)) } throws: {
            ($0 as? BodyError)?.code == .malformedEscape && ($0 as? BodyError)?.offset == offset
        }
    }

    @Test(arguments: ["a=%FF", "a=%C3", "a=%ED%A0%80", "%C0%80=a"])
    func `invalid UTF-8 is refused`(body: String) {
        #expect { try FormBody.parse(Array(body.utf8)) } throws: { ($0 as? BodyError)?.code == .invalidText }
        #expect { try FormBody.parse([0x61, 0x3D, 0xFF]) } throws: { ($0 as? BodyError)?.offset == 2 }
    }

    @Test func `a body with 256 fields is read, one with 257 is refused`() throws {
        let body = Array(repeating: "a=1", count: 256).joined(separator: "&")
        #expect(try FormBody.parse(Array(body.utf8)).count == 256)
        #expect { try FormBody.parse(Array((body + "&b").utf8)) } throws: { ($0 as? BodyError)?.code == .tooManyFields }
    }
}

@Suite("RFC 8259: JSON bodies") struct JSONBodyTests {
    @Test(
        arguments: [
            ("{}", []), (" \n{ \"a\" : \"1\" , \"b\":\"2\" }\t\r\n", ["a=1", "b=2"]),
            (#"{"a":true,"b":false,"c":null}"#, ["a=true", "b=false"]),
            (#"{"a":1.50e+3,"b":-0,"c":0.1E-2,"d":100}"#, ["a=1.50e+3", "b=-0", "c=0.1E-2", "d=100"]),
            (#"{"a":"\"\\\/\b\f\n\r\t"}"#, ["a=\"\\/\u{8}\u{C}\n\r\t"]), (#"{"\u0061":"\u00e9\u674E"}"#, ["a=é李"]),
            (#"{"a":"x\uD83D\uDE00y"}"#, ["a=x😀y"]), (#"{"a":"é😀"}"#, ["a=é😀"]), (#"{"a":"1","a":"1"}"#, ["a=1"]),
            (#"{"":""}"#, ["="]),
        ] as [(String, [String])])
    func `a flat object is read in order`(body: String, expected: [String]) throws {
        #expect(pairs(try JSONBody.parse(Array(body.utf8))) == expected)
    }

    @Test(arguments: [
        ("", 0), ("[]", 0), ("\u{FEFF}{}", 0), ("{", 1), (#"{"a"}"#, 4), (#"{"a":}"#, 5), (#"{"a":1,}"#, 7), ("{,}", 1),
        (#"{"a":1 "b":2}"#, 7), ("{} {}", 3), (#"{a:1}"#, 1), (#"{"a":'1'}"#, 5), (#"{"a":01}"#, 6), (#"{"a":+1}"#, 5),
        (#"{"a":.5}"#, 5), (#"{"a":1.}"#, 7), (#"{"a":1e}"#, 7), (#"{"a":-}"#, 6), (#"{"a":tru}"#, 5),
        (#"{"a":NaN}"#, 5),
        (#"{"a":"x"#, 7), ("{\"a\":\"x\ny\"}", 7), (#"{"a":"\x"}"#, 6), (#"{"a":"\u12g4"}"#, 6), (#"{"a":"\u12"#, 6),
        (#"{"a":"\"#, 6),
        (#"{"a":1,"b"#, 9),
    ])
    func `the error for malformed JSON contains its offset`(body: String, offset: Int) {
        #expect { try JSONBody.parse(Array(body.utf8)) } throws: {
            ($0 as? BodyError)?.code == .malformedJSON && ($0 as? BodyError)?.offset == offset
        }
    }

    @Test(arguments: [
        #"{"a":"\uD83D"}"#, #"{"a":"\uDE00"}"#, #"{"a":"\uD83Dx"}"#, #"{"a":"\uD83D\u0041"}"#, #"{"a":"\uD83D\n"}"#,
    ])
    func `an unpaired surrogate is refused`(body: String) {
        #expect { try JSONBody.parse(Array(body.utf8)) } throws: {
            ($0 as? BodyError)?.code == .invalidText && ($0 as? BodyError)?.offset == 6
        }
    }

    @Test(arguments: [
        (#"{"a":[1]}"#, BodyError.Code.nestedValue), (#"{"a":{"b":1}}"#, .nestedValue),
        (#"{"a":"1","a":"2"}"#, .contradiction), (#"{"a":null,"a":"2"}"#, .contradiction),
    ])
    func `nested values and duplicate members with different values are refused`(body: String, code: BodyError.Code) {
        #expect { try JSONBody.parse(Array(body.utf8)) } throws: { ($0 as? BodyError)?.code == code }
    }

    @Test func `invalid UTF-8, too many members and deep nesting are refused`() {
        #expect { try JSONBody.parse(Array("{\"a\":\"".utf8) + [0xFF, 0x22, 0x7D]) } throws: {
            ($0 as? BodyError)?.code == .invalidText && ($0 as? BodyError)?.offset == 6
        }
        let many = "{" + (0...256).map { "\"k\($0)\":1" }.joined(separator: ",") + "}"
        #expect { try JSONBody.parse(Array(many.utf8)) } throws: { ($0 as? BodyError)?.code == .tooManyFields }
        let deep = "{\"a\":" + String(repeating: "[", count: 100_000)
        #expect { try JSONBody.parse(Array(deep.utf8)) } throws: { ($0 as? BodyError)?.code == .nestedValue }
    }

    @Test func `every prefix and every changed byte of a body gives fields or an error`() {
        let body = Array(#"{"a":"\uD83D\uDE00\n","b":-1.5e3,"c":[true,null],"d":false}"#.utf8)
        for length in 0...body.count { _ = try? JSONBody.parse(Array(body.prefix(length))) }
        for index in body.indices {
            for byte: UInt8 in 0...255 {
                var changed = body
                changed[index] = byte
                _ = try? JSONBody.parse(changed)
                _ = try? FormBody.parse(changed)
            }
        }
    }
}

@Suite("RFC 9457: problem details") struct ProblemDetailsTests {
    @Test func `members are in order, extensions last`() {
        let problem = ProblemDetails(
            type: "urn:cairn:problem:stale-offer", title: "Stale", status: 409, detail: "It is \"gone\".",
            extensions: [
                ("offered", ["back", "find"]), ("status", 1), ("errors", [["name": "to", "detail": .null]]),
                ("last", true),
            ])
        let expected = """
            {"type":"urn:cairn:problem:stale-offer","title":"Stale","status":409,"detail":"It is \\"gone\\".",\
            "offered":["back","find"],"errors":[{"name":"to","detail":null}],"last":true}
            """
        #expect(String(decoding: problem.json(), as: UTF8.self) == expected)
    }

    @Test(arguments: [(0, "0"), (-17, "-17"), (Int.max, "9223372036854775807"), (Int.min, "-9223372036854775808")])
    func `integers are written without loss of precision`(number: Int, expected: String) {
        #expect(String(decoding: JSONValue.number(number).bytes(), as: UTF8.self) == expected)
    }
}
