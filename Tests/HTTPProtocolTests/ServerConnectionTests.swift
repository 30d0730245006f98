import HTTPProtocol
import Testing

private let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

@Suite("RFC 9112 §9: connection") struct ServerConnectionTests {
    @Test func `a new connection needs more input`() {
        var connection = ServerConnection()
        #expect(connection.nextName() == "needMore")
        let (isIdle, shouldClose) = (connection.isIdle, connection.shouldClose)
        #expect(isIdle)
        #expect(!shouldClose)
    }

    @Test func `§9.3.2: pipelined requests are returned one by one, each after the previous response`() {
        var connection = ServerConnection()
        connection.receive(text: get + "POST /b HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi" + get)
        #expect(connection.nextName() == "request /")
        #expect(connection.nextName() == "paused")
        let waiting = connection.bufferedByteCount
        #expect(waiting > get.utf8.count)
        _ = connection.answer(Response(.ok))
        #expect(connection.nextName() == "request /b")
        _ = connection.answer(Response(.ok))
        #expect(connection.nextName() == "request /")
        #expect(connection.nextName() == "paused")
        _ = connection.answer(Response(.ok))
        #expect(connection.nextName() == "needMore")
        let left = connection.bufferedByteCount
        #expect(left == 0)
    }

    struct Persistence: Sendable {
        var version: String
        var connection: String?
        var closes: Bool
        var line: String?
    }

    static let persistence = [
        Persistence(version: "1.1", connection: nil, closes: false, line: nil),
        Persistence(version: "1.1", connection: "keep-alive", closes: false, line: nil),
        Persistence(version: "1.1", connection: "close", closes: true, line: "Connection: close"),
        Persistence(version: "1.1", connection: "TE, Close", closes: true, line: "Connection: close"),
        Persistence(version: "1.1", connection: "closed", closes: false, line: nil),
        Persistence(version: "1.0", connection: nil, closes: true, line: "Connection: close"),
        Persistence(version: "1.0", connection: "Keep-Alive", closes: false, line: "Connection: keep-alive"),
        Persistence(version: "1.0", connection: "keep-alive, close", closes: true, line: "Connection: close"),
    ]

    @Test(arguments: persistence, Feed.allCases)
    func `§9.3, §C.2.2: the version and Connection decide about persistence`(row: Persistence, feed: Feed) throws {
        var connection = ServerConnection()
        let field = row.connection.map { "Connection: \($0)\r\n" } ?? ""
        try feed("GET / HTTP/\(row.version)\r\nHost: a\r\n\(field)\r\n", to: &connection)
        let lines = connection.answer(Response(.ok)).split(separator: "\r\n")
        #expect(lines.first { $0.hasPrefix("Connection") }.map(String.init) == row.line)
        let shouldClose = connection.shouldClose
        #expect(shouldClose == row.closes)
        let next = feed == .withMoreBehind ? "request /behind" : "needMore"
        #expect(connection.nextName() == (row.closes ? "end" : next))
    }

    @Test func `§9.6: the server can close after any response`() {
        var connection = ServerConnection()
        connection.receive(text: get + get)
        #expect(connection.nextName() == "request /")
        var response = Response(.ok)
        response.closesConnection = true
        #expect(connection.answer(response).contains("\r\nConnection: close\r\n"))
        #expect(connection.nextName() == "end")
        #expect(connection.answer(Response(.ok)) == "")
    }

    @Test func `§9.6: after an error, next keeps throwing, and one response closes the connection`() {
        var connection = ServerConnection()
        connection.receive(text: "GET / HTTP/3.0\r\n" + get)
        #expect(connection.nextName() == "unsupportedVersion")
        connection.receive(text: get)
        #expect(connection.nextName() == "unsupportedVersion")
        let buffered = connection.bufferedByteCount
        #expect(buffered == 0)
        #expect(connection.answer(Response(.httpVersionNotSupported)).contains("\r\nConnection: close\r\n"))
        let shouldClose = connection.shouldClose
        #expect(shouldClose)
        #expect(connection.nextName() == "end")
        #expect(connection.answer(Response(.ok)) == "")
    }

    @Test func `§9.3.2: an error after valid requests does not affect their responses`() {
        var connection = ServerConnection()
        connection.receive(text: get + "nonsense\r\n")
        #expect(connection.nextName() == "request /")
        #expect(!connection.answer(Response(.ok)).contains("Connection: close"))
        #expect(connection.nextName() == "malformedRequestLine")
    }

