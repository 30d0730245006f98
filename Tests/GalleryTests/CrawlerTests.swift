import CairnTesting
import Foundation
import Testing

@testable import Gallery

@Suite("Letters: what a crawler finds") struct CrawlerTests {
    /// A thing to press: where it stands, and its action.
    private struct Press: Hashable {
        var url: String
        var action: String
    }

    /// Of many rows alike the first ones say it all.
    private static let alike = 2

    private func presses(on page: RenderedPage) -> [Press] {
        var counts: [Substring: Int] = [:]
        return page.buttons.filter { $0.place != .hidden }.compactMap { button in
            let name = button.action.prefix { $0 != "?" }
            counts[name, default: 0] += 1
            return counts[name, default: 0] <= Self.alike ? Press(url: page.url, action: button.action) : nil
        }
    }

    private func fillIn(_ visitor: Visitor) throws {
        for field in try visitor.page.fields { try visitor.fill(field.label, with: "Crawler") }
    }

    /// Opens `url` as somebody who is signed in and has no alert before them.
    private func open(_ url: String, _ visitor: Visitor) async throws -> RenderedPage {
        var page = try await visitor.visit(url)
        if page.fields.contains(where: { $0.label == "What are you called?" }) {
            try await visitor.signIn(as: "Crawler")
            page = try await visitor.visit(url)
        }
        return page
    }

    /// Presses all there is, up to `depth` presses from the start.
    private func crawl(
        from start: String, depth: Int, _ visitor: Visitor, look: (RenderedPage) async throws -> Void
    ) async throws -> Int {
        var known: Set<String> = [start]
        var level = [start]
        var pressed = 0
        for _ in 0..<depth {
            var next: [String] = []
            for url in level {
                let page = try await open(url, visitor)
                for press in presses(on: page) {
                    let now = try await open(url, visitor)
                    // What another press took away, as a deleted row, is no longer offered.
                    guard let button = now.buttons.first(where: { $0.action == press.action }) else { continue }
                    try fillIn(visitor)
                    let result = try await visitor.press(button)
                    pressed += 1
                    #expect(visitor.replies.first?.status == 303, "\(press.action) at \(url)")
                    #expect(result.status == 200, "\(press.action) at \(url) led to \(result.url)")
                    try await look(result)
                    for link in result.links where link.target.hasPrefix("/") {
                        let reply = try await visitor.send(Call("GET", link.target))
                        #expect(reply.status == 200, "\(link.target) on \(result.url)")
                    }
                    if known.insert(result.url).inserted { next.append(result.url) }
                }
            }
            level = next
        }
        return pressed
    }

    @Test func `B26: every offered action is performed and leads to a page`() async throws {
        try await Transport.memory.gallery { visitor in
            let pressed = try await crawl(from: "/letters", depth: 3, visitor) { _ in }
            #expect(pressed > 30)
        }
    }

    @Test func `B22: HTML and Siren offer the same actions in every state`() async throws {
        try await Transport.memory.gallery { visitor in
            _ = try await crawl(from: "/letters", depth: 3, visitor) { page in
                let entity = try await visitor.siren(page.url)
                let inSiren = entity.all.flatMap { $0.actions ?? [] }.map(Self.offer)
                let inHTML = try page.buttons.map { try Self.offer(of: $0.action) }
                #expect(Set(inSiren) == Set(inHTML), "\(page.url)")
                #expect(Set(inSiren).count == inSiren.count, "\(page.url) offers one action twice")
            }
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
