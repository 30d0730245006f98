import CairnTesting
import HTTPProtocol
import Testing

@testable import Cairn

@Suite("RFC 9110 §15.5.20: only hosts of --allowed-hosts are served") struct AllowedHostTests {
    @Test(arguments: [
        ("example.org", true), ("EXAMPLE.org", true), ("example.org:8080", true), ("example.org.", true),
        ("a.example.org", false), ("example.org.evil.example", false), ("evilexample.org", false),
        ("example.net", true), ("a.example.net", true), ("a.b.example.net:1", true), ("evilexample.net", false),
        ("192.0.2.1", true), ("192.0.2.2", false), ("[2001:db8::1]:80", true), ("[2001:db8::2]", false),
        ("localhost", true), ("app.localhost:3000", true), ("127.0.0.1:8080", true), ("127.1.2.3", true),
        ("[::1]", true), ("localhost.evil.example", false), ("127.0.0.1.evil.example", false), ("0.0.0.0", false),
    ])
    func `host names match as a whole, without port and case-insensitively`(authority: String, isAllowed: Bool) throws {
        let hosts = try #require(AllowedHosts("example.org, .example.net,192.0.2.1,[2001:db8::1]"))
        #expect(hosts.contains(try #require(HostName(authority: authority))) == isAllowed)
    }

    @Test(arguments: ["", "a,,b", "a:80", "https://a", "*", "*.a", ".", "a/b", "[::1]:80"])
    func `an invalid list of hosts is rejected`(list: String) {
        #expect(AllowedHosts(list) == nil)
    }

    /// The response to a request for `host`; `change` alters the settings, which allow only `example.org`.
    private func reply(
        to host: String, accept: String = "*/*", fields: [(String, String)] = [], path: String = "/desk",
        log: Log = Log(isQuiet: true),
        _ change: @escaping (inout Configuration) -> Void = { _ in }
    ) async throws -> Reply {
        var configuration = Transport.configuration
        configuration.allowedHosts = AllowedHosts("example.org")
        change(&configuration)
        var reply: Reply?
        try await Transport.socket.serve([Desk.hosted()], configuration: configuration, log: log) { wire in
            reply = try await Visitor(wire).get(path, accept: accept, [("Host", host)] + fields)
        }
        return try #require(reply)
    }

    @Test func `another host gets 421 with a clear detail and a log line, and no page for the host`() async throws {
        let lines = LogLines()
        let refused = try await reply(to: "evil.example", accept: "application/json", log: lines.log())
        #expect(refused.status == 421)
        let detail = try #require(try refused.problem.detail)
        #expect(detail.contains("evil.example of the request is not in --allowed-hosts"))
        #expect(lines.diagnostics.contains("security refused-host from 127.0.0.1: evil.example"))
        #expect(try await reply(to: "evil.example", accept: "text/html").status == 421)
        #expect(try await reply(to: "evil.example", path: "/cairn.css").status == 421)
        #expect(try await reply(to: "example.org").status == 200)
    }

    @Test func `/healthz and /readyz accept any host, and the host of the public origin is allowed`() async throws {
        #expect(try await reply(to: "10.0.0.9", path: "/healthz").status == 200)
        #expect(try await reply(to: "10.0.0.9", path: "/readyz").status == 200)
        let status = try await reply(to: "public.example") { $0.publicOrigin = PublicOrigin("https://public.example") }
            .status
        #expect(status == 200)
    }

    @Test func `the host that a trusted proxy reports is checked`() async throws {
        func status(_ seen: String) async throws -> Int {
            try await reply(to: "inside", fields: [("X-Forwarded-Host", seen), ("X-Forwarded-For", "192.0.2.1")]) {
                _ = $0.trustProxies("127.0.0.1")
            }.status
        }
        #expect(try await status("example.org") == 200)
        #expect(try await status("evil.example") == 421)
    }
}
