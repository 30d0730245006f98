import NavigationKit
import SessionStores
import Testing

@testable import Sessions

@Suite("A canonical location") struct CleanLocationTests {
    /// The title and the texts, except the first text, which shows a saved value of the application.
    private func look(_ page: Page) -> [String] { [page.screen.title] + page.texts.dropFirst() }

    @Test(arguments: 1...10)
    func `a canonical location shows the same page as at its creation, also without a session`(
        seed: UInt64
    ) async throws {
        let branch = Branch()
        var chance = Chance(seed: seed)
        var id = try await branch.session()
        var newest = (path: "/old", version: 2)
        var given: [String: [String]] = [:]
        for _ in 1...40 {
            var tokens = ["mark", "read?page=1", "read?page=2", "stamp", "select-tab?tab=new", "select-tab?tab=old"]
            if newest.path.contains("page") { tokens += ["back", "back"] }
            let token = tokens[Int(chance.next() % UInt64(tokens.count))]
            guard let done = try await branch.act(token, at: newest.path, .version(newest.version), for: id).done
            else { continue }
            id = done.newID ?? id
            newest = (done.location.path, done.version)
            if done.isCanonical {
                let seen = look(try await branch.page(done.location.path, for: id))
                #expect(try await look(branch.page(done.location.path, for: nil)) == seen)
                given[done.location.path] = seen
            }
            for (path, seen) in given { #expect(look(try await branch.page(path, for: id)) == seen) }
        }
        #expect(given.count > 1)
    }

    @Test func `a screen that was changed by an action of the screen above has no canonical location`() async throws {
        let branch = Branch()
        let id = try await branch.session(at: "/old/page:1")
        let done = try #require(try await branch.act("return-with-mark", at: "/old/page:1", .version(2), for: id).done)
        #expect(done.location.path == "/old" && !done.isCanonical)
        #expect(try await look(branch.page(version: done.version, for: id)) == ["Cover", "Marked 1 times"])
        #expect(try await look(branch.page(for: nil)) == ["Cover"])
    }
}

/// A deterministic random number generator.
private struct Chance {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state >> 33
    }
}
