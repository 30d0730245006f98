import Navigation
import NavigationKit
import SessionStores
import Synchronization
import Testing

@testable import Sessions

@Suite("The log of a session in a store") struct SessionLogTests {
    private static let tokens = [
        "read?page=1", "read?page=2", "read?page=70", "mark", "mark", "mark", "stamp", "stamp", "back", "close", "tear",
        "misread", "return-with-mark", "select-tab?tab=new", "select-tab?tab=old", "sing", "dismiss-alert",
        "log-in?user=ada", "log-out-elsewhere", "leave", "join",
    ]

    func session(_ id: SessionID, of branch: Branch) throws -> Session {
        try #require(branch.table.place(of: id)?.session)
    }

    /// The snapshots of the versions, each alone, so that they do not depend on what versions share.
    private func contents(of history: History) -> [[UInt8]] {
        history.kept.map { entry in
            History(
                [entry], newest: entry.version, saved: history.saved, ended: history.ended, owner: history.owner,
                requests: history.requests
            ).snapshot(limit: .max)
        }
    }

    @Test(arguments: 1...6) func `after each of many random actions the log restores the whole history`(
        seed: UInt64
    ) async throws {
        var generator = SeededGenerator(state: seed)
        let shelf = Shelf()
        let branch = Branch(store: shelf)
        var id = try await branch.session()
        var (longest, appended) = (0, 0)
        for number in 1...250 {
            let kept = try session(id, of: branch).history.withLock(\.self).kept
            let version = try #require(kept.randomElement(using: &generator)).version
            let token = try #require(Self.tokens.randomElement(using: &generator))
            let typed = Int.random(in: 0..<3, using: &generator) == 0 ? ["text": "draft \(number)"] : [:]
            let before = shelf.log(of: id).count
            let outcome = try? await branch.act(
                token, at: version.location.path, version.number > 0 ? .version(version.number) : .path, typing: typed,
                nonce: "nonce\(number)", for: id)
            id = outcome?.done?.newID ?? id
            let log = shelf.log(of: id)
            if log.count > before { appended += 1 }
            longest = max(longest, log.count)
            let live = try session(id, of: branch).history.withLock(\.self)
            let restored = try History(log: log)
            #expect(contents(of: restored) == contents(of: live), "after \(number): \(token)")
            // A version can also share a part with a version that it was not derived from; a change writes it again.
            let (size, original) = (restored.snapshot(limit: .max).count, live.snapshot(limit: .max).count)
            #expect(size <= original + original / 8)
            #expect(restored.log?.revision == live.log?.revision && restored.log?.changes == live.log?.changes)
        }
        #expect(longest > 10 && appended > 50)
    }

    @Test func `an action appends few bytes however long the history is`() async throws {
        let shelf = Shelf()
        let branch = Branch(store: shelf)
        let id = try await branch.session(after: "read?page=1")
        var sizes: [Int] = []
        for number in 2...100 {
            let done = try await branch.act("mark", at: "/old/page:1", .version(number), nonce: "n\(number)", for: id)
            #expect(done.done?.version == number + 1)
            let log = shelf.log(of: id)
            if log.count > 1, let last = log.last { sizes.append(last.bytes.count) }
        }
        #expect(sizes.count > 90)
        #expect(sizes.allSatisfy { $0 <= 128 })
    }

    @Test func `an action appends few bytes however deep the stack is`() async throws {
        let shelf = Shelf()
        let branch = Branch(store: shelf)
        let id = try await branch.session()
        var (place, version) = (Location("/old"), 2)
        for number in 1...120 {
            let token = number < 90 ? "read?page=\(number % 2 + 1)" : "back"
            let before = shelf.log(of: id).count
            let outcome = try await branch.act(token, at: place.path, .version(version), for: id)
            let done = try #require(outcome.done, "\(number): \(token) at \(place.path)")
            (place, version) = (done.location, done.version)
            let log = shelf.log(of: id)
            if log.count > before { #expect(try #require(log.last).bytes.count <= 128) }
            let live = try session(id, of: branch).history.withLock(\.self)
            #expect(contents(of: try History(log: log)) == contents(of: live), "after \(number): \(token)")
        }
        #expect(!place.isComplete)
    }

    @Test func `after 64 changes the next one is a checkpoint`() async throws {
        let shelf = Shelf()
        let branch = Branch(store: shelf)
        let id = try await branch.session()
        var counts: [Int] = []
        for number in 2...140 {
            _ = try await branch.act("stamp", .version(number), for: id)
            counts.append(shelf.log(of: id).count)
        }
        #expect(counts.max() == LogPosition.maxChanges + 1)
        #expect(counts.count { $0 == 1 } == 2)
        #expect(try await Branch(store: shelf).page(version: 141, for: id).texts == ["Stamped 140 times"])
    }

    @Test func `the text of a refused form is committed before it is answered`() async throws {
        let shelf = Shelf()
        let branch = Branch(store: shelf)
        let id = try await branch.session(after: "read?page=1")
        _ = try await branch.act(
            "misread", at: "/old/page:1", .version(2), typing: ["text": "long letter"], for: id)
        let after = Branch(store: shelf)
        #expect(try await after.page("/old/page:1", version: 2, for: id).typed["text"] == "long letter")
        shelf.fault.withLock { $0 = .noSpace }
        await #expect(throws: StoreError.self) {
            try await branch.act("misread", at: "/old/page:1", .version(2), typing: ["text": "lost"], for: id)
        }
        #expect(try await branch.page("/old/page:1", version: 2, for: id).typed["text"] == "long letter")
    }

