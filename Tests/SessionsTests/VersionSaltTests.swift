import NavigationKit
import SessionStores
import Synchronization
import Testing

@testable import Sessions

@Suite("The salts of versions in a shared store") struct VersionSaltTests {
    /// Presses a button of a page.
    private func press(
        _ token: String, of page: Page, typing values: [String: String] = [:], on branch: Branch, for id: SessionID
    ) async throws -> ActionOutcome {
        let values = values.map { FormSubmission.Value(name: $0.key, text: $0.value) }
        return try await branch.table.act(
            ActionRequest(
                location: page.location, at: page.at, versionSalt: page.versionSalt,
                submission: try FormSubmission(token: token, values: values), nonce: page.nonce), for: id)
    }

    @Test func `after a failover, a form of a lost version is not performed on the version that has its number now`()
        async throws
    {
        let shelf = Shelf(isShared: true)
        let (one, two) = (Branch(store: shelf), Branch(store: shelf))
        let id = try await one.session()
        _ = try await one.act("stamp", .version(2), for: id)
        let promised = shelf.log(of: id)
        _ = try await one.act("stamp", .version(3), for: id)
        let lost = try await one.page(version: 4, for: id)
        #expect(lost.at == .version(4))
        // The store loses its last change, and another node makes another version with the same number.
        shelf.setLog(of: id, to: promised)
        #expect(try await two.act("mark", .version(3), for: id).done?.version == 4)
        for branch in [one, two] {
            let page = try #require(
                try await press("sing", of: lost, typing: ["text": "long letter"], on: branch, for: id).stalePage)
            #expect(
                page.notice == Notice.changed(since: "sing", on: page.screen) && page.typed["text"] == "long letter")
            #expect(branch.hummed == 0)
        }
        let kept = try await one.page(version: 4, for: id)
        #expect(kept.texts == ["Stamped 2 times", "Marked 1 times"] && kept.versionSalt != lost.versionSalt)
        #expect(try await press("sing", of: kept, on: one, for: id).done?.version == 5)
        #expect(try await press("sing", of: lost, on: two, for: id).stalePage != nil)
        #expect(one.hummed == 1 && two.hummed == 0)
    }

    @Test(arguments: [false, true]) func `a version keeps its salt on each node and after a restart`(
        isCheckpoint: Bool
    ) async throws {
        let shelf = Shelf(isShared: true)
        let branch = Branch(store: shelf)
        let id = try await branch.session()
        if isCheckpoint { shelf.appendFault.withLock { $0 = .tooLarge } }
        for number in 2...5 { _ = try await branch.act("stamp", .version(number), for: id) }
        // From a path, an action makes two versions.
        _ = try await branch.act("mark", .path, for: id)
        #expect((shelf.log(of: id).count == 1) == isCheckpoint)
        let restored = try History(log: shelf.log(of: id))
        let live = try #require(branch.table.place(of: id)?.session).history.withLock(\.self)
        #expect(restored.kept.map(\.version.salt) == live.kept.map(\.version.salt))
        #expect(restored.kept.count == 9)
        #expect(!restored.kept.dropFirst().contains { $0.version.salt == .none })
        for number in 3...8 {
            let page = try await branch.page(version: number, for: id)
            #expect(page.versionSalt != .none)
            #expect(try await press("mark", of: page, on: Branch(store: shelf), for: id).done != nil)
        }
    }

    @Test func `a request without a salt means the version with its number`() async throws {
        let branch = Branch(store: Shelf(isShared: true))
        let id = try await branch.session()
        #expect(try await branch.act("stamp", .version(2), for: id).done?.version == 3)
    }

    @Test(arguments: [true, false]) func `without other processes versions have no salt`(isStored: Bool) async throws {
        let shelf = Shelf()
        let branch = isStored ? Branch(store: shelf) { _ in } : Branch()
        let id = try await branch.session()
        _ = try await branch.act("stamp", .path, for: id)
        let live = try #require(branch.table.place(of: id)?.session).history.withLock(\.self)
        #expect(live.kept.allSatisfy { $0.version.salt == .none })
        #expect(try await branch.page(version: 4, for: id).versionSalt == .none)
        if isStored { #expect(try History(log: shelf.log(of: id)).kept.allSatisfy { $0.version.salt == .none }) }
        // A salt of another store names no other version here.
        var page = try await branch.page(version: 4, for: id)
        page.versionSalt = VersionSalt(random: 7)
        #expect(try await press("sing", of: page, on: branch, for: id).done?.version == 5)
    }

    @Test func `a page that shows no version has no salt`() async throws {
        let branch = Branch(store: Shelf(isShared: true))
        let id = try await branch.session(after: "read?page=1")
        #expect(try await branch.page("/new", for: id).versionSalt == .none)
        #expect(try await branch.page("/old", for: nil).versionSalt == .none)
    }

    @Test func `every salt is read as it is written`() {
        for bits in UInt32(0)..<0x8000 {
            let salt = VersionSalt(random: bits)
            #expect(salt != .none && VersionSalt(salt.text.utf8.span) == salt)
            #expect(VersionSalt(stored: salt.bits) == salt)
        }
        #expect(VersionSalt(random: .max).text == "vvv")
    }

    @Test(arguments: ["", "x", "x7", "x7qq", "X7q", "x7w", "x7-", "x7 ", "x.7", "xé", "\u{0}\u{0}\u{0}"])
    func `any other text is no salt`(text: String) { #expect(VersionSalt(text.utf8.span) == nil) }

    @Test func `stored bits without the highest one are no salt`() {
        #expect(VersionSalt(stored: 0x1234) == .none && VersionSalt(stored: 0x7fff) == .none)
    }

    @Test func `a version takes no more memory for its salt`() {
        #expect(MemoryLayout<VersionSalt>.size == 2)
        let (at, salt) = (MemoryLayout<Page>.offset(of: \.isCanonical), MemoryLayout<Page>.offset(of: \.versionSalt))
        #expect(at.map { $0 / 8 } == salt.map { $0 / 8 })
    }
}
