import HTTPProtocol
import Testing

private func post(_ fields: String..., body: String = "", version: String = "1.1") -> String {
    "POST / HTTP/\(version)\r\nHost: a\r\n" + fields.map { $0 + "\r\n" }.joined() + "\r\n" + body
}

@Suite("RFC 9112 §6.2, §6.3: Content-Length") struct ContentLengthTests {
    @Test(arguments: [("0", ""), ("5", "hello"), ("0005", "hello"), ("4", "\r\n\r\n")], Feed.allCases)
    func `the body has exactly the declared length`(row: (String, String), feed: Feed) throws {
        #expect(try feed.request(post("Content-Length: \(row.0)", body: row.1)).body == Array(row.1.utf8))
    }

    @Test(arguments: Feed.allCases)
    func `a body is read for GET and POST, and only with a length`(feed: Feed) throws {
        #expect(try feed.request("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi").body == Array("hi".utf8))
        #expect(try feed.request(post()).body == [])
        #expect(try feed.request("POST / HTTP/1.0\r\nContent-Length: 2\r\n\r\nhi").body == Array("hi".utf8))
    }

    static let refused: [([String], ProtocolError.Code)] = [
        (["Content-Length: 5", "Content-Length: 5"], .multipleContentLengths),
        (["Content-Length: 0", "content-length: 5"], .multipleContentLengths),
        (["Content-Length: 5, 5"], .invalidContentLength),
        (["Content-Length: +5"], .invalidContentLength),
        (["Content-Length: -5"], .invalidContentLength),
        (["Content-Length: 0x5"], .invalidContentLength),
        (["Content-Length: 5 5"], .invalidContentLength),
        (["Content-Length: 5.0"], .invalidContentLength),
        (["Content-Length:"], .invalidContentLength),
        (["Content-Length: five"], .invalidContentLength),
        (["Content-Length: 9223372036854775808"], .invalidContentLength),
        (["Content-Length: 18446744073709551621"], .invalidContentLength),
        (["Content-Length: 99999999999999999999999999"], .invalidContentLength),
        (["Content-Length: 9223372036854775807"], .bodyTooLarge),
        (["Content-Length: 1048577"], .bodyTooLarge),
        (["Content-Length: 5", "Transfer-Encoding: chunked"], .bothLengths),
        (["Transfer-Encoding: chunked", "Content-Length: 5"], .bothLengths),
        (["Transfer-Encoding: gzip", "Content-Length: 0"], .bothLengths),
    ]

    @Test(arguments: refused, Feed.allCases)
    func `an ambiguous or malformed length is refused`(row: ([String], ProtocolError.Code), feed: Feed) {
        let fields = row.0.joined(separator: "\r\n")
        #expect(feed.refusal(post(fields, body: "hello")) == row.1)
    }

    @Test func `RFC 9110 §15.5.14: a length beyond the limit is refused before the body`() {
        var connection = ServerConnection()
        connection.receive(text: post("Content-Length: 1048577"))
        #expect(connection.nextName() == "bodyTooLarge")
        #expect(ProtocolError(.bodyTooLarge).status == .contentTooLarge)
    }
}

@Suite("RFC 9112 §6.1: Transfer-Encoding") struct TransferEncodingTests {
    static let refused: [([String], ProtocolError.Code)] = [
        (["Transfer-Encoding: chunked, chunked"], .invalidTransferEncoding),
        (["Transfer-Encoding: chunked", "Transfer-Encoding: chunked"], .invalidTransferEncoding),
        (["Transfer-Encoding: chunked, gzip"], .invalidTransferEncoding),
        (["Transfer-Encoding: chunked", "Transfer-Encoding: gzip"], .invalidTransferEncoding),
        (["Transfer-Encoding: gzip"], .invalidTransferEncoding),
        (["Transfer-Encoding: identity"], .invalidTransferEncoding),
        (["Transfer-Encoding:"], .invalidTransferEncoding),
        (["Transfer-Encoding: ,chunked"], .invalidTransferEncoding),
        (["Transfer-Encoding: chunked,"], .invalidTransferEncoding),
        (["Transfer-Encoding: chunked;a=b"], .invalidTransferEncoding),
        (["Transfer-Encoding: \"chunked\""], .invalidTransferEncoding),
        (["Transfer-Encoding: x chunked"], .invalidTransferEncoding),
        (["Transfer-Encoding: gzip, chunked"], .unknownTransferCoding),
        (["Transfer-Encoding: gzip;q=1 , Chunked"], .unknownTransferCoding),
        (["Transfer-Encoding: xchunked, chunked"], .unknownTransferCoding),
        (["Transfer-Encoding: gzip", "Transfer-Encoding: chunked"], .unknownTransferCoding),
    ]

