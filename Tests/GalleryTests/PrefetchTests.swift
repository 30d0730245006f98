import CairnTesting
import Testing

@testable import Gallery

@Suite("Screens behind links are requested ahead") struct PrefetchTests {
    @Test func `a page with links to screens names rules, which browsers cache for a year`() async throws {
        try await Transport.memory.serve(Gallery.apps()) { wire in
            let visitor = Visitor(wire)
            let page = try await visitor.get("/atlas", accept: "text/html")
            #expect(page.text.contains("<a href=\"/atlas/") && page.text.contains(" class=\"row\""))
            let url = try #require(page["Speculation-Rules"])
            #expect(url.first == "\"" && url.last == "\"")
            let rules = try await visitor.get(String(url.dropFirst().dropLast()))
            #expect(rules["Content-Type"] == "application/speculationrules+json")
            #expect(rules["Cache-Control"] == "public, max-age=31536000, immutable")
            #expect(rules.body.count < 150 && rules.text.contains("\"conservative\""))
            #expect(!rules.text.contains("prerender"))
        }
    }

    @Test func `pages without links, and representations for programs, name none`() async throws {
        try await Transport.memory.serve(Gallery.apps()) { wire in
            let visitor = Visitor(wire)
            for (path, type) in [("/letters", "text/html"), ("/atlas", "application/json")] {
                let reply = try await visitor.get(path, accept: type)
                #expect(reply.status == 200 && reply["Speculation-Rules"] == nil, "\(path)")
            }
        }
    }

    @Test func `a request ahead changes nothing: the next click continues from the page that is seen`() async throws {
        try await Transport.memory.shop { visitor in
            let seen = try await visitor.click("Headwind")
            let before = try await visitor.get("/shop", accept: "application/json").text
            let ahead = try await visitor.get("/shop/visit", [("Accept", "text/html"), ("Sec-Purpose", "prefetch")])
            #expect(ahead.status == 200 && ahead["Set-Cookie"] == nil)
            #expect(try await visitor.get("/shop", accept: "application/json").text == before)
            #expect(try visitor.page.url == seen.url)
            #expect(try await visitor.click("Keep it for later").heading == "Headwind")
        }
    }
}
