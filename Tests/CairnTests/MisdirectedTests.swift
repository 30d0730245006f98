import Cairn
import CairnTesting
import Testing

@Suite("RFC 9110 §7.4, §15.5.20: requests for another scheme") struct MisdirectedTests {
    private func status(
        of head: String, _ configuration: Configuration = Transport.configuration
    ) async throws -> Int? {
        var status: Int?
        try await Transport.socket.serve([Desk.hosted()], configuration: configuration) { wire in
            guard case .socket(let port) = wire.kind else { return }
            let client = try await SocketClient(port: port)
            try await client.send(head + "Connection: close\r\n\r\n")
            status = try await client.reply().status
        }
        return status
    }

    @Test(arguments: [
        ("GET https://a/desk HTTP/1.1\r\nHost: a\r\n", 421), ("GET HTTPS://a/desk HTTP/1.1\r\nHost: a\r\n", 421),
        ("GET https://a/healthz HTTP/1.1\r\nHost: a\r\n", 421), ("OPTIONS https://a HTTP/1.1\r\nHost: a\r\n", 421),
        ("GET https://a/cairn.css HTTP/1.1\r\nHost: a\r\n", 421), ("POST https://a/desk HTTP/1.1\r\nHost: a\r\n", 421),
        ("GET http://a/desk HTTP/1.1\r\nHost: a\r\n", 200), ("GET /desk HTTP/1.1\r\nHost: a\r\n", 200),
        // An untrusted client's own `X-Forwarded-Proto` does not count.
        ("GET https://a/desk HTTP/1.1\r\nHost: a\r\nX-Forwarded-Proto: https\r\n", 421),
    ])
    func `a target with https is refused over plain HTTP`(head: String, expected: Int) async throws {
        #expect(try await status(of: head) == expected)
    }

    @Test func `an https target is served if a trusted proxy or the configuration says that the site uses https`()
        async throws
    {
        let head = "GET https://a/desk HTTP/1.1\r\nHost: a\r\n"
        var configuration = Transport.configuration
        let isAccepted = configuration.trustProxies("127.0.0.1")
        #expect(isAccepted)
        #expect(
            try await status(of: head + "X-Forwarded-For: 192.0.2.1\r\nX-Forwarded-Proto: https\r\n", configuration)
                == 200)
        #expect(
            try await status(of: head + "X-Forwarded-For: 192.0.2.1\r\nX-Forwarded-Proto: http\r\n", configuration)
                == 421)
        configuration = Transport.configuration
        configuration.publicOrigin = PublicOrigin("https://a")
        #expect(try await status(of: head, configuration) == 200)
    }
}
