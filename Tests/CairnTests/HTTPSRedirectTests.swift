import HTTPProtocol
import Testing

@testable import Cairn

@Suite("RFC 9110 §15.4.9: plain HTTP is redirected to TLS") struct HTTPSRedirectTests {
    @Test(arguments: [
        ("example.org", UInt16(443), "/", "https://example.org/"),
        ("example.org:80", 443, "/a?b=c", "https://example.org/a?b=c"),
        ("example.org:8080", 8443, "/a/%20", "https://example.org:8443/a/%20"),
        ("[::1]", 443, "/", "https://[::1]/"), ("[::1]:8080", 8443, "/", "https://[::1]:8443/"),
        ("127.0.0.1:1", 443, "//evil.example/", "https://127.0.0.1//evil.example/"),
    ])
    func `the redirect keeps host and target`(host: String, port: UInt16, target: String, location: String) {
        let request = Request(method: .post, target: target, fields: [("Host", host)])
        let response = HTTPSRedirect(publicOrigin: nil, port: port) { _ in true }.response(to: request)
        #expect(response.status == .permanentRedirect)
        #expect(response.fields[.location] == location)
        #expect(response.fields[.cacheControl] == "no-store")
    }

    @Test func `the redirect uses the configured public origin`() {
        let request = Request(target: "/a", fields: [("Host", "inside:8080")])
        let origin = PublicOrigin("https://example.org")
        #expect(
            HTTPSRedirect(publicOrigin: origin, port: 8443) { _ in false }.response(to: request).fields[.location]
                == "https://example.org/a")
        #expect(
            HTTPSRedirect(publicOrigin: PublicOrigin("http://example.org"), port: 8443) { _ in true }
                .response(to: request).fields[.location] == "https://inside:8443/a")
    }

    @Test(arguments: [
        ("example.org", true), ("EXAMPLE.org:80", true), ("[2001:db8::1]:80", true), ("evil.example", false),
        ("example.org.evil.example", false), ("[::1]", false),
    ])
    func `a host that no certificate names gets no Location`(host: String, isNamed: Bool) {
        let request = Request(target: "/a", fields: [("Host", host)])
        let redirection = HTTPSRedirect(publicOrigin: nil, port: 443) { ["example.org", "2001:db8::1"].contains($0) }
        let response = redirection.response(to: request)
        #expect(response.status == (isNamed ? .permanentRedirect : .misdirectedRequest))
        #expect((response.fields[.location] != nil) == isNamed)
        #expect(response.fields[.cacheControl] == "no-store")
        #expect(response.closesConnection == !isNamed)
    }

    @Test func `a request without a host or without a path is refused`() {
        for (request, status) in [
            (Request(target: "/a"), Status.misdirectedRequest),
            (Request(method: .options, target: "*", fields: [("Host", "a")]), .badRequest),
        ] {
            let response = HTTPSRedirect(publicOrigin: nil, port: 443) { _ in true }.response(to: request)
            #expect(response.status == status)
            #expect(response.fields[.location] == nil)
            #expect(response.closesConnection)
        }
    }
}
