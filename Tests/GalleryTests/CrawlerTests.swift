import Cairn
import CairnCommands
import CairnTesting
import Testing

@testable import Gallery

@Suite("Crawling the apps") struct CrawlerTests {
    /// The minimum extent of a crawl, and the beginning of a location that needs a login or several steps.
    struct Extent: CustomTestStringConvertible {
        let app: String
        let states: Int
        let locations: Int
        let place: String
        /// The maximum number of actions and links in a row; `.ci/run` crawls more deeply, in a release build.
        var depth = 4
        var testDescription: String { app }
    }

    static let extents = [
        Extent(app: "letters", states: 18, locations: 15, place: "/letters/messages/~compose"),
        Extent(app: "planets", states: 10, locations: 10, place: "/planets/system/planet:neptune/moon:"),
        Extent(app: "atlas", states: 35, locations: 90, place: "/atlas/~settings"),
        Extent(app: "shop", states: 60, locations: 20, place: "/shop/basket", depth: 3),
        Extent(app: "passport", states: 14, locations: 10, place: "/passport/~data-page"),
    ]

    @Test(arguments: extents)
    func `a crawl performs all actions, reading adds no version, and HTML equals Siren`(extent: Extent) async throws {
        let apps = Gallery.apps()
        let examples = try apps.only(extent.app).examples
        try await Transport.memory.serve(apps) { wire in
            var limits = Crawl.Limits()
            (limits.depth, limits.states) = (extent.depth, 2_000)
            let crawl = try await Crawler(wire, limits: limits, examples: examples).crawl(from: "/" + extent.app)
            #expect(crawl.findings.isEmpty, "\(crawl.findings)")
            // Planets links to another site, which a crawler does not follow. In Shop, removing a wish in one state
            // also removes it, and the actions that depended on it, from that visitor's other states.
            let known = [
                "planets": " was not tried: It leads to another site.",
                "shop": " was not offered again in a new session.",
            ]
            let untried = crawl.notes.filter { note in known[extent.app].map { !note.hasSuffix($0) } ?? true }
            #expect(untried.isEmpty, "\(untried)")
            #expect(crawl.isComplete)
            #expect(crawl.actions.allSatisfy { $0 > 0 } || crawl.actions.count < extent.depth, "\(crawl.actions)")
            #expect(crawl.states >= extent.states && crawl.locations.count >= extent.locations, "\(crawl.summary)")
            #expect(crawl.locations.contains { $0.hasPrefix(extent.place) }, "\(crawl.locations.sorted())")
        }
    }

    @Test func `a crawler that sends only GET and HEAD requests changes nothing and gets no session`() async throws {
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
