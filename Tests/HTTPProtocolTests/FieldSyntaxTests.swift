import Testing

@testable import HTTPProtocol

@Suite("RFC 9112 §5: field syntax") struct FieldSyntaxTests {
    static let refused: [([UInt8], ProtocolError.Code)] = [
        (Array("X : a".utf8), .spaceBeforeColon),
        (Array("X\t: a".utf8), .spaceBeforeColon),
        (Array(" X: a".utf8), .foldedField),
        (Array("X: a\r\n b".utf8), .foldedField),
        (Array("X: a\r\n\tb: c".utf8), .foldedField),
        (Array("X".utf8), .missingColon),
        (Array(": a".utf8), .invalidFieldName),
        (Array("X(Y): a".utf8), .invalidFieldName),
        (Array("Ü: a".utf8), .invalidFieldName),
        (Array("X\0: a".utf8), .invalidFieldName),
        (Array("X: a\0b".utf8), .invalidFieldValue),
        (Array("X: a\u{B}b".utf8), .invalidFieldValue),
        (Array("X: 1234567\u{7F}".utf8), .invalidFieldValue),
        (Array("X: 12345678901234567890123456789\u{1}0".utf8), .invalidFieldValue),
        (Array("X: a\rb".utf8), .bareCarriageReturn),
    ]

    @Test(arguments: refused, Feed.allCases)
    func `a malformed field line is refused`(row: ([UInt8], ProtocolError.Code), feed: Feed) {
        let head = Array("GET / HTTP/1.1\r\nHost: a\r\n".utf8)
        #expect(feed.refusal(head + row.0 + Array("\r\n\r\n".utf8)) == row.1)
    }

    @Test(arguments: Feed.allCases)
    func `§2.2: a first field line with leading space is refused`(feed: Feed) {
        #expect(feed.refusal("GET / HTTP/1.1\r\n Host: a\r\n\r\n") == .foldedField)
    }

    @Test(arguments: Feed.allCases)
    func `RFC 9110 §5.5: every control except tab, CR and LF makes a value invalid at each position`(feed: Feed) {
        for octet in UInt8.min...UInt8.max where octet != 10 && octet != 13 {
            for length in 0..<36 {
                let value = Array(repeating: UInt8(ascii: "a"), count: length) + [octet] + Array("aaa".utf8)
                let head = Array("GET / HTTP/1.1\r\nHost: a\r\nX: ".utf8) + value + Array("\r\n\r\n".utf8)
                let isControl = octet < 0x20 && octet != 9 || octet == 0x7F
                #expect(feed.refusal(head) == (isControl ? .invalidFieldValue : nil), "\(octet) at \(length)")
            }
        }
    }

    @Test(arguments: Feed.allCases)
    func `RFC 9110 §5.6.2: exactly the token characters are valid at each position of a name`(feed: Feed) {
        let token = Set("!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
        for octet in UInt8.min...UInt8.max where octet != 10 {
            for length in 1..<19 {
                let beginning = (0..<length).map { UInt8(ascii: $0 % 3 == 2 ? "-" : "z") }
                let name = beginning + [octet] + Array("-za-azaza".utf8)
                let head = Array("GET / HTTP/1.1\r\nHost: a\r\n".utf8) + name + Array(":1\r\n\r\n".utf8)
                let isFine = token.contains(octet) || octet == UInt8(ascii: ":")
                #expect((feed.refusal(head) == nil) == isFine, "\(octet) at \(length)")
            }
        }
    }
}

@Suite("RFC 9110 §5: fields of a request") struct HeaderFieldsTests {
    private func fields(_ feed: Feed) throws -> HeaderFields {
        let text = "GET / HTTP/1.1\r\nHost: a\r\nCookie: x=1\r\ncookie:\t y=2 \t\r\nEmpty:\r\nAccept: t/h, a b\r\n\r\n"
        return try feed.request(text).fields
    }

    @Test(arguments: Feed.allCases)
    func `§5.3: order, spelling and repetition are kept`(feed: Feed) throws {
        let fields = try fields(feed)
        #expect(fields.map(\.name) == ["Host", "Cookie", "cookie", "Empty", "Accept"])
        #expect(fields.all.map(\.value) == ["a", "x=1", "y=2", "", "t/h, a b"])
        #expect(fields.count == 5)
    }

