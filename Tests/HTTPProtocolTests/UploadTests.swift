import HTTPProtocol
import Testing

@Suite("RFC 7578: bodies with files arrive in pieces") struct UploadTests {
    private let head = "POST /a HTTP/1.1\r\nHost: a\r\nContent-Type: Multipart/Form-Data; boundary=b\r\n"

    private func limited() -> ServerConnection {
        var limits = Limits()
        (limits.body, limits.upload, limits.drainedUpload) = (10, 15, 20)
        return ServerConnection(limits: limits)
    }

    @Test func `an incomplete body arrives in pieces, and its request follows without it`() {
        var connection = ServerConnection()
        connection.receive(text: head + "Content-Length: 6\r\n\r\nab")
        #expect(connection.nextName() == "upload /a")
        #expect(connection.nextName() == "content ab")
        #expect(connection.nextName() == "needMore")
        let isReading = connection.isReadingBody
        #expect(isReading)
        connection.receive(text: "cdefGET /b HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(connection.nextName() == "content cdef")
        #expect(connection.nextName() == "request /a")
        #expect(connection.nextName() == "paused")
        _ = connection.answer(Response(.ok))
        #expect(connection.nextName() == "request /b")
    }

    @Test(arguments: Feed.allCases)
    func `the pieces are the body, in parts of any size`(feed: Feed) throws {
        for framed in [
            "Content-Length: 6\r\n\r\nabcdef", "Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n4\r\ncdef\r\n0\r\n\r\n",
        ] {
            var connection = ServerConnection()
            let events = try feed(head + framed, to: &connection)
            let pieces = events.flatMap { event -> [UInt8] in if case .content(let piece) = event { piece } else { [] }
            }
            let request = try required(events.compactMap(\.request).first)
            #expect(pieces + request.body == Array("abcdef".utf8))
            _ = connection.answer(Response(.ok))
            #expect(connection.nextName() == (feed == .withMoreBehind ? "request /behind" : "needMore"))
        }
    }

    @Test func `RFC 9112 §7.1: a chunked body arrives in pieces`() {
        var connection = ServerConnection()
        connection.receive(text: head + "Transfer-Encoding: chunked\r\n\r\n3\r\nab")
        #expect(connection.nextName() == "upload /a")
        #expect(connection.nextName() == "content ab")
        #expect(connection.nextName() == "needMore")
        connection.receive(text: "c\r\n2\r\nde\r\n0\r\n\r\n")
        #expect(connection.nextName() == "content cde")
        #expect(connection.nextName() == "request /a")
    }

    @Test func `a complete body arrives with its request`() throws {
        var connection = ServerConnection()
        connection.receive(text: head + "Content-Length: 2\r\n\r\nab")
        let request = try required(try connection.next().request)
        #expect(request.body == Array("ab".utf8))
        #expect(request.hasFiles)
    }

    @Test func `RFC 9110 §15.5.14: uploads have their own limit, with a length and in chunks`() {
        var connection = limited()
        connection.receive(text: head + "Content-Length: 20\r\n\r\n")
        #expect(connection.nextName() == "upload /a")
        connection = limited()
        connection.receive(text: head + "Content-Length: 21\r\n\r\n")
        #expect(connection.nextName() == "bodyTooLarge")
        connection = limited()
        connection.receive(text: head + "Transfer-Encoding: chunked\r\n\r\n14\r\n12345678901234567890\r\n")
        #expect(connection.nextName() == "upload /a")
        #expect(connection.nextName() == "content 12345678901234567890")
        connection.receive(text: "1\r\n")
        #expect(connection.nextName() == "bodyTooLarge")
        #expect(connection.nextName() == "bodyTooLarge")
    }

    @Test func `RFC 9110 §10.1.1: a client that waits for 100 gets 413 before files that are too large`() {
        let expecting = head + "Expect: 100-continue\r\n"
        var connection = limited()
        connection.receive(text: expecting + "Content-Length: 16\r\n\r\n")
        #expect(connection.nextName() == "bodyTooLarge")
        connection = limited()
        connection.receive(text: expecting + "Content-Length: 15\r\n\r\n")
        #expect(connection.nextName() == "upload /a")
    }

    @Test(arguments: [
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\n",
        "PUT / HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-dat\r\n", "POST / HTTP/1.1\r\nHost: a\r\n",
    ])
    func `bodies other than those of a multipart POST have the limit of forms`(head: String) {
        var connection = limited()
        connection.receive(text: head + "Content-Length: 11\r\n\r\n")
        #expect(connection.nextName() == "bodyTooLarge")
        connection = limited()
        connection.receive(text: head + "Content-Length: 10\r\n\r\n12345")
        #expect(connection.nextName() == "needMore")
    }

    @Test func `RFC 9110 §10.1.1: 100 is due after the upload event`() {
        var connection = ServerConnection()
        connection.receive(text: head + "Expect: 100-continue\r\nContent-Length: 2\r\n\r\n")
        #expect(connection.nextName() == "upload /a")
        let isDue = connection.mustSendContinue
        #expect(isDue)
        connection.receive(text: "ab")
        let isStillDue = connection.mustSendContinue
        #expect(!isStillDue)
        #expect(connection.nextName() == "content ab")
        #expect(connection.nextName() == "request /a")
    }

    @Test func `RFC 9112 §8: an incomplete upload is not a request`() {
        var connection = ServerConnection()
        connection.receive(text: head + "Content-Length: 6\r\n\r\nab")
        connection.receiveEnd()
        #expect(connection.nextName() == "upload /a")
        #expect(connection.nextName() == "content ab")
        #expect(connection.nextName() == "incompleteMessage")
    }
}
