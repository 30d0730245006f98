import Cairn
import Testing

@testable import CairnTesting

@Suite("RFC 9110 §8, RFC 9111 §5.2: representations of the current state") struct RepresentationTests {
    @Test func `RFC 9111 §5.2.2.5, RFC 9110 §12.5.5: HTML is not stored and has Vary`() async throws {
        try await Visitor.atDesk { visitor in
            let reply = try await visitor.get("/desk", accept: "text/html")
            #expect(reply.status == 200)
            #expect(reply["Content-Type"] == "text/html; charset=utf-8")
            #expect(reply["Cache-Control"] == "no-store")
            #expect(reply["Vary"] == "Accept, Cookie")
            #expect(reply["ETag"] == nil && reply["Set-Cookie"] == nil)
            #expect(!reply.text.contains("canonical"))
            for other in ["/desk?utm_source=x", "/%64esk"] {
                let page = try await visitor.get(other, accept: "text/html")
                #expect(page.text.contains("<link rel=\"canonical\" href=\"/desk\">"))
            }
        }
    }

    private static let firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0"

    @Test(arguments: [
        ("localhost:8080", firefox, "private, no-cache"), ("localhost", firefox, "private, no-cache"),
        ("cairn.test", firefox, "no-store"), ("localhost.cairn.test", firefox, "no-store"),
        ("localhost", "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36", "no-store"),
        ("localhost", "Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/153.0", "no-store"),
        ("localhost", "FFirefoxFirefox/", "private, no-cache"), ("localhost", "Firefox", "no-store"),
        ("localhost", "", "no-store"),
    ])
    func `only Firefox can keep pages for Back, on origins where it obeys Clear-Site-Data`(
        host: String, agent: String, caching: String
    ) async throws {
        try await Visitor.atDesk { visitor in
            let fields = [("Host", host), ("User-Agent", agent)]
            for path in ["/desk", "/desk/order"] {
                let reply = try await visitor.get(path, accept: "text/html", fields)
                #expect(reply.values(of: "Cache-Control") == [caching] && reply["Vary"] == "Accept, Cookie")
            }
            #expect(try await visitor.get("/desk/nowhere", accept: "text/html", fields)["Cache-Control"] == "no-store")
            let refused = try await visitor.post("/desk/order", "action=order", accept: "text/html", fields)
            #expect(refused.status == 422 && refused["Cache-Control"] == "no-store")
            let stale = try await visitor.post("/desk", "action=back", accept: "text/html", fields)
            #expect(stale.status == 409 && stale["Cache-Control"] == "no-store")
        }
    }

    @Test func `Firefox can keep pages for Back over HTTPS, even in an app with links to other sites`() async throws {
        var configuration = Transport.configuration
        configuration.publicOrigin = PublicOrigin("https://cairn.test")
        let apps = [Desk.hosted(), Desk.hosted("other", outsideHosts: ["example.org"])]
        try await Transport.memory.serve(apps, configuration: configuration) { wire in
            for path in ["/desk", "/other"] {
                let page = try await Visitor(wire).get(path, accept: "text/html", [("User-Agent", Self.firefox)])
                #expect(page["Cache-Control"] == "private, no-cache", "\(path)")
                #expect(page["Content-Security-Policy"]?.contains("https://example.org") == (path == "/other"))
                #expect(try await Visitor(wire).get(path, accept: "text/html")["Cache-Control"] == "no-store")
            }
        }
    }

    @Test(arguments: ["application/vnd.siren+json", "application/json"])
    func `RFC 9110 §13.1.2, RFC 9111 §5.2.2.4: JSON has a strong tag, and gets 304 while unchanged`(type: String)
        async throws
    {
        try await Visitor.atDesk { visitor in
            let reply = try await visitor.get("/desk", accept: type)
            #expect(reply["Content-Type"] == type)
            #expect(reply["Cache-Control"] == "private, no-cache")
            #expect(reply["Vary"] == "Accept, Cookie")
            let tag = try #require(reply["ETag"])
            #expect(tag.hasPrefix("\""))
            for sent in [tag, "W/" + tag, "\"other\", " + tag, "*"] {
                let same = try await visitor.get("/desk", accept: type, [("If-None-Match", sent)])
                #expect(same.status == 304, "\(sent)")
                #expect(same["ETag"] == tag && same["Vary"] == "Accept, Cookie" && same.body.isEmpty, "\(sent)")
            }
            _ = try await visitor.post("/desk", "action=increment")
            let changed = try await visitor.get("/desk", accept: type, [("If-None-Match", tag)])
            #expect(changed.status == 200)
            #expect(changed["ETag"] != tag)
        }
    }

    @Test func `RFC 9110 §12.1: Siren and plain JSON are the same bytes`() async throws {
        try await Visitor.atDesk { visitor in
            let siren = try await visitor.get("/desk", accept: "application/vnd.siren+json")
            let plain = try await visitor.get("/desk", accept: "application/json")
            #expect(siren.body == plain.body)
        }
    }

    @Test(arguments: Transport.allCases)
    func `RFC 9110 §9.3.2: HEAD has the fields of GET without content`(transport: Transport) async throws {
        try await transport.serve([Desk.hosted()]) { wire in
            let visitor = Visitor(wire)
            for path in ["/", "/desk", "/healthz", "/cairn.css", "/desk/nowhere", "/nowhere"] {
                let get = try await visitor.get(path, accept: "application/json, text/css;q=0.5")
                let head = try await visitor.send(
                    Call("HEAD", path, fields: [("Accept", "application/json, text/css;q=0.5")]))
                #expect(head.status == get.status, "\(path)")
                #expect(head.body.isEmpty, "\(path)")
                #expect(
                    head.fields.filter { $0.name != "Date" }.map(\.value)
                        == get.fields.filter { $0.name != "Date" }.map(\.value), "\(path)")
            }
        }
    }

    @Test(arguments: ["image/png; q=1, application/json", "application/json"])
    func `RFC 9110 §5.3: Accept can be a list over several lines`(accept: String) async throws {
        try await Visitor.atDesk { visitor in
            for path in ["/desk", "/"] {
                let reply = try await visitor.get(path, accept: "image/png", [("Accept", accept)])
                #expect(reply.status == 200)
                #expect(reply["Content-Type"] == "application/json")
            }
        }
    }

    @Test func `the site's index lists the apps as HTML and as Siren`() async throws {
        try await Transport.memory.serve([Desk.hosted(), Desk.hosted("other")]) { wire in
            let visitor = Visitor(wire)
            let page = try await visitor.visit("/")
            #expect(page.links.map(\.target) == ["/desk", "/other"])
            #expect(try await visitor.follow("Desk").heading == "Desk")
            let entity = try await visitor.siren("/")
            #expect(
                entity.links?.filter { $0.rel != ["describedby"] }.map(\.href)
                    == ["http://cairn.test/", "http://cairn.test/desk", "http://cairn.test/other"])
        }
    }

    @Test(arguments: ["/healthz", "/readyz"])
    func `RFC 9111 §5.2.2.5: the state of the server is plain text that no cache stores`(path: String) async throws {
        try await Visitor.atDesk { visitor in
            let reply = try await visitor.get(path)
            #expect(reply.status == 200 && reply.text == "ok\n")
            #expect(reply["Cache-Control"] == "no-store")
        }
    }
}