    @Test(arguments: Feed.allCases)
    func `§5.1: look-up ignores case and returns the first value`(feed: Feed) throws {
        let fields = try fields(feed)
        #expect(fields[.cookie] == "x=1")
        #expect(fields["COOKIE"] == "x=1")
        #expect(fields.values(of: .cookie) == ["x=1", "y=2"])
        #expect(fields["empty"] == "")
        #expect(fields[.origin] == nil)
        #expect(fields.contains(.accept))
        #expect(!fields.contains("cooki~"))
        #expect(fields.bytes(of: .accept).map(Array.init) == Array("t/h, a b".utf8))
        #expect(fields.withValue(of: .cookie) { $0.count } == 3)
        #expect(fields.withValue(of: .origin) { $0.count } == nil)
    }

    @Test(arguments: Feed.allCases)
    func `§5.3: the lines of a name are joined to one list`(feed: Feed) throws {
        let fields = try feed.request("GET / HTTP/1.1\r\nHost: a\r\nAccept: b\r\nX:\r\nacCEPT: c,d\r\n\r\n").fields
        #expect(fields.list(of: .accept) == "b, c,d")
        #expect(fields.list(of: .host) == "a")
        #expect(fields.list(of: "x") == "")
        #expect(fields.list(of: .origin) == nil)
    }

    @Test func `fields created from strings behave the same`() {
        let request = Request(method: .post, target: "/x", fields: [("host", "h"), ("A", "1"), ("a", "2")], body: [1])
        #expect(request.authority == "h")
        #expect(request.fields.values(of: "A") == ["1", "2"])
        #expect(request.body == [1])
    }

    @Test(arguments: ["", " ", "a b", "a:", "a\r\n", "ü", "a\0", "(a)"])
    func `a name must be a token`(text: String) {
        #expect(FieldName(text) == nil)
    }

    @Test func `names that differ in case are equal`() throws {
        let text = "x-CAIRN"
        let name = try #require(FieldName(text))
        #expect(name == "X-Cairn")
        #expect(Set([name, "X-cairn"]).count == 1)
        #expect(FieldName("^") != FieldName("~"))
        #expect("\(name)" == "x-CAIRN")
    }

    #if DEBUG
        @Test func `an invalid literal stops a debug build`() async {
            await #expect(processExitsWith: .failure) {
                let name: FieldName = "not a token"
                print(name)
            }
        }
    #else
        @Test func `an invalid literal is harmless in a release build`() {
            let name: FieldName = "not a token\r\n"
            #expect(name == "X-Invalid-Name")
        }
    #endif

    @Test
    func `the look-up of a name that browsers do not send meets no other field, and none of theirs looks repeated`() {
        let sent: [FieldName] = [
            "Host", "Connection", "sec-ch-ua", "sec-ch-ua-mobile", "sec-ch-ua-platform", "Upgrade-Insecure-Requests",
            "User-Agent", "Accept", "Sec-Fetch-Site", "Sec-Fetch-Mode", "Sec-Fetch-Dest", "Sec-Fetch-User",
            "Accept-Encoding", "Accept-Language", "Cookie", "Content-Type", "Content-Length", "Referer", "Origin",
        ]
        let bits = sent.reduce(0) { $0 | $1.presence }
        let absent: [FieldName] = [
            .ifMatch, .ifNoneMatch, .range, .prefer, .forwarded, .expect, .transferEncoding, .authorization,
            "Cairn-Live", "Cairn-Dry-Run", "X-Request-ID", "traceparent",
        ]
        #expect(absent.filter { $0.presence & bits != 0 } == [])
        for name: FieldName in [.host, .cookie, .origin, .secFetchSite, .accept, .acceptLanguage, .acceptEncoding] {
            #expect(sent.filter { $0.presence == name.presence }.count == 1, "\(name)")
        }
    }

    @Test(arguments: ["x", "xy", "Xyz", "Via", "Accept", "X-Forwarded-For"])
    func `a repeated name gives all of its values, whatever its case and its neighbours`(name: String) {
        let wanted = FieldName(stringLiteral: name)
        for count in 0...3 {
            // Neighbours of each kind, of which some have the same bit.
            var lines: [(String, String)] = [("Accept-Encoding", "gzip"), ("q", "1"), ("zz", "2"), ("Date", "3")]
            for index in 0..<count { lines.insert((index % 2 == 0 ? name : name.uppercased(), "v\(index)"), at: index) }
            let fields = HeaderFields(lines)
            let values = (0..<count).map { "v\($0)" }
            #expect(fields.list(of: wanted) == (count == 0 ? nil : values.joined(separator: ", ")))
            #expect(fields.values(of: wanted) == values && fields.hasContradiction(of: wanted) == (count > 1))
        }
    }
}
