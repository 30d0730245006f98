import HTTPProtocol
import Testing

@Suite("The beginning of a refused request") struct RequestBeginningTests {
    /// Returns the method and the target in `requestBeginning` after the parser has read `text`.
    private func beginning(_ text: String, _ feed: Feed) -> String {
        var connection = ServerConnection()
        _ = try? feed(text, to: &connection)
        return connection.requestBeginning.map { "\($0.method) \($0.target)" } ?? "nothing"
    }

    @Test(arguments: [
        ("GET /a?b HTTP/1.1\r\n\r\n", "GET /a?b"), ("BREW /pot HTTP/1.1\r\nHost: a\r\n\r\n", "BREW /pot"),
        ("GET /a", "GET /a"), ("GET ", "GET "), ("GE", "nothing"), ("\r\nGET /a HTTP/3.0\r\n", "GET /a"),
        ("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf", "POST /a"),
        ("POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "POST /a"),
        ("GET secret HTTP/1.1\r\n\r\n", "GET "), ("password=hunter2 /a\r\n", "nothing"), ("hunter2 /a\r\n", "nothing"),
        ("\u{16}\u{3}\u{1}\u{2}\0\r\n\r\n", "nothing"), ("OPTIONS * HTTP/9.0\r\n", "OPTIONS *"), ("", "nothing"),
    ])
    func `the method and the target are available as far as they were received`(text: String, known: String) {
        for feed in [Feed.atOnce, .octetByOctet] { #expect(beginning(text, feed) == known) }
    }

    @Test func `a target is truncated after one kibibyte`() {
        let text = "GET /" + String(repeating: "x", count: 9_000) + " HTTP/1.1\r\n\r\n"
        #expect(beginning(text, .atOnce).utf8.count == 4 + 1_024)
    }

    @Test(arguments: [Feed.atOnce, .octetByOctet])
    func `the PROXY protocol has its own error, in both of its versions`(feed: Feed) {
        let second: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A, 0, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A, 0x21, 0x11, 0, 12]
        #expect(feed.refusal("PROXY TCP4 192.0.2.1 192.0.2.2 56324 443\r\nGET / HTTP/1.1\r\n") == .proxyProtocol)
        #expect(feed.refusal("PROXY UNKNOWN\r\n") == .proxyProtocol)
        #expect(feed.refusal(second) == .proxyProtocol)
        #expect(feed.refusal("\r\n\r\n\r\n\0") == .malformedRequestLine)
        #expect(feed.refusal("GET / HTTP/1.1\r\nHost: a\r\n\r\nPROXY UNKNOWN\r\n") == nil)
        #expect(ProtocolError(.proxyProtocol).status == .badRequest)
        #expect(ProtocolError(.proxyProtocol).message.contains("X-Forwarded-For"))
    }
}
