import HTTPProtocol
import Testing

@Suite("RFC 9112 §3.2: request target") struct RequestTargetTests {
    struct Row: Sendable {
        var method: String
        var sent: String
        var target: String
        var authority = "field"
    }

    static let accepted = [
        Row(method: "GET", sent: "/", target: "/"),
        Row(method: "GET", sent: "/a/b?c=d&e=%20", target: "/a/b?c=d&e=%20"),
        Row(method: "GET", sent: "//evil.example/", target: "//evil.example/"),
        Row(method: "GET", sent: "/a|b[c]\"<>^`{}\\", target: "/a|b[c]\"<>^`{}\\"),
        Row(method: "OPTIONS", sent: "*", target: "*"),
        Row(method: "GET", sent: "http://other:81/a?b", target: "/a?b", authority: "other:81"),
        Row(method: "GET", sent: "HTTPS://other/a", target: "/a", authority: "other"),
        Row(method: "GET", sent: "http://other", target: "/", authority: "other"),
        Row(method: "GET", sent: "http://other?b=/c", target: "/?b=/c", authority: "other"),
        Row(method: "OPTIONS", sent: "http://other", target: "*", authority: "other"),
        Row(method: "CONNECT", sent: "other:443", target: "other:443", authority: "other:443"),
    ]

    @Test(arguments: accepted, Feed.allCases)
    func `§3.2.1 to §3.2.4: each form of a target is parsed into path and authority`(row: Row, feed: Feed) throws {
        let request = try feed.request("\(row.method) \(row.sent) HTTP/1.1\r\nHost: field\r\n\r\n")
        #expect(request.target == row.target)
        #expect(request.authority == row.authority)
    }

    @Test(
        arguments: [
            ("http://a/", Request.Scheme.http), ("HTTP://a", .http), ("https://a/", .https), ("hTTpS://a?b", .https),
            ("/https://a", nil),
        ], Feed.allCases)
    func `§3.2.2: an absolute target keeps its scheme`(row: (String, Request.Scheme?), feed: Feed) throws {
        #expect(try feed.request("GET \(row.0) HTTP/1.1\r\nHost: a\r\n\r\n").scheme == row.1)
    }

    @Test(
        arguments: [
            "a", "*", "?a", "ftp://a/", "http:///a", "http://", "http://u@a/", "http://a b/", "/a#b", "/\u{1}",
            "/\u{7F}",
            "/ü", "http://a:x/", "http//a", "a:443",
        ].filter { !$0.contains(" ") }, Feed.allCases)
    func `a target in none of the four forms is refused`(target: String, feed: Feed) {
        #expect(feed.refusal("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n") == .invalidTarget)
    }

    @Test(arguments: ["POST", "GET", "HEAD"], Feed.allCases)
    func `§3.2.4: the asterisk is valid for OPTIONS only`(method: String, feed: Feed) {
        #expect(feed.refusal("\(method) * HTTP/1.1\r\nHost: a\r\n\r\n") == .invalidTarget)
    }

    @Test(arguments: ["/", "a", "a:", "*", "a:1/", "http://a:1/"], Feed.allCases)
    func `§3.2.3: CONNECT requires a host and a port`(target: String, feed: Feed) {
        #expect(feed.refusal("CONNECT \(target) HTTP/1.1\r\nHost: a\r\n\r\n") == .invalidTarget)
    }

    @Test(
        arguments: [
            ("/", "/", nil), ("/a?b", "/a", "b"), ("/a?", "/a", ""), ("/?a?b", "/", "a?b"), ("*", "*", nil),
        ] as [(String, String, String?)])
    func `RFC 3986 §3.4: the first question mark separates path and query`(row: (String, String, String?)) {
        let request = Request(target: row.0)
        #expect(String(request.path) == row.1)
        #expect(request.query.map(String.init) == row.2)
    }
}

@Suite("RFC 9112 §3.2: Host") struct HostTests {
    @Test(arguments: Feed.allCases)
    func `a second Host field is refused, even with the same value`(feed: Feed) {
        var connection = ServerConnection()
        #expect(throws: ProtocolError(.multipleHosts)) {
            try feed("GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", to: &connection)
        }
    }

    @Test(arguments: Feed.allCases)
    func `HTTP 1.1 requires Host, even with an absolute target`(feed: Feed) {
        #expect(feed.refusal("GET / HTTP/1.1\r\n\r\n") == .missingHost)
        #expect(feed.refusal("GET http://a/ HTTP/1.1\r\n\r\n") == .missingHost)
    }

    @Test(arguments: Feed.allCases)
    func `HTTP 1.0 does not require Host`(feed: Feed) throws {
        #expect(try feed.request("GET / HTTP/1.0\r\n\r\n").authority == nil)
    }

    @Test(
        arguments: [
            "a", "A.example", "a:80", "a:", "a:65535", "127.0.0.1:8080", "[::1]", "[::1]:8080", "[::ffff:1.2.3.4]",
            "a%20b", "_x", "a!$&'()*+,;=~-._",
        ], Feed.allCases)
    func `a valid host is kept as sent`(host: String, feed: Feed) throws {
        #expect(try feed.request("GET / HTTP/1.1\r\nhOST: \t\(host) \r\n\r\n").authority == host)
    }

    @Test(
        arguments: [
            "", ":80", "a b", "a/b", "u@a", "a:x", "a:65536", "a:123456", "a:1:2", "::1", "[::1", "[]", "[::g]",
            "[::1]x", "[::1]:x", "a%2", "a%zz", "a#", "a?", "ü", "a,b/", "a\\", "a|b", "[1]",
        ], Feed.allCases)
    func `an invalid host is refused`(host: String, feed: Feed) {
        #expect(feed.refusal("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n") == .invalidHost)
        #expect(feed.refusal("GET / HTTP/1.0\r\nHost: \(host)\r\n\r\n") == .invalidHost)
    }
}