    @Test func `§9.6: a half-closed connection still gets its responses`() {
        var connection = ServerConnection()
        connection.receive(text: get + get)
        connection.receiveEnd()
        #expect(connection.nextName() == "request /")
        #expect(connection.answer(Response(.ok)).hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(connection.nextName() == "request /")
        #expect(connection.answer(Response(.ok)).hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(connection.nextName() == "end")
        let shouldClose = connection.shouldClose
        #expect(shouldClose)
    }

    @Test(arguments: [
        "G", "GET / HTTP/1.1\r\nHost: a\r\n", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nh",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n",
    ])
    func `§8: an end inside a request is an incomplete message`(text: String) {
        var connection = ServerConnection()
        connection.receive(text: text)
        #expect(connection.nextName() == "needMore")
        connection.receiveEnd()
        #expect(connection.nextName() == "incompleteMessage")
    }

    @Test func `§9.5: the activity selects the time-out`() {
        var connection = ServerConnection()
        var activities = [connection.activity]
        for part in ["POST / HTTP", "/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n", "h", "i"] {
            connection.receive(text: part)
            _ = connection.nextName()
            activities.append(connection.activity)
        }
        _ = connection.answer(Response(.ok))
        activities.append(connection.activity)
        #expect(activities == [.idle, .readingHead, .readingBody, .readingBody, .answering, .idle])
        _ = connection.answer(Response(.requestTimeout))
        let last = connection.activity
        #expect(last == .closed)
    }

    @Test func `§9.5: a response to an incomplete request closes the connection`() {
        var connection = ServerConnection()
        connection.receive(text: "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nh")
        #expect(connection.nextName() == "needMore")
        let isReadingBody = connection.isReadingBody
        #expect(isReadingBody)
        #expect(connection.answer(Response(.requestTimeout)).contains("\r\nConnection: close\r\n"))
        #expect(connection.nextName() == "end")
    }
}

@Suite("RFC 9110 §10.1.1: Expect") struct ExpectTests {
    let head = "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-Continue\r\nContent-Length: 2\r\n\r\n"

    @Test func `100 is sent once, before the body`() {
        var connection = ServerConnection()
        connection.receive(text: head)
        #expect(connection.nextName() == "sendContinue")
        #expect(connection.nextName() == "needMore")
        var out: [UInt8] = []
        connection.sendContinue(into: &out)
        #expect(String(decoding: out, as: UTF8.self) == "HTTP/1.1 100 Continue\r\n\r\n")
        connection.receive(text: "hi")
        #expect(connection.nextName() == "request /")
        #expect(connection.answer(Response(.ok)).hasPrefix("HTTP/1.1 200 OK\r\n"))
        let shouldClose = connection.shouldClose
        #expect(!shouldClose)
    }

    @Test func `100 is not sent if the body has begun, if there is none, or to HTTP 1.0`() {
        for text in [
            head + "h", "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n\r\n",
            "POST / HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n",
        ] {
            var connection = ServerConnection()
            connection.receive(text: text)
            #expect(connection.nextName() != "sendContinue", "\(text)")
        }
    }

    @Test func `a final response instead of 100 closes the connection`() {
        var connection = ServerConnection()
        connection.receive(text: head)
        #expect(connection.nextName() == "sendContinue")
        #expect(connection.answer(Response(.contentTooLarge)).contains("\r\nConnection: close\r\n"))
        let shouldClose = connection.shouldClose
        #expect(shouldClose)
    }

    @Test(arguments: ["200-ok", "100-continue, x", "100-continue;a", ""], Feed.allCases)
    func `§15.5.18: an unknown expectation fails`(value: String, feed: Feed) {
        #expect(feed.refusal("POST / HTTP/1.1\r\nHost: a\r\nExpect: \(value)\r\n\r\n") == .unknownExpectation)
        #expect(ProtocolError(.unknownExpectation).status == .expectationFailed)
    }

    @Test(arguments: Feed.allCases)
    func `§15.5.14: a body beyond the limit is refused without 100`(feed: Feed) {
        #expect(
            feed.refusal("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 1048577\r\n\r\n")
                == .bodyTooLarge)
    }
}
