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

    private func session(_ id: SessionID, of branch: Branch) throws -> Session {
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

    @Test func `the result of a once action keeps the URL of another site`() throws {
        let done = ActionOutcome.Done(
            location: Location("/old"), version: 7, isCanonical: true, operation: .push, chain: [], newID: nil,
            clearsCache: false, failure: nil, outside: "https://example.org/pay")
        var writer = SnapshotWriter()
        writer.write(done, of: "pay")
        var reader = try SnapshotReader(writer.finish())
        let (token, read) = try reader.readResult()
        try reader.finish()
        #expect(token == "pay" && read.outside == done.outside && read.version == 7 && read.operation == .push)
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

    // MARK: - Another process

    @Test func `an action continues from the changes of another process`() async throws {
        let shelf = Shelf()
        let (one, two) = (Branch(store: shelf), Branch(store: shelf))
        let id = try await one.session()
        _ = try await two.act("stamp", .version(2), for: id)
        #expect(try await one.act("stamp", .version(3), for: id).done?.version == 4)
        #expect(try await two.act("stamp", .version(4), for: id).done?.version == 5)
        #expect(try await one.act("stamp", .version(5), for: id).done?.version == 6)
        #expect(try await two.act("stamp", .version(6), for: id).done?.version == 7)
        #expect(try await Branch(store: shelf).page(version: 7, for: id).texts == ["Stamped 6 times"])
    }

    @Test func `an action whose session another process has changed meanwhile is not committed`() async throws {
        let shelf = Shelf()
        let (one, two) = (Branch(store: shelf), Branch(store: shelf))
        let id = try await one.session()
        let slow = Task { try await one.act("queue", .version(2), for: id) }
        await one.gate.untilReached()
        #expect(try await two.act("stamp", .version(2), for: id).done?.version == 3)
        one.gate.open()
        await #expect(throws: SessionError.overtaken) { try await slow.value }
        #expect(try await one.act("stamp", .version(3), for: id).done?.version == 4)
        #expect(try await Branch(store: shelf).page(version: 4, for: id).texts == ["Stamped 3 times"])
    }

    @Test func `an action continues from the newest change, also if a page has applied an earlier one meanwhile`()
        async throws
    {
        let shelf = Shelf(isShared: true)
        let (one, two) = (Branch(store: shelf), Branch(store: shelf))
        let id = try await one.session()
        _ = try await two.act("stamp", .version(2), for: id)
        let (loaded, begun) = (Gate(), Gate())
        shelf.loaded.withLock { $0 = { await loaded.pass() } }
        let page = Task { try await one.page(for: id).texts }
        await loaded.untilReached()
        _ = try await two.act("stamp", .version(3), for: id)
        shelf.begun.withLock { $0 = { await begun.pass() } }
        let action = Task { try await one.act("stamp", .version(4), for: id).done?.version }
        await begun.untilReached()
        loaded.open()
        #expect(try await page.value == ["Stamped 2 times"])
        begun.open()
        #expect(try await action.value == 5)
    }

    @Test func `the result of an action of another process is returned only after the store has confirmed it`()
        async throws
    {
        let shelf = Shelf(isShared: true)
        let (one, two) = (Branch(store: shelf), Branch(store: shelf))
        let id = try await one.session()
        #expect(try await one.act("stamp", .version(2), nonce: "n", for: id).done?.version == 3)
        shelf.lacksCopies.withLock { $0 = true }
        await #expect(throws: StoreError.self) { try await two.act("stamp", .version(2), nonce: "n", for: id) }
        shelf.lacksCopies.withLock { $0 = false }
        #expect(try await two.act("stamp", .version(2), nonce: "n", for: id).done?.version == 3)
    }

    @Test func `while the store is unavailable, a page shows a copy of the last 5 seconds, but none older than seen`()
        async throws
    {
        let shelf = Shelf(isShared: true)
        let branch = Branch(store: shelf)
        let id = try await branch.session()
        let seen = try #require(try await branch.act("stamp", .version(2), for: id).done?.revision)
        shelf.fault.withLock { $0 = .unavailable }
        branch.clock.advance(by: 4_900_000_000)
        #expect(try await branch.page(for: id, seen: seen).texts == ["Stamped 2 times"])
        await #expect(throws: SessionLoadError.self) { try await branch.page(for: id, seen: seen + 1) }
        branch.clock.advance(by: 200_000_000)
        await #expect(throws: SessionLoadError.self) { try await branch.page(for: id, seen: seen) }
        shelf.fault.withLock { $0 = nil }
        #expect(try await branch.page(for: id, seen: seen).texts == ["Stamped 2 times"])
    }

    @Test func `a session that another process has re-keyed is unknown under its old id`() async throws {
        let shelf = Shelf()
        let (one, two) = (Branch(store: shelf), Branch(store: shelf))
        let id = try await one.session()
        let newID = try #require(try await two.act("join", .version(2), for: id).done?.newID)
        #expect(try await one.act("stamp", .version(2), for: id).stalePage?.isOfUnknownSession == true)
        #expect(!one.table.contains(id))
        #expect(try await one.act("stamp", .version(3), for: newID).done?.version == 4)
    }

    @Test func `an action that is cancelled while it waits for the store is not performed`() async throws {
        let shelf = Shelf()
        let branch = Branch(store: shelf)
        let id = try await branch.session()
        let gate = Gate()
        shelf.beginning.withLock { $0 = { await gate.pass() } }
        let abandoned = Task { try await branch.act("sing", .version(2), for: id) }
        await gate.untilReached()
        abandoned.cancel()
        gate.open()
        await #expect(throws: CancellationError.self) { try await abandoned.value }
        #expect(branch.hummed == 0)
        #expect(try await branch.act("sing", .version(2), for: id).done?.version == 3)
    }

    @Test func `an action waits while another process has the lease`() async throws {
        let shelf = Shelf()
        let branch = Branch(store: shelf)
        let id = try await branch.session()
        shelf.setBusy(3)
        let waiting = Task { try await branch.act("stamp", .version(2), for: id).done?.version }
        for wait in [2, 4, 8] as [UInt64] {
            await branch.clock.untilSleeping(1)
            branch.clock.advance(by: wait * 1_000_000)
        }
        #expect(try await waiting.value == 3)
        shelf.setBusy(.max)
        let refused = Task { try await branch.act("stamp", .version(3), for: id) }
        await branch.clock.untilSleeping(1)
        branch.clock.advance(by: 10_000_000_001)
        await #expect(throws: SessionError.busy) { try await refused.value }
    }

    @Test func `a page of a shared store shows what another process has committed`() async throws {
        let shelf = Shelf(isShared: true)
        let (one, two) = (Branch(store: shelf), Branch(store: shelf))
        let id = try await one.session()
        _ = try await two.act("stamp", .version(2), for: id)
        #expect(try await one.page(for: id).texts == ["Stamped 2 times"])
        let newID = try #require(try await two.act("join", .version(3), for: id).done?.newID)
        #expect(try await one.page(for: id).isOfUnknownSession)
        #expect(try await one.page(for: newID).texts == ["Stamped 2 times"])
    }

    @Test func `a user ends the sessions that other processes have in memory`() async throws {
        let shelf = Shelf(isShared: true)
        let (one, two) = (Branch(store: shelf), Branch(store: shelf))
        let mine = try await one.session(after: "log-in?user=ada")
        let other = try await two.session(after: "log-in?user=ada")
        one.clock.advance(by: 5)
        _ = try await one.act("log-out-elsewhere", for: mine)
        #expect(try await two.page(for: other).notice == Notice.ended)
        #expect(try await !two.page(for: mine).isOfUnknownSession)
    }

    @Test func `the lease of a long action of a shared store is renewed`() async throws {
        let shelf = Shelf(isShared: true)
        let branch = Branch(store: shelf)
        let id = try await branch.session()
        let slow = Task { try await branch.act("queue", .version(2), for: id) }
        await branch.gate.untilReached()
        await branch.table.renewLeases()
        #expect(shelf.renewals.isEmpty)
        for count in 1...3 {
            branch.clock.advance(by: 1_500_000_001)
            await branch.table.renewLeases()
            #expect(shelf.renewals.count == count)
        }
        branch.gate.open()
        _ = try await slow.value
        branch.clock.advance(by: 1_500_000_001)
        await branch.table.renewLeases()
        #expect(shelf.renewals.count == 3)
    }

    @Test func `a commit whose answer was lost is done`() async throws {
        let shelf = Shelf()
        let branch = Branch(store: shelf)
        let id = try await branch.session()
        // The store makes the change twice, as a client does that asks again after an unknown outcome.
        shelf.isAskedTwice.withLock { $0 = true }
        #expect(try await branch.act("stamp", .version(2), for: id).done?.version == 3)
        #expect(try await Branch(store: shelf).page(version: 3, for: id).texts == ["Stamped 2 times"])
    }

    @Test func `a session in use is touched once per quarter of the idle timeout`() async throws {
        let shelf = Shelf()
        let branch = Branch(store: shelf) { $0.idle = .nanoseconds(400) }
        let id = try await branch.session()
        for _ in 1...30 {
            branch.clock.advance(by: 10)
            _ = try await branch.page(for: id)
        }
        #expect(shelf.touches == [id, id])
    }

    @Test func `a session that leaves memory between two uses is touched when it is loaded`() async throws {
        let shelf = Shelf()
        let branch = Branch(store: shelf) {
            $0.idle = .nanoseconds(400)
            $0.hibernation = .nanoseconds(10)
        }
        let id = try await branch.session()
        for _ in 1...3 {
            branch.clock.advance(by: 50)
            branch.table.evictToStore()
            #expect(branch.table.count == 0)
            _ = try await branch.page(for: id)
        }
        #expect(shelf.touches == [id, id, id])
    }

    @Test func `a log that cannot be read loses only this session`() async throws {
        let shelf = Shelf()
        let before = Branch(store: shelf)
        let (lost, kept) = (try await before.session(), try await before.session())
        _ = try await before.act("stamp", .version(2), for: lost)
        let log = shelf.log(of: lost)
        let last = try #require(log.last)
        shelf.setLog(of: lost, to: [log[0], LogElement(revision: last.revision, bytes: [3, 255])])
        let after = Branch(store: shelf)
        #expect(try await after.page(for: lost).isOfUnknownSession)
        #expect(try await after.page(version: 2, for: kept).at == .version(2))
    }
}
