import CairnTesting
import HTTPProtocol
import Sockets
import Testing

@testable import Cairn

@Suite("RFC 7239: forwarding fields of proxies") struct ForwardingTests {
    private static let proxies = ["10.0.0.0/8", "2001:db8:1::/48", "127.0.0.1"].compactMap { AddressRange($0) }

    @Test(
        arguments: [
            (["for=192.0.2.60;proto=https;host=shop.example"], "192.0.2.60", "https://shop.example"),
            (["FOR=192.0.2.60 ; Proto=HTTPS"], "192.0.2.60", "https://a"),
            (["for=\"[2001:db8:2::17]:4711\";proto=http"], "2001:db8:2::17", "http://a"),
            (["for=\"192.0.2.43:47011\""], "192.0.2.43", nil),
            // A client wrote the elements before that of the first trusted proxy.
            (["for=1.1.1.1;host=evil, for=192.0.2.60;host=shop.example"], "192.0.2.60", "http://shop.example"),
            (
                ["for=1.1.1.1;host=evil", "for=192.0.2.60;proto=https;host=shop.example, for=10.1.2.3;proto=http"],
                "192.0.2.60", "https://shop.example"
            ),
            (["for=192.0.2.60, for=10.1.2.3, for=\"[2001:db8:1::2]\";proto=https"], "192.0.2.60", nil),
            (["for=_hidden;proto=https"], nil, "https://a"), (["for=unknown"], nil, nil),
            (["for=\"a,b\\\";c\";host=\"shop.example\""], nil, "http://shop.example"),
            (["host=\"a b\""], nil, nil), (["host=x/y;proto=https"], nil, nil), (["proto=ftp"], nil, nil),
            ([""], nil, nil),
            // The field is ignored: an open quotation mark could hide the proxy's element, or `for` occurs twice.
            (["for=1.2.3.4;host=evil;x=\", for=203.0.113.9"], nil, nil),
            (["for=1.2.3.4;host=evil;x=\", for=\"[2001:db8:2::9]\""], nil, nil),
            (["for=1.2.3.4;x=\"\\, for=\"203.0.113.9\""], nil, nil), (["for=1.2.3.4;for=203.0.113.9"], nil, nil),
        ] as [([String], String?, String?)])
    func `the last element whose client is not a trusted proxy counts`(
        fields: [String], client: String?, origin: String?
    ) {
        let request = Request(fields: [("Host", "a")] + fields.map { ("Forwarded", $0) })
        let forwarding = Forwarding(request.fields, in: .forwarded, trusting: Self.proxies)
        #expect(forwarding.client?.host == client)
        #expect(forwarding.origin(of: request)?.description == origin)
    }

    @Test(
        arguments: [
            ([("X-Forwarded-For", "192.0.2.60"), ("X-Forwarded-Proto", "https")], "192.0.2.60", "https://a"),
            (
                [("X-Forwarded-For", "1.1.1.1, 192.0.2.60, 10.0.0.7"), ("X-Forwarded-Proto", "https")], "192.0.2.60",
                "https://a"
            ),
            (
                [("X-Forwarded-For", "1.1.1.1, 192.0.2.60"), ("X-Forwarded-Host", "evil, shop.example")], "192.0.2.60",
                "http://shop.example"
            ),
            ([("X-Forwarded-For", "2001:db8:9::1")], "2001:db8:9::1", nil),
            ([("X-Forwarded-Proto", "https")], nil, "https://a"),
            ([("X-Forwarded-For", "nobody")], nil, nil), ([], nil, nil),
            // These fields have no quoted strings, and their lists are split at comma octets: U+0600 and a comma form
            // one `Character`.
            ([("X-Forwarded-For", "1.2.3.4:\", 203.0.113.9")], "203.0.113.9", nil),
            ([("X-Forwarded-For", "[1::2]\", 203.0.113.9")], "203.0.113.9", nil),
            ([("X-Forwarded-For", "1.1.1.1\u{600}, 203.0.113.9")], "203.0.113.9", nil),
            // A proxy that writes these fields can pass the client's `Forwarded` on unchanged.
            ([("X-Forwarded-For", "203.0.113.9"), ("Forwarded", "for=5.6.7.8;host=evil")], "203.0.113.9", nil),
        ] as [([(String, String)], String?, String?)])
    func `X-Forwarded fields give the same result`(fields: [(String, String)], client: String?, origin: String?) {
        let request = Request(fields: [("Host", "a")] + fields)
        let forwarding = Forwarding(request.fields, in: .xForwarded, trusting: Self.proxies)
        #expect(forwarding.client?.host == client)
        #expect(forwarding.origin(of: request)?.description == origin)
    }

    @Test(arguments: [true, false])
    func `only a trusted proxy's fields are used`(isTrusted: Bool) async throws {
        var configuration = Transport.configuration
        let isAccepted = !isTrusted || configuration.trustProxies("127.0.0.0/8, ::1")
        #expect(isAccepted)
        configuration.forwardingFields = .forwarded
        try await Transport.socket.serve([Desk.hosted()], configuration: configuration) { wire in
            guard case .socket(let port) = wire.kind else { return }
            let client = try await SocketClient(port: port)
            let forwarded = "Forwarded: for=192.0.2.60;proto=https;host=shop.example\r\n"
            try await client.send(
                "GET /desk HTTP/1.1\r\nHost: a\r\nAccept: application/json\r\n" + forwarded + "\r\n")
            let page = try await client.reply()
            #expect(page.text.contains("https://shop.example/desk") == isTrusted)
            #expect(page.text.contains("http://a/desk") == !isTrusted)
            let body = "action=increment"
            try await client.send(
                "POST /desk HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\n"
                    + "Content-Length: \(body.utf8.count)\r\nOrigin: https://shop.example\r\n" + forwarded + "\r\n"
                    + body)
            let answer = try await client.reply()
            #expect(answer.status == (isTrusted ? 303 : 403))
            #expect(answer["Set-Cookie"]?.hasPrefix("__Host-cairn-") ?? false == isTrusted)
        }
    }

    @Test(arguments: ["", "10.0.0.0/8", "10.0.0.0/8,::1", " 10.1.1.1 , 2001:db8::/32 "])
    func `trusted proxies are a list of addresses and ranges`(text: String) {
        var configuration = Configuration()
        let isAccepted = configuration.trustProxies(text)
        #expect(isAccepted)
    }

    @Test(arguments: [
        "10.0.0.0/33", "10.0.0/8", "proxy", "10.0.0.0/", "10.0.0.0/-1", "::1/129", "10.0.0.1;::1", "1.1.1.1/8/8",
    ])
    func `an invalid address is rejected`(text: String) {
        var configuration = Configuration()
        let isAccepted = configuration.trustProxies(text)
        #expect(!isAccepted)
        #expect(configuration.trustedProxies.isEmpty)
    }
}
