import NavigationKit
import SessionStores
import Synchronization
import Testing

@testable import Sessions

@Suite("Hibernation of idle sessions") struct HibernationTests {
    @Test func `an idle session is hibernated and continues from the same state`() async throws {
        let branch = Branch { $0.hibernation = .nanoseconds(100) }
        let id = try await branch.session(after: "read?page=1")
        _ = try await branch.act("mark", at: "/old/page:1", .version(2), typing: ["text": "draft"], for: id)
        _ = try await branch.act("stamp", at: "/old/page:1", .version(3), for: id)
        branch.clock.advance(by: 101)
        #expect(branch.table.hibernate() == 1)
        #expect(branch.living == 0)
        #expect(branch.table.count == 1)
        #expect(try await branch.page("/old/page:1", version: 2, for: id).typed["text"] == "draft")
        let page = try await branch.page("/old/page:1", version: 4, for: id)
        #expect(page.texts == ["Stamped 1 times", "Marked 1 times"])
        #expect(try await branch.act("mark", at: "/old/page:1", .version(4), for: id).done?.version == 5)
    }

    @Test func `a saved value that is too long is lost when it is stored, which is logged, and the others are kept`()
        async throws
    {
        let branch = Branch { $0.hibernation = .nanoseconds(100) }
        let logged = Mutex<[String]>([])
        branch.hosted.reportIssues { diagnostic in logged.withLock { $0.append(diagnostic.description) } }
        let id = try await branch.session(after: "stamp")
        _ = try await branch.act("write-long-text", for: id)
        #expect(!logged.withLock { $0.contains { $0.contains("@Saved") } })
        branch.clock.advance(by: 101)
        #expect(branch.table.hibernate() == 1)
        #expect(
            logged.withLock { $0.filter { $0.contains("@Saved") } } == [
                "The value of @Saved text is lost when its session is stored. "
                    + "The value cannot be encoded: it takes more than 65536 bytes."
            ])
        #expect(try await branch.page(for: id).texts == ["Stamped 1 times"])
    }

    @Test func `with a store, a saved value that is too long is logged when the action is stored`() async throws {
        let branch = Branch(store: Shelf())
        let logged = Mutex<[String]>([])
        branch.hosted.reportIssues { diagnostic in logged.withLock { $0.append(diagnostic.description) } }
        let id = try await branch.session(after: "stamp")
        _ = try await branch.act("write-long-text", for: id)
        #expect(logged.withLock { $0.count { $0.contains("@Saved text is lost") } } == 1)
    }

    @Test func `a session that is in use or busy is not hibernated`() async throws {
        let branch = Branch { $0.hibernation = .nanoseconds(100) }
        let used = try await branch.session()
        let busy = try await branch.session()
        let slow = Task { try await branch.act("queue", for: busy).done?.version }
        await branch.gate.untilReached()
        branch.clock.advance(by: 101)
        _ = try await branch.page(for: used)
        #expect(branch.table.hibernate() == 0)
        branch.gate.open()
        #expect(try await slow.value == 3)
    }

    @Test func `a hibernated session expires and is evicted like a session in memory`() async throws {
        let branch = Branch {
            $0.hibernation = .nanoseconds(100)
            $0.idle = .nanoseconds(1_000)
            $0.count = 2
        }
        for _ in 1...2 { _ = try await branch.session() }
        branch.clock.advance(by: 101)
        #expect(branch.table.hibernate() == 2)
        let third = try await branch.session()
        #expect(branch.table.count == 2 && branch.table.contains(third))
        branch.clock.advance(by: 1_001)
        #expect(branch.table.reap() == 2)
    }

    @Test func `a hundred versions with long drafts stay within the size limit of a session`() async throws {
        let branch = Branch {
            $0.hibernation = .nanoseconds(100)
            $0.bytes = 20_000
        }
        let id = try await branch.session()
        for number in 1...100 {
            let typed = ["text": String(repeating: "\(number)", count: 1_000)]
            _ = try await branch.act("mark", .version(number + 1), typing: typed, for: id)
        }
        branch.clock.advance(by: 101)
        #expect(branch.table.hibernate() == 1)
        guard case .hibernated(let hibernated)? = branch.table.place(of: id) else {
            Issue.record("not hibernated")
            return
        }
        #expect(hibernated.bytes.count <= 20_000)
        #expect(try await branch.act("mark", .version(102), for: id).done?.version == 103)
    }

    @Test func `ended flows and the results of once actions survive hibernation`() async throws {
        let branch = Branch { $0.hibernation = .nanoseconds(100) }
        let id = try await branch.session(after: "read?page=70")
        let paid = try #require(try await branch.act("stamp", at: "/old/page:70", .version(2), for: id).done)
        _ = try await branch.act("select-tab?tab=new", at: "/old/page:70", .version(paid.version), for: id)
        _ = try await branch.act("close", at: "/new", for: id)
        branch.clock.advance(by: 101)
        #expect(branch.table.hibernate() == 1)
        await #expect(throws: EndedFlowError(onward: Location("/old/page:70"))) {
            try await branch.page("/new", version: nil, for: id)
        }
        let again = try #require(try await branch.act("stamp", at: "/old/page:70", .version(2), for: id).done)
        #expect(again.version == paid.version && again.location == paid.location)
    }
}

