import Cairn
import CairnTesting
import Testing

@testable import Gallery

@Suite("What a crawler finds") struct CrawlerTests {
    /// What a crawl of an app has to meet at least, and a place that only who has logged in sees, or who went far in.
    struct Extent: CustomTestStringConvertible {
        let app: String
        let states: Int
        let locations: Int
        let place: String
        /// What a person may wish for, or put into a basket, makes Shop's states many; the gate goes deeper.
        var depth = 6
        var testDescription: String { app }
    }

    static let extents = [
        Extent(app: "letters", states: 60, locations: 25, place: "/letters/messages/~compose"),
        Extent(app: "planets", states: 10, locations: 10, place: "/planets/planet:neptune/moon:"),
        Extent(app: "atlas", states: 60, locations: 190, place: "/atlas/~settings"),
        Extent(app: "shop", states: 250, locations: 30, place: "/shop/basket", depth: 4),
        Extent(app: "passport", states: 14, locations: 10, place: "/passport/~data-page"),
    ]

    @Test(arguments: extents)
    func
        `B2, B4, B22, B26: all on offer, six deep and four in Shop, is performed, reading makes no version, HTML is Siren`(
            extent: Extent
        ) async throws
    {
        let apps = Gallery.apps()
        let examples = try apps.only(extent.app).examples
        try await Transport.memory.serve(apps) { wire in
            var limits = Crawl.Limits()
            (limits.depth, limits.states) = (extent.depth, 2_000)
            let crawl = try await Crawler(wire, limits: limits, examples: examples).crawl(from: "/" + extent.app)
            #expect(crawl.findings.isEmpty, "\(crawl.findings)")
            // Planets says where to read more, and a crawler stays on the site. In Shop a wish that
            // is forgotten in one state is gone from the others of that person, and so is what only it put on offer.
            let known = [
                "planets": " was not tried: It leaves the site.", "shop": " was on offer only once.",
            ]
            let untried = crawl.notes.filter { note in known[extent.app].map { !note.hasSuffix($0) } ?? true }
            #expect(untried.isEmpty, "\(untried)")
            #expect(crawl.isComplete)
            #expect(crawl.actions.allSatisfy { $0 > 0 } || crawl.actions.count < extent.depth, "\(crawl.actions)")
            #expect(crawl.states >= extent.states && crawl.locations.count >= extent.locations, "\(crawl.summary)")
            #expect(crawl.locations.contains { $0.hasPrefix(extent.place) }, "\(crawl.locations.sorted())")
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
