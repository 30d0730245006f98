import NavigationKit
import SessionStores
import Synchronization
import Testing

@testable import Sessions

/// Several processes with one store, and a store that fails.
extension SessionLogTests {
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

    @Test func `the page of a refused form names the revision of its draft, which another process then shows`()
        async throws
    {
        let shelf = Shelf(isShared: true)
        let (one, two) = (Branch(store: shelf), Branch(store: shelf))
        let id = try await one.session(after: "read?page=1")
        guard
            case .invalid(let page, _) = try await one.act(
                "misread", at: "/old/page:1", .version(2), typing: ["text": "long letter"], for: id)
        else { throw Branch.NoSession() }
        let revision = try #require(page.revision)
        #expect(revision == shelf.log(of: id).last?.revision.number && revision == 2)
        #expect(try await two.page("/old/page:1", version: 2, for: id, seen: revision).typed["text"] == "long letter")
        shelf.fault.withLock { $0 = .unavailable }
        await #expect(throws: SessionLoadError.self) {
            try await two.page("/old/page:1", version: 2, for: id, seen: revision + 1)
        }
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

    @Test func `the lease of an action that never ends is renewed for an hour only`() async throws {
        let shelf = Shelf(isShared: true)
        let branch = Branch(store: shelf)
        let id = try await branch.session()
        let endless = Task { try await branch.act("queue", .version(2), for: id) }
        await branch.gate.untilReached()
        branch.clock.advance(by: 3_600_000_000_000)
        await branch.table.renewLeases()
        #expect(shelf.renewals.count == 1)
        branch.clock.advance(by: 1_500_000_001)
        await branch.table.renewLeases()
        #expect(shelf.renewals.count == 1)
        branch.gate.open()
        _ = try await endless.value
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