    @Test(arguments: refused, Feed.allCases)
    func `any list of codings other than a single chunked is refused`(row: ([String], ProtocolError.Code), feed: Feed) {
        let fields = row.0.joined(separator: "\r\n")
        #expect(feed.refusal(post(fields, body: "0\r\n\r\n")) == row.1)
    }

    @Test(arguments: Feed.allCases)
    func `HTTP 1.0 has no transfer codings`(feed: Feed) {
        let text = post("Transfer-Encoding: chunked", body: "0\r\n\r\n", version: "1.0")
        #expect(feed.refusal(text) == .transferEncodingInVersion10)
    }

    @Test func `RFC 9110 §15.6.2: an unknown coding gets 501`() {
        #expect(ProtocolError(.unknownTransferCoding).status == .notImplemented)
        #expect(ProtocolError(.invalidTransferEncoding).status == .badRequest)
    }
}

private func chunked(_ body: String) -> String { post("Transfer-Encoding: Chunked", body: body) }

@Suite("RFC 9112 §7.1: chunks") struct ChunkTests {
    static let accepted = [
        ("0\r\n\r\n", ""),
        ("5\r\nhello\r\n0\r\n\r\n", "hello"),
        ("1\r\nh\r\n4\r\nello\r\n0\r\n\r\n", "hello"),
        ("A\r\n0123456789\r\na\r\n0123456789\r\n0\r\n\r\n", "01234567890123456789"),
        ("0000000000000000005\r\nhello\r\n000\r\n\r\n", "hello"),
        ("4\r\n\r\n\r\n\r\n0\r\n\r\n", "\r\n\r\n"),
    ]

    @Test(arguments: accepted, Feed.allCases)
    func `the content of all chunks is the body`(row: (String, String), feed: Feed) throws {
        #expect(try feed.request(chunked(row.0)).body == Array(row.1.utf8))
    }

    static let refused: [(String, ProtocolError.Code)] = [
        ("\r\n", .invalidChunkSize),
        ("x\r\n", .invalidChunkSize),
        ("-1\r\n", .invalidChunkSize),
        ("+1\r\n", .invalidChunkSize),
        ("0x5\r\nhello\r\n0\r\n\r\n", .invalidChunkSize),
        (" 5\r\nhello\r\n", .invalidChunkSize),
        ("5 \r\nhello\r\n", .invalidChunkSize),
        ("5,\r\nhello\r\n", .invalidChunkSize),
        ("10000000000000005\r\nhello\r\n", .invalidChunkSize),
        ("FFFFFFFFFFFFFFFFF\r\n", .invalidChunkSize),
        ("7FFFFFFFFFFFFFFF\r\n", .bodyTooLarge),
        ("100001\r\n", .bodyTooLarge),
        ("5\nhello\r\n0\r\n\r\n", .bareLineFeed),
        ("5\r\nhello0\r\n\r\n", .invalidChunkEnd),
        ("5\r\nhello\n0\r\n\r\n", .invalidChunkEnd),
        ("5\r\nhello\r0\r\n\r\n", .invalidChunkEnd),
        ("5\r\nhello!\r\n0\r\n\r\n", .invalidChunkEnd),
    ]

    @Test(arguments: refused, Feed.allCases)
    func `a malformed chunk is refused`(row: (String, ProtocolError.Code), feed: Feed) {
        #expect(feed.refusal(chunked(row.0)) == row.1)
    }
}

