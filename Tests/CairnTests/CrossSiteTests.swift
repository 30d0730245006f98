import Cairn
import CairnTesting
import Testing

@Suite("RFC 6454 §7, Fetch Metadata: requests from other sites") struct CrossSiteTests {
    private static let own = "http://cairn.test"

    @Test(arguments: [
        ([("Sec-Fetch-Site", "same-origin")], true), ([("Sec-Fetch-Site", "none")], true), ([], true),
        ([("Origin", own)], true), ([("Sec-Fetch-Site", "same-origin"), ("Origin", "null")], true),
        ([("Sec-Fetch-Site", "cross-site")], false), ([("Sec-Fetch-Site", "same-site")], false),
        ([("Sec-Fetch-Site", "cross-site"), ("Origin", own)], false), ([("Sec-Fetch-Site", "")], false),
        ([("Origin", "null")], false), ([("Origin", "https://cairn.test")], false),
        ([("Origin", "http://cairn.test.evil.example")], false), ([("Origin", "http://cairn.test:81")], false),
        ([("Origin", "")], false), ([("Origin", own), ("Origin", own)], true),
        ([("Origin", own), ("Origin", "http://evil.example")], false),
        ([("Origin", "http://evil.example"), ("Origin", own)], false),
        ([("Sec-Fetch-Site", "same-origin"), ("Sec-Fetch-Site", "cross-site")], false),
        ([("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Site", "none")], false),
        ([("Sec-Fetch-Site", "none"), ("Sec-Fetch-Site", "none")], true),
        ([("Sec-Fetch-Site", "same-origin"), ("Origin", own), ("Origin", "null")], false),
    ])
    func `RFC 9110 §15.5.4: a POST is accepted from our own pages and from clients that are not browsers`(
        fields: [(String, String)], passes: Bool
    ) async throws {
        try await Visitor.atDesk { visitor in
            let reply = try await visitor.post("/desk", "action=increment", fields)
            #expect(reply.status == (passes ? 303 : 403))
            #expect(visitor.cookies.isEmpty == !passes)
            #expect(try await visitor.get("/desk", fields).status == 200)
        }
    }

    @Test func `behind a proxy the public origin is compared, not Host`() async throws {
        var configuration = Transport.configuration
        configuration.publicOrigin = PublicOrigin("https://Example.org/")
        try await Transport.memory.serve([Desk.hosted()], configuration: configuration) { wire in
            let visitor = Visitor(wire)
            let own = try await visitor.post("/desk", "action=increment", [("Origin", "https://example.org")])
            #expect(own.status == 303)
            #expect(own["Location"] == "/desk?at=2")
            #expect(try await visitor.post("/desk", "action=increment", [("Origin", Self.own)]).status == 403)
            let entity = try await visitor.get("/desk", accept: "application/json").siren
            #expect(entity.links?.first?.href == "https://example.org/desk")
        }
    }

    @Test(arguments: [
        ("https://example.org:443", "https://example.org"), ("http://example.org:80", "http://example.org"),
    ])
    func `RFC 6454 §6.2: a default port in the public origin is equivalent to none`(
        configured: String, sent: String
    ) async throws {
        var configuration = Transport.configuration
        configuration.publicOrigin = PublicOrigin(configured)
        try await Transport.memory.serve([Desk.hosted()], configuration: configuration) { wire in
            let reply = try await Visitor(wire).post("/desk", "action=increment", [("Origin", sent)])
            #expect(reply.status == 303)
        }
    }

    @Test(arguments: [
        "//evil.example", "/\\evil.example", "//evil.example/%2f..", "/%5cevil.example", "/.//evil.example",
    ])
    func `RFC 9110 §10.2.2: no path causes a redirect or a link to another site`(path: String) async throws {
        try await Transport.memory.serve([Desk.hosted()], mountsAtRoot: true) { wire in
            let visitor = Visitor(wire)
            let reply = try await visitor.post(path, "action=increment", accept: "text/html")
            #expect(reply.status == 404)
            #expect(reply["Location"] == nil)
            let page = try await visitor.visit(path)
            #expect(page.status == 404)
            #expect(page.links.allSatisfy { $0.target.hasPrefix("/") && !$0.target.hasPrefix("//") })
            #expect(!page.source.contains("href=\"//") && !page.source.contains("href=\"/\\"))
        }
    }

    @Test func `an app at the root has canonical URLs`() async throws {
        try await Transport.memory.serve([Desk.hosted()], mountsAtRoot: true) { wire in
            let visitor = Visitor(wire)
            try await visitor.visit("/")
            #expect(try await visitor.click("Drawer 1").url == "/drawer:1")
            #expect(try await visitor.click("Back").url == "/")
        }
    }
}
