import HTTPProtocol
import Testing

@Suite("RFC 9112 §4, §6: responses") struct ResponseTests {
    private func wire(_ response: Response, method: String = "GET", date: String = "") -> String {
        var connection = ServerConnection()
        connection.receive(text: "\(method) / HTTP/1.1\r\nHost: a\r\n\r\n")
        _ = connection.nextName()
        return connection.answer(response, date: date)
    }

    @Test func `a response is written in the format of RFC 9112`() {
        var response = Response(.ok, body: Array("hello".utf8))
        response.fields.add(.contentType, "text/plain")
        response.fields.add("X-Empty", "")
        #expect(
            wire(response, date: "Sun, 06 Nov 1994 08:49:37 GMT") == """
                HTTP/1.1 200 OK\r
                Date: Sun, 06 Nov 1994 08:49:37 GMT\r
                Content-Type: text/plain\r
                X-Empty: \r
                Content-Length: 5\r
                \r
                hello
                """)
    }

    @Test func `responses are appended to one buffer`() {
        var connection = ServerConnection()
        connection.receive(text: "GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n")
        var out = Array("before ".utf8)
        for _ in 0..<2 {
            _ = connection.nextName()
            connection.send(Response(.notFound), date: [], into: &out)
        }
        let one = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
        #expect(String(decoding: out, as: UTF8.self) == "before " + one + one)
    }

    @Test func `RFC 9110 §9.3.2: HEAD gets the length without the content`() {
        let text = wire(Response(.ok, body: Array("hello".utf8)), method: "HEAD")
        #expect(text == "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n")
    }

    @Test func `RFC 9110 §9.3.2: an error response to HEAD has no content either`() {
        var connection = ServerConnection()
        connection.receive(text: "HEAD / HTTP/1.1\r\n\r\n")
        #expect(connection.nextName() == "missingHost")
        #expect(connection.answer(Response(.badRequest, body: [1, 2])).hasSuffix("\r\n\r\n"))
    }

    @Test(arguments: [Status.noContent, .notModified])
    func `§6.3, RFC 9110 §15.3.5, §15.4.5: a status without content has neither length nor body`(status: Status) {
        #expect(wire(Response(status, body: [65])) == "HTTP/1.1 \(status)\r\n\r\n")
    }

    @Test func `RFC 9110 §15.3.6: 205 has length zero`() {
        #expect(wire(Response(.resetContent, body: [65])).hasSuffix("\r\nContent-Length: 0\r\n\r\n"))
    }

    @Test func `RFC 9110 §15.2: an informational response keeps the exchange open, and is not sent to HTTP 1.0`() {
        var connection = ServerConnection()
        connection.receive(text: "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        _ = connection.nextName()
        #expect(connection.answer(Response(.continue), date: "x") == "HTTP/1.1 100 Continue\r\n\r\n")
        #expect(connection.nextName() == "paused")
        var old = ServerConnection()
        old.receive(text: "GET / HTTP/1.0\r\n\r\n")
        _ = old.nextName()
        #expect(old.answer(Response(.continue)) == "")
        #expect(old.answer(Response(.ok)).hasPrefix("HTTP/1.1 200 OK\r\n"))
    }

    @Test(arguments: [0, 9, 10, 99, 100, 65_536, 1_000_000])
    func `§6.2: Content-Length equals the number of octets of the content`(length: Int) {
        let text = wire(Response(.ok, body: Array(repeating: 65, count: length)))
        #expect(text == "HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n" + String(repeating: "A", count: length))
    }

    @Test func `§4: a custom status is validated`() throws {
        #expect(Status(code: 99) == nil)
        #expect(Status(code: 600) == nil)
        #expect(Status(code: 200, reason: "a\r\nSet-Cookie: b") == nil)
        let status = try #require(Status(code: 299, reason: "Fine"))
        #expect(wire(Response(status)).hasPrefix("HTTP/1.1 299 Fine\r\n"))
        #expect(Status(code: 404) == .notFound)
    }
}

@Suite("RFC 9112 §11.1, RFC 9110 §5.5: fields of a response") struct ResponseFieldsTests {
    @Test(arguments: ["a\r\nSet-Cookie: b", "a\nb", "a\rb", "a\0", "\u{1}", "a\u{7F}", "12345678901234567\n"])
    func `a value that would split the response is refused`(value: String) {
        var fields = ResponseFields()
        fields.add(.location, "/old")
        #expect(fields.add(.location, value) == false)
        #expect(fields.set(.location, value) == false)
        #expect(fields.values(of: .location) == ["/old"])
    }

    @Test(arguments: [
        FieldName.contentLength, .transferEncoding, .connection, .date, "CONTENT-length", "keep-alive", "Upgrade",
        "trailer",
    ])
    func `fields that the connection sets are refused`(name: FieldName) {
        var fields = ResponseFields()
        #expect(fields.add(name, "1") == false)
        #expect(fields.set(name, "1") == false)
        #expect(fields.count == 0)
    }

    @Test func `fields are added, replaced and removed by name`() {
        var fields = ResponseFields()
        #expect(fields.add(.setCookie, "a=1") == true)
        #expect(fields.add(name: .vary, value: "Accept\t, Cookie ü") == true)
        #expect(fields.add(.setCookie, "b=2") == true)
        #expect(fields.values(of: "set-cookie") == ["a=1", "b=2"])
        #expect(fields.set("SET-COOKIE", "c=3") == true)
        #expect(fields.all.map(\.name) == ["Vary", "SET-COOKIE"])
        #expect(fields[.setCookie] == "c=3")
        fields.remove(.vary)
        #expect(fields.all.map(\.value) == ["c=3"])
    }
}
