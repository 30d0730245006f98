import HTTPProtocol
import Testing

@Suite("RFC 9112 §3: request line") struct RequestLineTests {
    @Test(arguments: Method.allCases, Feed.allCases)
    func `every known method is accepted`(method: Method, feed: Feed) throws {
        let target = method == .connect ? "a:1" : "/"
        let request = try feed.request("\(method.name) \(target) HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(request.method == method)
        #expect(request.target == target)
        #expect(Method(name: method.name) == method)
    }

    @Test(
        arguments: [("1.1", Request.Version.http11), ("1.0", .http10), ("1.2", .http11), ("1.9", .http11)],
        Feed.allCases)
    func `RFC 9110 §2.5: a higher minor version is read as 1.1`(row: (String, Request.Version), feed: Feed) throws {
        #expect(try feed.request("GET / HTTP/\(row.0)\r\nHost: a\r\n\r\n").version == row.1)
    }

    static let refused: [(String, ProtocolError.Code)] = [
        ("GET /", .malformedRequestLine),
        ("GET", .malformedRequestLine),
        ("GET / ", .malformedRequestLine),
        ("GET  / HTTP/1.1", .malformedRequestLine),
        ("GET /  HTTP/1.1", .malformedRequestLine),
        ("GET / HTTP/1.1 ", .malformedRequestLine),
        ("GET\t/ HTTP/1.1", .malformedRequestLine),
        ("GET /\tHTTP/1.1", .malformedRequestLine),
        ("GET / a HTTP/1.1", .malformedRequestLine),
        (" GET / HTTP/1.1", .malformedRequestLine),
        ("GET  HTTP/1.1", .malformedRequestLine),
        ("GET HTTP/1.1", .malformedRequestLine),
        ("GET / http/1.1", .malformedRequestLine),
        ("GET / HTTP/1", .malformedRequestLine),
        ("GET / HTTP/1.", .malformedRequestLine),
        ("GET / HTTP/1.10", .malformedRequestLine),
        ("GET / HTTP/x.1", .malformedRequestLine),
        ("GET / HTTPS/1.1", .malformedRequestLine),
        ("G(T / HTTP/1.1", .malformedRequestLine),
        ("\u{16}\u{3}\u{1}", .malformedRequestLine),
        ("GET /\r HTTP/1.1", .bareCarriageReturn),
    ]

    @Test(arguments: refused, Feed.allCases)
    func `a line that is not exactly method, target and version is refused`(
        row: (String, ProtocolError.Code), feed: Feed
    ) {
        #expect(feed.refusal("\(row.0)\r\nHost: a\r\n\r\n") == row.1)
    }

    @Test(
        arguments: ["get / HTTP/1.1", "BREW / HTTP/1.1", "GETT / HTTP/1.1", "PROPFIND / HTTP/1.1"], Feed.allCases)
    func `RFC 9110 §15.6.2: an unknown method gets 501`(line: String, feed: Feed) {
        #expect(feed.refusal("\(line)\r\nHost: a\r\n\r\n") == .unknownMethod)
        #expect(ProtocolError(.unknownMethod).status == .notImplemented)
    }

    @Test(
        arguments: [
            String(repeating: "A", count: 30) + " / HTTP/1.1", String(repeating: "A", count: 8_000) + " / HTTP/1.1",
            String(repeating: "A", count: 9_000) + " / HTTP/1.1",
            "OPTIONSX /" + String(repeating: "a", count: 9_000) + " HTTP/1.1",
        ], Feed.allCases)
    func `RFC 9112 §3: a method longer than every known one gets 501 for every line length`(line: String, feed: Feed) {
        #expect(feed.refusal("\(line)\r\nHost: a\r\n\r\n") == .unknownMethod)
    }

    @Test(arguments: ["GET / HTTP/2.0", "GET / HTTP/0.9", "PRI * HTTP/2.0", "GET / HTTP/3.1"], Feed.allCases)
    func `RFC 9110 §15.6.6: another major version gets 505`(line: String, feed: Feed) {
        #expect(feed.refusal("\(line)\r\nHost: a\r\n\r\n") == .unsupportedVersion)
        #expect(ProtocolError(.unsupportedVersion).status == .httpVersionNotSupported)
    }

    @Test func `an octet that cannot begin a request is refused at once`() {
        var connection = ServerConnection()
        connection.receive([0x16])
        #expect(connection.nextName() == "malformedRequestLine")
    }

    /// The errors with a status other than 400.
    static let statuses: [ProtocolError.Code: Status] = [
        .requestLineTooLong: .uriTooLong, .unknownMethod: .notImplemented, .unknownTransferCoding: .notImplemented,
        .unsupportedVersion: .httpVersionNotSupported, .headerTooLarge: .requestHeaderFieldsTooLarge,
        .tooManyFields: .requestHeaderFieldsTooLarge, .trailerTooLarge: .requestHeaderFieldsTooLarge,
        .bodyTooLarge: .contentTooLarge, .unknownExpectation: .expectationFailed,
    ]

    @Test(arguments: ProtocolError.Code.allCases)
    func `RFC 9110 §15.5.1: each error has its status, usually 400`(code: ProtocolError.Code) {
        #expect(ProtocolError(code).status == Self.statuses[code] ?? .badRequest)
    }

    @Test(arguments: ProtocolError.Code.allCases)
    func `every message cites its RFC section`(code: ProtocolError.Code) {
        let error = ProtocolError(code)
        #expect(error.message.contains("(RFC "))
        #expect(error.message.contains(" §"))
        #expect(400...599 ~= error.status.code)
    }
}

@Suite("RFC 9112 §2.2: line ends") struct LineEndTests {
    static let refused: [(String, ProtocolError.Code)] = [
        ("GET / HTTP/1.1\nHost: a\r\n\r\n", .bareLineFeed),
        ("GET / HTTP/1.1\r\nHost: a\n\r\n", .bareLineFeed),
        ("GET / HTTP/1.1\r\nHost: a\r\n\n", .bareLineFeed),
        ("\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", .bareLineFeed),
        ("GET / HTTP/1.1\r\r\nHost: a\r\n\r\n", .bareCarriageReturn),
        ("GET / HTTP/1.1\r\nHost: a\r\r\n\r\n", .bareCarriageReturn),
        ("GET / HTTP/1.1\r\nHost: a\rX: b\r\n\r\n", .bareCarriageReturn),
        ("GET / HTTP/1.1\r\nHost: a\r\nX\r: b\r\n\r\n", .bareCarriageReturn),
        ("\rGET / HTTP/1.1\r\nHost: a\r\n\r\n", .bareCarriageReturn),
    ]

    @Test(arguments: refused, Feed.allCases)
    func `only CR LF ends a line`(row: (String, ProtocolError.Code), feed: Feed) {
        #expect(feed.refusal(row.0) == row.1)
    }

    @Test(arguments: 0...4, Feed.allCases)
    func `a few empty lines before a request are skipped`(count: Int, feed: Feed) throws {
        let empty = String(repeating: "\r\n", count: count)
        #expect(try feed.request(empty + "GET /x HTTP/1.1\r\nHost: a\r\n\r\n").target == "/x")
    }

    @Test(arguments: Feed.allCases)
    func `more empty lines are refused`(feed: Feed) {
        let empty = String(repeating: "\r\n", count: 5)
        #expect(feed.refusal(empty + "GET / HTTP/1.1\r\nHost: a\r\n\r\n") == .tooManyEmptyLines)
    }
}
