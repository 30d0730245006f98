import CairnTesting
import Foundation
import Testing

@testable import Gallery

@Suite("Letters: what a crawler finds") struct CrawlerTests {
    private static let depth = 6

    @Test func `B26: every action on offer, to depth 6, is performed and leads to a page`() async throws {
        try await Transport.memory.gallery { visitor in
            let crawl = Crawl(visitor)
            try await crawl.run(depth: Self.depth)
            #expect(crawl.pressed.count == Self.depth && crawl.pressed.allSatisfy { $0 > 0 }, "\(crawl.pressed)")
            #expect(crawl.states > 30 && crawl.alerts > 0)
        }
    }

    @Test func `B22: HTML and Siren offer the same actions in every state`() async throws {
        try await Transport.memory.gallery { visitor in
            try await Crawl(visitor).run(depth: Self.depth) { page in
                let entity = try await visitor.siren(page.exactURL)
                let inSiren = entity.all.flatMap { $0.actions ?? [] }.map(Self.offer)
                let inHTML = try page.buttons.map { try Self.offer(of: $0.action) }
                #expect(Set(inSiren) == Set(inHTML), "\(page.url)")
                #expect(Set(inSiren).count == inSiren.count, "\(page.url) offers one action twice")
            }
        }
    }

    @Test func `B4: a crawler follows every link of every state to depth 6, and no version changes`() async throws {
        try await Transport.memory.gallery { visitor in
            let crawl = Crawl(visitor)
            var read = 0
            // That nothing changed is seen by the numbers, which the next press continues without a gap.
            try await crawl.run(depth: Self.depth) { page in
                let entity = try await visitor.siren(page.exactURL)
                let hrefs = entity.all.flatMap { $0.links ?? [] }.map(\.href)
                let inSiren = hrefs.map { $0.replacing("http://" + Wire.host, with: "") }
                let siren = "application/vnd.siren+json"
                let links = Set(inSiren).map { ($0, siren) } + page.targets.map { ($0, "*/*") }
                for (target, type) in links {
                    let reply = try await visitor.send(Call("GET", target, fields: [("Accept", type)]))
                    #expect(reply.status == 200, "\(target) on \(page.url)")
                    read += 1
                }
                // Every version is kept for longer than ten presses.
                guard crawl.met.count.isMultiple(of: 10) else { return }
                for version in crawl.met.suffix(20) {
                    let now = try await visitor.send(Call("GET", version.exactURL, fields: [("Accept", "text/html")]))
                    #expect(now.text.contains("name=\"_at\" value=\"\(version.number ?? 0)\""), "\(version.exactURL)")
                    read += 1
                }
            }
            #expect(read > 900)
            let newest = try #require(crawl.met.last?.number)
            let page = try await visitor.visit("/letters/friends/friend:20")
            #expect(page.at?.hasPrefix("path") == true)
            // Acting on what only a path named makes that a version too.
            #expect(try await visitor.choose("Back").number == newest + 2)
        }
    }

    /// An action and its hidden values.
    private struct Offer: Hashable {
        var name: String
        var values: [String: String]
    }

    private static func offer(of action: Siren.Action) -> Offer {
        let hidden = action.fields.filter { $0.type == "hidden" && $0.name != "action" && $0.name != "_at" }
        let values = hidden.map { ($0.name, $0.value ?? "") }
        return Offer(name: action.name, values: Dictionary(values) { $1 })
    }

    private static func offer(of token: String) throws -> Offer {
        let parts = token.split(separator: "?", maxSplits: 1)
        let values = try (parts.count > 1 ? parts[1].split(separator: "&") : []).map { pair in
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (
                String(sides[0]), try #require(sides.last.map(String.init)?.removingPercentEncoding)
            )
        }
        return Offer(name: String(parts[0]), values: Dictionary(values) { $1 })
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
