import HTTPProtocol
import Testing

@testable import Cairn

@Suite("RFC 9110 §15.4.9: plain HTTP is led to TLS") struct RedirectionTests {
    @Test(arguments: [
        ("example.org", UInt16(443), "/", "https://example.org/"),
        ("example.org:80", 443, "/a?b=c", "https://example.org/a?b=c"),
        ("example.org:8080", 8443, "/a/%20", "https://example.org:8443/a/%20"),
        ("[::1]", 443, "/", "https://[::1]/"), ("[::1]:8080", 8443, "/", "https://[::1]:8443/"),
        ("127.0.0.1:1", 443, "//evil.example/", "https://127.0.0.1//evil.example/"),
    ])
    func `to the same place on the same host`(host: String, port: UInt16, target: String, location: String) {
        let request = Request(method: .post, target: target, fields: [("Host", host)])
        let response = Redirection(publicOrigin: nil, port: port).response(to: request)
        #expect(response.status == .permanentRedirect)
        #expect(response.fields[.location] == location)
    }

    @Test func `to what the operator says that the outside sees`() {
        let request = Request(target: "/a", fields: [("Host", "inside:8080")])
        let origin = PublicOrigin("https://example.org")
        #expect(
            Redirection(publicOrigin: origin, port: 8443).response(to: request).fields[.location]
                == "https://example.org/a")
        #expect(
            Redirection(publicOrigin: PublicOrigin("http://example.org"), port: 8443).response(to: request)
                .fields[.location] == "https://inside:8443/a")
    }

    @Test func `who names no host, or asks for no place, is told so`() {
        for request in [Request(target: "/a"), Request(method: .options, target: "*", fields: [("Host", "a")])] {
            let response = Redirection(publicOrigin: nil, port: 443).response(to: request)
            #expect(response.status == .badRequest)
            #expect(response.closesConnection)
        }
    }
}
