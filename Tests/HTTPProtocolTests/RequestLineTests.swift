import HTTPProtocol
import Testing

@Suite("RFC 9112 §3: request line") struct RequestLineTests {
    @Test(arguments: Method.allCases, Feed.allCases)
    func `every known method is read`(method: Method, feed: Feed) throws {
        let target = method == .connect ? "a:1" : "/"
        let request = try feed.request("\(method.name) \(target) HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(request.method == method)
        #expect(request.target == target)
        #expect(Method(name: method.name) == method)
    }

    @Test(arguments: [("1.1", Request.Version.http11), ("1.0", .http10), ("1.2", .http11), ("1.9", .http11)])
    func `a higher minor version is read as 1.1`(row: (String, Request.Version)) throws {
        #expect(try Feed.atOnce.request("GET / HTTP/\(row.0)\r\nHost: a\r\n\r\n").version == row.1)
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
        ("GET / HTTP/2.0", .unsupportedVersion),
        ("GET / HTTP/0.9", .unsupportedVersion),
        ("PRI * HTTP/2.0", .unsupportedVersion),
        ("get / HTTP/1.1", .unknownMethod),
        ("BREW / HTTP/1.1", .unknownMethod),
        ("GETT / HTTP/1.1", .unknownMethod),
        ("PROPFIND / HTTP/1.1", .unknownMethod),
        ("GET /\r HTTP/1.1", .bareCarriageReturn),
    ]

    @Test(arguments: refused, Feed.allCases)
    func `a line that is not exactly method, target, version is refused`(
        row: (String, ProtocolError.Code), feed: Feed
    ) {
        #expect(feed.refusal("\(row.0)\r\nHost: a\r\n\r\n") == row.1)
    }

    @Test func `what cannot be a request is refused at its first octet`() {
        var connection = ServerConnection()
        connection.receive([0x16])
        #expect(connection.nextName() == "malformedRequestLine")
    }

    @Test func `statuses follow the rule`() {
        #expect(ProtocolError(.malformedRequestLine).status == .badRequest)
        #expect(ProtocolError(.unknownMethod).status == .notImplemented)
        #expect(ProtocolError(.unsupportedVersion).status == .httpVersionNotSupported)
        #expect(ProtocolError(.requestLineTooLong).status == .uriTooLong)
    }

    @Test(arguments: ProtocolError.Code.allCases)
    func `every message cites its section`(code: ProtocolError.Code) {
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
