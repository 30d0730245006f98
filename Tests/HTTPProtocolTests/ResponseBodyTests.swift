import HTTPProtocol
import Testing

private let reader = ResponseBody.reader(byteCount: 5) { Array("hello".utf8)[$0].map { $0 } }
private let writer = ResponseBody.writer { try await $0.write("hello") }

@Suite("RFC 9112 §6, §7.1: bodies that follow their head") struct ResponseBodyTests {
    /// A connection that has returned one request and holds a second one in its buffer.
    private func connection(_ method: String = "GET", version: String = "1.1") -> ServerConnection {
        var connection = ServerConnection()
        let fields = version == "1.0" ? "Connection: keep-alive\r\n" : "Host: a\r\n"
        connection.receive(text: "\(method) / HTTP/\(version)\r\n\(fields)\r\nGET /behind HTTP/1.1\r\nHost: a\r\n\r\n")
        _ = connection.nextName()
        return connection
    }

    @Test func `§7.1: content of unknown length is sent in chunks, without Content-Length`() {
        var connection = connection()
        var out: [UInt8] = []
        #expect(connection.send(Response(.ok, body: writer), date: [], into: &out) == true)
        #expect(connection.send(content: Array("hello".utf8), into: &out) == true)
        #expect(connection.send(content: Array(repeating: 65, count: 26), into: &out) == true)
        #expect(connection.endBody(into: &out) == true)
        let chunks = "5\r\nhello\r\n1a\r\n\(String(repeating: "A", count: 26))\r\n0\r\n\r\n"
        #expect(
            String(decoding: out, as: UTF8.self)
                == "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks)
        #expect(connection.nextName() == "request /behind")
    }

    @Test func `§7.1: an empty piece is no chunk, because a chunk of size zero is the last one`() {
        var connection = connection()
        var out: [UInt8] = []
        connection.send(Response(.ok, body: writer), date: [], into: &out)
        let head = out.count
        #expect(connection.send(content: [], into: &out) == true)
        #expect(out.count == head)
        #expect(connection.endBody(into: &out) == true)
        #expect(out.count == head + 5)
    }

    @Test func `§6.1: HTTP 1.0 gets content of unknown length until the connection closes`() {
        var connection = connection(version: "1.0")
        var out: [UInt8] = []
        #expect(connection.send(Response(.ok, body: writer), date: [], into: &out) == true)
        #expect(connection.send(content: Array("hello".utf8), into: &out) == true)
        #expect(connection.endBody(into: &out) == true)
        #expect(String(decoding: out, as: UTF8.self) == "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nhello")
        #expect(connection.nextName() == "end")
    }

    @Test(arguments: [reader, writer])
    func `§9.3.2: no request is read before the body of the previous response is complete`(body: ResponseBody) {
        var connection = connection()
        var out: [UInt8] = []
        connection.send(Response(.ok, body: body), date: [], into: &out)
        #expect(connection.nextName() == "paused")
        let (activity, shouldClose) = (connection.activity, connection.shouldClose)
        #expect(activity == .sending && !shouldClose)
        connection.send(content: Array("hello".utf8), into: &out)
        #expect(connection.nextName() == "paused")
        #expect(connection.endBody(into: &out) == true)
        #expect(connection.nextName() == "request /behind")
    }

    @Test func `§9.3.2: no other response is written inside a body`() {
        var connection = connection()
        var out: [UInt8] = []
        connection.send(Response(.ok, body: writer), date: [], into: &out)
        let head = out.count
        #expect(connection.send(Response(.requestTimeout), date: [], into: &out) == false)
        #expect(connection.send(Response(.continue), date: [], into: &out) == false)
        #expect(out.count == head)
    }

    @Test func `§6.2: content beyond Content-Length is refused, and less does not end the body`() {
        var connection = connection()
        var out: [UInt8] = []
        #expect(connection.send(Response(.ok, body: reader), date: [], into: &out) == true)
        #expect(connection.send(content: Array("hell".utf8), into: &out) == true)
        #expect(connection.endBody(into: &out) == false)
        #expect(connection.send(content: Array("oo".utf8), into: &out) == false)
        #expect(connection.count(contentOf: 2) == false)
        #expect(connection.count(contentOf: 1) == true)
        #expect(connection.endBody(into: &out) == true)
        #expect(String(decoding: out, as: UTF8.self) == "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhell")
        #expect(connection.send(content: [65], into: &out) == false)
        #expect(connection.endBody(into: &out) == false)
    }

    @Test(arguments: [("1.1", true), ("1.0", false)])
    func `§8: an abandoned body has no last chunk and closes the connection`(version: String, isDetected: Bool) {
        var connection = connection(version: version)
        var out: [UInt8] = []
        connection.send(Response(.ok, body: writer), date: [], into: &out)
        connection.send(content: Array("hello".utf8), into: &out)
        let sent = out.count
        #expect(connection.abandonBody() == isDetected)
        #expect(out.count == sent)
        #expect(connection.endBody(into: &out) == false)
        let shouldClose = connection.shouldClose
        #expect(shouldClose)
        #expect(connection.nextName() == "end")
    }

    @Test(arguments: [reader, writer])
    func `§9.6: the connection closes after the body, if it was requested`(body: ResponseBody) {
        var connection = connection()
        var response = Response(.ok, body: body)
        response.closesConnection = true
        var out: [UInt8] = []
        connection.send(response, date: [], into: &out)
        #expect(String(decoding: out, as: UTF8.self).contains("\r\nConnection: close\r\n"))
        var shouldClose = connection.shouldClose
        #expect(!shouldClose)
        connection.send(content: Array("hello".utf8), into: &out)
        connection.endBody(into: &out)
        shouldClose = connection.shouldClose
        #expect(shouldClose)
    }

    @Test(arguments: [reader, writer])
    func `§6.3: HEAD, 204, 205 and 304 have no body`(body: ResponseBody) {
        for (method, status) in [
            ("HEAD", Status.ok), ("GET", .noContent), ("GET", .resetContent), ("GET", .notModified),
        ] {
            var connection = connection(method)
            var out: [UInt8] = []
            #expect(connection.send(Response(status, body: body), date: [], into: &out) == false)
            let head = String(decoding: out, as: UTF8.self)
            #expect(head.hasSuffix("\r\n\r\n"))
            #expect(head.contains("Transfer-Encoding") == (method == "HEAD" && isWriter(body)))
            #expect(connection.nextName() == "request /behind")
        }
    }

    private func isWriter(_ body: ResponseBody) -> Bool { if case .writer = body { true } else { false } }
}

@Suite("Bytes of a response") struct ResponseBytesTests {
    @Test func `bytes are changed in place, and assigning them replaces another form`() {
        var body = ResponseBody.bytes([65])
        body.bytes.append(66)
        #expect(body.bytes == [65, 66])
        var other = writer
        #expect(other.bytes == [])
        other.bytes = [67]
        guard case .bytes([67]) = other else {
            Issue.record("the form did not change")
            return
        }
    }
}
