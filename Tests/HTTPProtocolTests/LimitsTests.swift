import HTTPProtocol
import Testing

@Suite("RFC 9110 §2.3, §17.5: limits") struct LimitsTests {
    private func get(targetLength: Int) -> String {
        "GET /\(String(repeating: "a", count: targetLength - 1)) HTTP/1.1\r\nHost: a\r\n\r\n"
    }

    private func chunked(_ body: String) -> String {
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + body
    }

    @Test(arguments: Feed.allCases)
    func `§15.5.15: a request line can have exactly the limit`(feed: Feed) {
        #expect(feed.refusal(get(targetLength: 8192 - 13)) == nil)
        #expect(feed.refusal(get(targetLength: 8192 - 12)) == .requestLineTooLong)
    }

    // Without `withMoreBehind`: more octets would lengthen the unfinished line.
    @Test(arguments: [Feed.atOnce, .octetByOctet])
    func `§15.5.15: a request line without an end is refused at the limit`(feed: Feed) {
        #expect(feed.refusal("GET /" + String(repeating: "A", count: 8188)) == nil)
        #expect(feed.refusal("GET /" + String(repeating: "A", count: 8189)) == .requestLineTooLong)
        #expect(feed.refusal(String(repeating: "A", count: 8193)) == nil)
        #expect(feed.refusal(String(repeating: "A", count: 8194)) == .unknownMethod)
    }

    @Test(arguments: Feed.allCases)
    func `RFC 6585 §5: a header section can have exactly the limit`(feed: Feed) {
        var limits = Limits()
        limits.headerBytes = 64
        // "Host: a" and "X: …" with their line ends and the empty line are 64 octets.
        let fits = "GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "b", count: 48))\r\n\r\n"
        let exceeds = "GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "b", count: 49))\r\n\r\n"
        #expect(feed.refusal(fits, limits: limits) == nil)
        #expect(feed.refusal(exceeds, limits: limits) == .headerTooLarge)
        #expect(ProtocolError(.headerTooLarge).status == .requestHeaderFieldsTooLarge)
    }

    @Test(arguments: [Feed.atOnce, .octetByOctet])
    func `RFC 6585 §5: a header section without an end is refused at the limit`(feed: Feed) {
        let start = "GET / HTTP/1.1\r\n"
        #expect(feed.refusal(start + String(repeating: "A", count: 32 * 1024 - 1)) == nil)
        #expect(feed.refusal(start + String(repeating: "A", count: 32 * 1024)) == .headerTooLarge)
    }

    @Test(arguments: Feed.allCases)
    func `RFC 6585 §5: a header section can have one hundred fields`(feed: Feed) {
        let start = "GET / HTTP/1.1\r\nHost: a\r\n"
        #expect(feed.refusal(start + String(repeating: "X: 1\r\n", count: 99) + "\r\n") == nil)
        #expect(feed.refusal(start + String(repeating: "X: 1\r\n", count: 100) + "\r\n") == .tooManyFields)
    }

    @Test(arguments: Feed.allCases)
    func `§15.5.14: a body can have exactly the limit, with a length and in chunks`(feed: Feed) {
        var limits = Limits()
        limits.body = 5
        let head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: "
        #expect(feed.refusal(head + "5\r\n\r\nhello", limits: limits) == nil)
        #expect(feed.refusal(head + "6\r\n\r\nhello!", limits: limits) == .bodyTooLarge)
        #expect(feed.refusal(chunked("2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n"), limits: limits) == nil)
        #expect(feed.refusal(chunked("2\r\nhe\r\n4\r\nllo!\r\n0\r\n\r\n"), limits: limits) == .bodyTooLarge)
    }

    @Test(arguments: Feed.allCases)
    func `RFC 9112 §7.1.1: a chunk line can have exactly the limit`(feed: Feed) {
        #expect(feed.refusal(chunked("0;\(String(repeating: "a", count: 254))\r\n\r\n")) == nil)
        #expect(feed.refusal(chunked("0;\(String(repeating: "a", count: 255))\r\n\r\n")) == .chunkLineTooLong)
    }

    @Test(arguments: Feed.allCases)
    func `RFC 9112 §7.1.1: the limit of extensions counts all chunks`(feed: Feed) {
        let chunk = "1;\(String(repeating: "a", count: 127))\r\nx\r\n"
        #expect(feed.refusal(chunked(String(repeating: chunk, count: 32) + "0\r\n\r\n")) == nil)
        #expect(feed.refusal(chunked(String(repeating: chunk, count: 33) + "0\r\n\r\n")) == .chunkExtensionsTooLarge)
    }

    @Test(arguments: Feed.allCases)
    func `RFC 9112 §7.1: leading zeros of chunk sizes are valid, and limited like extensions`(feed: Feed) {
        let chunk = String(repeating: "0", count: 143) + "1\r\nx\r\n"
        #expect(feed.refusal(chunked(String(repeating: chunk, count: 32) + "0\r\n\r\n")) == nil)
        #expect(feed.refusal(chunked(String(repeating: chunk, count: 33) + "0\r\n\r\n")) == .chunkExtensionsTooLarge)
        let usual = "0000000000000001\r\nx\r\n"
        #expect(feed.refusal(chunked(String(repeating: usual, count: 1_000) + "0\r\n\r\n")) == nil)
    }

    @Test(arguments: Feed.allCases)
    func `RFC 9112 §7.1.2, RFC 6585 §5: the limit of a trailer section counts all its lines`(feed: Feed) {
        let line = "X: \(String(repeating: "a", count: 123))\r\n"
        #expect(feed.refusal(chunked("0\r\n" + String(repeating: line, count: 31) + "\r\n")) == nil)
        #expect(feed.refusal(chunked("0\r\n" + String(repeating: line, count: 33) + "\r\n")) == .trailerTooLarge)
        #expect(ProtocolError(.trailerTooLarge).status == .requestHeaderFieldsTooLarge)
    }

    @Test func `negative and huge limits never trap`() {
        for size in [Int.min, -1, 0, 1, Int.max] {
            var limits = Limits()
            limits.requestLine = size
            limits.headerBytes = size
            limits.fieldCount = size
            limits.body = size
            limits.chunkLine = size
            limits.chunkExtensions = size
            limits.trailerBytes = size
            limits.emptyLines = size
            let text = "\r\n" + chunked("5;a\r\nhello\r\n0\r\nX: 1\r\n\r\n")
            #expect((Feed.octetByOctet.refusal(text, limits: limits) == nil) == (size == Int.max))
            // Restore the limits of the head, so that the limits of the body are reached.
            limits.requestLine = 8192
            limits.headerBytes = 8192
            limits.fieldCount = 100
            limits.emptyLines = 4
            #expect((Feed.octetByOctet.refusal(text, limits: limits) == nil) == (size == Int.max))
        }
    }
}