@Suite("Sessions in a store") struct StoredSessionTests {
    @Test func `two tabs, a draft and an older version survive a restart`() async throws {
        let shelf = Shelf()
        let before = Branch(store: shelf)
        let id = try await before.session(after: "read?page=1")
        _ = try await before.act("mark", at: "/old/page:1", .version(2), typing: ["text": "draft"], for: id)
        _ = try await before.act("select-tab?tab=new", at: "/old/page:1", .version(3), for: id)
        let after = Branch(store: shelf)
        #expect(try await after.page("/new", for: id).at == .version(4))
        #expect(try await after.page("/old/page:1", version: 3, for: id).texts.last == "Marked 1 times")
        #expect(try await after.page("/old/page:1", version: 2, for: id).typed["text"] == "draft")
        let done = try #require(try await after.act("mark", at: "/old/page:1", .version(3), for: id).done)
        #expect(done.version == 5)
        #expect(try await after.page("/old/page:1", version: 5, for: id).texts.last == "Marked 2 times")
        #expect(after.table.count == 1)
    }

    @Test func `after an identity change the store contains only the new id`() async throws {
        let shelf = Shelf()
        let branch = Branch(store: shelf)
        let id = try await branch.session()
        let newID = try #require(try await branch.act("join", .version(2), for: id).done?.newID)
        #expect(shelf.names == [newID])
        let after = Branch(store: shelf)
        #expect(try await after.page(for: id).isOfUnknownSession)
        #expect(try await after.act("stamp", .version(3), for: newID).done?.version == 4)
    }

    @Test func `an action that cannot be stored is not committed and can be tried again`() async throws {
        let shelf = Shelf()
        let branch = Branch(store: shelf)
        let id = try await branch.session()
        shelf.fault.withLock { $0 = .noSpace }
        for location in [id, nil] {
            await #expect(throws: StoreError.self) { try await branch.act("mark", .path, for: location) }
        }
        #expect(branch.table.count == 1)
        #expect(try await branch.page(version: 2, for: id).texts == ["Stamped 1 times"])
        shelf.fault.withLock { $0 = nil }
        #expect(try await branch.act("mark", .version(2), for: id).done?.version == 3)
    }

    @Test func `only a damaged session is lost, and the loss is logged`() async throws {
        let shelf = Shelf()
        let before = Branch(store: shelf)
        let (lost, kept) = (try await before.session(), try await before.session())
        let checkpoint = try #require(shelf.log(of: lost).first)
        var bytes = checkpoint.bytes
        bytes[10] ^= 1
        shelf.setLog(of: lost, to: [LogElement(revision: checkpoint.revision, bytes: bytes)])
        let told = Mutex<[String]>([])
        let after = Branch(store: shelf) { line in told.withLock { $0.append(line) } }
        #expect(try await after.page(for: lost).isOfUnknownSession)
        #expect(try await after.page(version: 2, for: kept).at == .version(2))
        #expect(told.withLock(\.count) == 1)
        #expect(told.withLock { $0.first?.contains("\(lost)") } == false)
    }

    @Test func `an evicted session leaves memory but stays in the store`() async throws {
        let shelf = Shelf()
        let branch = Branch(store: shelf) { _ in
        } change: {
            $0.count = 2
        }
        var ids: [SessionID] = []
        for _ in 1...6 { ids.append(try await branch.session(after: "read?page=1")) }
        #expect(branch.table.count == 2)
        for id in ids {
            #expect(try await branch.act("mark", at: "/old/page:1", .version(2), for: id).done?.version == 3)
            #expect(branch.table.count == 2)
        }
    }

    @Test func `an idle session leaves memory and is loaded again`() async throws {
        let shelf = Shelf()
        let branch = Branch(store: shelf) { _ in
        } change: {
            $0.hibernation = .nanoseconds(100)
        }
        let id = try await branch.session()
        branch.clock.advance(by: 101)
        branch.table.evictToStore()
        #expect(branch.table.count == 0 && branch.living == 0)
        #expect(try await branch.act("stamp", .version(2), for: id).done?.version == 3)
    }

    @Test func `parallel actions of a session that is not in memory run one after another`() async throws {
        let shelf = Shelf()
        let id = try await Branch(store: shelf).session()
        let branch = Branch(store: shelf)
        let versions = try await withThrowingTaskGroup(of: Int?.self) { group in
            for _ in 1...20 { group.addTask { try await branch.act("stamp", .version(2), for: id).done?.version } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(versions.compactMap(\.self).sorted() == Array(3...22))
        let page = try await Branch(store: shelf).page(version: 2, for: id)
        #expect(page.texts == ["Stamped 21 times"])
    }

    @Test func `a store that cannot be read loses no session`() async throws {
        let shelf = Shelf()
        let id = try await Branch(store: shelf).session()
        let branch = Branch(store: shelf)
        shelf.fault.withLock { $0 = .noSpace }
        await #expect(throws: SessionLoadError.self) { try await branch.page(for: id) }
        await #expect(throws: SessionLoadError.self) { try await branch.act("stamp", .version(2), for: id) }
        shelf.fault.withLock { $0 = nil }
        #expect(try await branch.act("stamp", .version(2), for: id).done?.version == 3)
    }

    @Test func `while the store is full a repeated handler runs once and a logout succeeds`() async throws {
        let shelf = Shelf()
        let branch = Branch(store: shelf)
        let id = try await branch.session(after: "read?page=1")
        shelf.fault.withLock { $0 = .noSpace }
        let before = branch.hummed
        for _ in 1...3 {
            await #expect(throws: StoreError.self) { try await branch.act("sing", at: "/old/page:1", for: id) }
        }
        #expect(branch.hummed == before + 1)
        let newID = try #require(try await branch.act("leave", at: "/old/page:1", for: id).done?.newID)
        #expect(shelf.names.isEmpty)
        shelf.fault.withLock { $0 = nil }
        #expect(try await branch.page(for: id).isOfUnknownSession)
        #expect(try await !branch.page(for: newID).isOfUnknownSession)
    }
}