@Suite("RFC 9112 §7.1.1: chunk extensions") struct ChunkExtensionTests {
    static let accepted = [
        "5;a\r\nhello\r\n0;b=c;d=\"e;\\\"f\"\r\n\r\n", "5 ; a = b\r\nhello\r\n0\r\n\r\n",
        "5\t;\ta\t=\t\"\"\r\nhello\r\n0\r\n\r\n",
    ]

    @Test(arguments: accepted, Feed.allCases)
    func `unknown extensions are ignored`(body: String, feed: Feed) throws {
        #expect(try feed.request(chunked(body)).body == Array("hello".utf8))
    }

    static let refused: [(String, ProtocolError.Code)] = [
        ("5;\r\nhello\r\n", .invalidChunkExtension),
        ("5;a=\r\nhello\r\n", .invalidChunkExtension),
        ("5;a=\"b\r\nhello\r\n", .invalidChunkExtension),
        ("5;a=\"\\\r\nhello\r\n", .invalidChunkExtension),
        ("5;a=\"b\"c\r\nhello\r\n", .invalidChunkExtension),
        ("5;a\rb\r\nhello\r\n", .invalidChunkExtension),
        ("5;a;\r\nhello\r\n", .invalidChunkExtension),
        ("5;a b\r\nhello\r\n", .invalidChunkExtension),
        ("5;a=\0\r\nhello\r\n", .invalidChunkExtension),
        ("5;a\nhello\r\n0\r\n\r\n", .bareLineFeed),
    ]

    @Test(arguments: refused, Feed.allCases)
    func `a malformed extension is refused`(row: (String, ProtocolError.Code), feed: Feed) {
        #expect(feed.refusal(chunked(row.0)) == row.1)
    }
}

@Suite("RFC 9112 §7.1.2, RFC 9110 §6.5.1: trailers") struct TrailerTests {
    @Test(
        arguments: [
            "Trailer-Field: x", "Trailer-Field: x\r\nAnother: y", "Authorization: Basic YTpi", "Cookie: cairn-desk=x",
            "Content-Type: text/plain", "Content-Encoding: gzip", "Content-Range: bytes 0-4/9", "If-Match: *",
        ], Feed.allCases)
    func `trailers are discarded, including forbidden fields`(lines: String, feed: Feed) throws {
        var connection = ServerConnection()
        let events = try feed(chunked("5\r\nhello\r\n0\r\n\(lines)\r\n\r\n"), to: &connection)
        let request = try required(events.compactMap(\.request).first)
        #expect(request.body == Array("hello".utf8))
        #expect(request.fields.map(\.name) == ["Host", "Transfer-Encoding"])
        #expect(!connection.answer(Response(.ok)).contains("Connection: close"))
    }

    @Test(
        arguments: [
            "Content-Length: 5", "Transfer-Encoding: chunked", "Host: b", "content-LENGTH: 0", "X: y\r\nHost: a",
            "Connection: close", "Expect: 100-continue",
        ], Feed.allCases)
    func `a trailer with a framing or routing field is refused`(lines: String, feed: Feed) {
        #expect(feed.refusal(chunked("0\r\n\(lines)\r\n\r\n")) == .framingFieldInTrailer)
    }

    static let malformed: [(String, ProtocolError.Code)] = [
        ("0\r\n folded\r\n\r\n", .foldedField),
        ("0\r\nX : y\r\n\r\n", .spaceBeforeColon),
        ("0\r\nX\r\n\r\n", .missingColon),
        ("0\r\nX: a\0\r\n\r\n", .invalidFieldValue),
        ("0\r\nX: y\n\r\n", .bareLineFeed),
        ("0\r\nX: y\rZ: a\r\n\r\n", .bareCarriageReturn),
        ("0\r\n\n", .bareLineFeed),
    ]

    @Test(arguments: malformed, Feed.allCases)
    func `a malformed trailer line is refused`(row: (String, ProtocolError.Code), feed: Feed) {
        #expect(feed.refusal(chunked(row.0)) == row.1)
    }
}