    @Test(arguments: [StoreError.Code.damaged, .overQuota, .tooLarge])
    func `an append that the store refuses is committed as a checkpoint`(code: StoreError.Code) async throws {
        let shelf = Shelf()
        let branch = Branch(store: shelf)
        let id = try await branch.session()
        _ = try await branch.act("stamp", .version(2), for: id)
        #expect(shelf.log(of: id).count == 2)
        shelf.appendFault.withLock { $0 = code }
        #expect(try await branch.act("sing", .version(3), for: id).done?.version == 4)
        #expect(shelf.log(of: id).count == 1 && branch.hummed == 1)
        #expect(try await Branch(store: shelf).page(version: 4, for: id).at == .version(4))
    }

    // MARK: - Small limits

    @Test func `a checkpoint without the oldest versions is continued by the next changes`() async throws {
        let shelf = Shelf()
        let branch = Branch(store: shelf) { $0.bytes = 20_000 }
        let id = try await branch.session()
        for number in 2...120 {
            let typed = ["text": String(repeating: "\(number)", count: 700)]
            #expect(try await branch.act("mark", .version(number), typing: typed, for: id).done?.version == number + 1)
            let live = try session(id, of: branch).history.withLock(\.self)
            let restored = try History(log: shelf.log(of: id))
            #expect(contents(of: restored) == contents(of: live), "after \(number)")
        }
    }

    @Test(arguments: [1, 2, 3]) func `few versions are kept in the store as in memory`(versions: Int) async throws {
        let shelf = Shelf()
        let branch = Branch(store: shelf) { $0.versions = versions }
        let id = try await branch.session()
        for number in 1...20 {
            // From a path, an action makes two versions.
            _ = try await branch.act("mark", number.isMultiple(of: 2) ? .path : nil, for: id)
            let live = try session(id, of: branch).history.withLock(\.self)
            #expect(contents(of: try History(log: shelf.log(of: id))) == contents(of: live), "after \(number)")
        }
    }

    @Test func `the result of a once action keeps the URL of another site, and differs from its intent`() throws {
        let done = ActionOutcome.Done(
            location: Location("/old"), version: 7, isCanonical: true, operation: .push, chain: [], newID: nil,
            clearsCache: false, failure: nil, outside: "https://example.org/pay")
        var writer = SnapshotWriter()
        writer.write(.done(done), of: "pay")
        writer.write(.intent, of: "look")
        writer.write(nil, of: "stay")
        var reader = try SnapshotReader(writer.finish())
        let (token, result) = try reader.readResult()
        guard case .done(let read) = result else { throw Branch.NoSession() }
        #expect(token == "pay" && read.outside == done.outside && read.version == 7 && read.operation == .push)
        let (next, intent) = try reader.readResult()
        guard case .intent = intent else { throw Branch.NoSession() }
        let (last, withdrawn) = try reader.readResult()
        #expect(next == "look" && last == "stay" && withdrawn == nil)
        try reader.finish()
    }

    // MARK: - Repeats

    @Test func `a repeat after a restart gets the first result, within the time for repeats`() async throws {
        let shelf = Shelf()
        let before = Branch(store: shelf)
        let id = try await before.session()
        let first = try #require(try await before.act("sing", .version(2), nonce: "once", for: id).done)
        let after = Branch(store: shelf)
        let again = try #require(try await after.act("sing", .version(2), nonce: "once", for: id).done)
        #expect(again.version == first.version && again.location == first.location)
        #expect(again.isCanonical == first.isCanonical && after.hummed == 0)
        let other = try #require(try await after.act("sing", .version(2), nonce: "other", for: id).done)
        #expect(other.version == first.version + 1 && after.hummed == 1)
        let late = Branch(store: shelf)
        late.clock.advance(by: 10_001_000_000)
        #expect(try await late.act("sing", .version(2), nonce: "once", for: id).done?.version == first.version + 2)
    }

    @Test func `a repeat is also recognized if the first action wrote a checkpoint`() async throws {
        let shelf = Shelf()
        let before = Branch(store: shelf)
        let id = try await before.session()
        var last = 2
        repeat {
            last = try #require(try await before.act("sing", .version(last), nonce: "n\(last)", for: id).done).version
        } while shelf.log(of: id).count > 1
        let after = Branch(store: shelf)
        #expect(try await after.act("sing", .version(last - 1), nonce: "n\(last - 1)", for: id).done?.version == last)
        #expect(after.hummed == 0)
    }
}
