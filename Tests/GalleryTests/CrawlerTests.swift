import CairnTesting
import Testing

@testable import Gallery

@Suite("What a crawler finds") struct CrawlerTests {
    @Test func `B4, B22, B26: all on offer, to depth 6, is performed, reading makes no version, HTML is Siren`()
        async throws
    {
        try await Transport.memory.serve(Gallery.apps()) { wire in
            let crawl = try await Crawler(wire, examples: ["text": "How are you?"]).crawl(from: "/letters")
            #expect(crawl.findings.isEmpty, "\(crawl.findings)")
            #expect(crawl.notes.isEmpty, "\(crawl.notes)")
            #expect(crawl.isComplete)
            #expect(crawl.actions.count == 6 && crawl.actions.allSatisfy { $0 > 0 }, "\(crawl.actions)")
            #expect(crawl.states > 20 && crawl.locations.count > 10 && crawl.alerts > 0, "\(crawl.summary)")
            #expect(crawl.requests > 900)
        }
    }

    @Test(arguments: ["planets", "atlas", "shop", "passport"])
    func `B2, B4, B22, B26: all on offer in the other apps, to depth 4`(app: String) async throws {
        var limits = Crawl.Limits()
        limits.depth = 4
        try await Transport.memory.serve(Gallery.apps()) { wire in
            let crawl = try await Crawler(wire, limits: limits).crawl(from: "/" + app)
            #expect(crawl.findings.isEmpty, "\(crawl.findings)")
            #expect(crawl.states > 3 && crawl.locations.count > 3, "\(crawl.summary)")
        }
    }

    @Test func `B4: a crawler that only reads changes nothing and gets no session`() async throws {
        try await Transport.memory.letters { visitor in
            let paths = [
                "/letters", "/letters/messages", "/letters/friends/friend:2", "/letters/messages/~compose",
                "/letters/messages/~compose/=5", "/letters/nowhere",
            ]
            let before = try await visitor.visit("/letters").source
            let once = /name="_once" value="[^"]*"/
            for path in paths { _ = try await visitor.send(Call("GET", path)) }
            for path in paths { _ = try await visitor.send(Call("HEAD", path)) }
            #expect(
                try await visitor.visit("/letters").source.replacing(once, with: "") == before.replacing(once, with: "")
            )
            visitor.forgetCookies()
            for path in paths { _ = try await visitor.send(Call("GET", path)) }
            #expect(visitor.cookies.isEmpty)
        }
    }
}
