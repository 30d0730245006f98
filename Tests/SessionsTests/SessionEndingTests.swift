import NavigationKit
import SessionStores
import Synchronization
import Testing

@testable import Sessions

@Suite("The end of a session") struct SessionEndingTests {
    static let day: UInt64 = 24 * 3_600 * 1_000_000_000

    /// Uses the session each hour, and returns true if it still exists at the end.
    private func use(_ branch: Branch, _ id: SessionID, days: Int) async throws -> Bool {
        for _ in 0..<days * 24 {
            branch.clock.advance(by: Self.day / 24)
            _ = try await branch.page(for: id)
        }
        return try await !branch.page(for: id).isOfUnknownSession
    }

    @Test func `a session in use ends after its absolute lifetime, which a login restarts`() async throws {
        let branch = Branch {
            $0.idle = .nanoseconds(Self.day)
            $0.lifetime = .nanoseconds(30 * Self.day)
        }
        let id = try await branch.session()
        #expect(try await use(branch, id, days: 29))
        let ada = try #require(try await branch.act("log-in?user=ada", for: id).done?.newID)
        #expect(try await use(branch, ada, days: 29))
        #expect(try await !use(branch, ada, days: 1))
        #expect(branch.table.count == 0 && branch.table.quota.count == 0)
        #expect(try await branch.act("stamp", .version(3), for: ada).stalePage?.isOfUnknownSession == true)
    }

    @Test func `the absolute lifetime continues while a session is hibernated or stored`() async throws {
        let shelf = Shelf()
        for store in [nil, shelf] as [Shelf?] {
            let branch = Branch(store: store) { _ in
            } change: {
                $0.idle = .nanoseconds(40 * Self.day)
                $0.lifetime = .nanoseconds(30 * Self.day)
            }
            let id = try await branch.session()
            branch.clock.advance(by: 29 * Self.day)
            branch.table.hibernate()
            branch.table.evictToStore()
            #expect(try await !branch.page(for: id).isOfUnknownSession)
            branch.table.hibernate()
            branch.table.evictToStore()
            branch.clock.advance(by: 2 * Self.day)
            #expect(try await branch.page(for: id).isOfUnknownSession)
            #expect(try await branch.page(for: id).isOfUnknownSession)
        }
        #expect(shelf.names.isEmpty)
    }

    @Test func `without an absolute lifetime only idleness ends a session`() async throws {
        let branch = Branch {
            $0.idle = .nanoseconds(Self.day)
            $0.lifetime = .nanoseconds(0)
        }
        #expect(try await use(branch, try await branch.session(), days: 60))
    }

    // MARK: - Other sessions of the user

    /// Returns sessions of Ada, of Bob, and of visitors without a user.
    private func sessions(_ branch: Branch) async throws -> (mine: SessionID, mineToo: SessionID, others: [SessionID]) {
        let others = [
            try await branch.session(after: "log-in?user=bob"), try await branch.session(),
            try await branch.session(after: "join"),
        ]
        return (
            try await branch.session(after: "log-in?user=ada"), try await branch.session(after: "log-in?user=ada"),
            others
        )
    }

    @Test func `a user ends the user's other session, which shows the notice once`() async throws {
        let branch = Branch()
        let (mine, ended, others) = try await sessions(branch)
        branch.clock.advance(by: 1)
        _ = try #require(try await branch.act("log-out-elsewhere", for: mine).done)
        let page = try await branch.page(for: ended)
        #expect(page.isOfUnknownSession && page.notice == Notice.ended)
        #expect(try await branch.page(for: ended).notice == nil)
        for id in others + [mine] { #expect(try await !branch.page(for: id).isOfUnknownSession) }
        // A later login is not affected.
        let later = try await branch.session(after: "log-in?user=ada")
        #expect(try await !branch.page(for: later).isOfUnknownSession)
        #expect(branch.table.count == 5)
    }

    @Test func `a repetition under the policy once does not end sessions again`() async throws {
        let events = Mutex(0)
        let branch = Branch(
            store: nil, noteSecurity: { event in if event.kind == .sessionEvicted { events.withLock { $0 += 1 } } })
        let mine = try await branch.session(after: "log-in?user=ada")
        let read = try #require(try await branch.act("read?page=70", for: mine).done)
        for _ in 0..<2 {
            let done = try await branch.act(
                "log-out-elsewhere", at: "/old/page:70", .version(read.version), for: mine
            ).done
            #expect(done?.version == read.version + 1)
        }
        #expect(events.withLock(\.self) == 1)
    }

    @Test func `an action in an ended session is not performed`() async throws {
        let branch = Branch()
        let (mine, ended, _) = try await sessions(branch)
        branch.clock.advance(by: 1)
        _ = try await branch.act("log-out-elsewhere", for: mine)
        let page = try #require(try await branch.act("sing", for: ended).stalePage)
        #expect(page.isOfUnknownSession && page.notice == Notice.ended)
        #expect(branch.hummed == 0)
    }

    @Test func `an ending also applies to a hibernated session`() async throws {
        let branch = Branch { $0.hibernation = .nanoseconds(100) }
        let (mine, ended, _) = try await sessions(branch)
        branch.clock.advance(by: 101)
        #expect(branch.table.hibernate() == 5)
        _ = try await branch.act("log-out-elsewhere", for: mine)
        #expect(try await branch.page(for: ended).notice == Notice.ended)
    }

    @Test(arguments: [false, true]) func `an ending also applies to a stored session, even after a restart`(
        isRestarted: Bool
    ) async throws {
        let shelf = Shelf()
        let before = Branch(store: shelf) { _ in
        } change: {
            $0.hibernation = .nanoseconds(100)
        }
        let (mine, ended, others) = try await sessions(before)
        before.clock.advance(by: 101)
        before.table.evictToStore()
        _ = try await before.act("log-out-elsewhere", for: mine)
        let branch = isRestarted ? Branch(store: shelf) : before
        #expect(try await branch.page(for: ended).notice == Notice.ended)
        #expect(!shelf.names.contains(ended))
        for id in others + [mine] { #expect(try await !branch.page(for: id).isOfUnknownSession) }
        // The id of the stored ending opens no session.
        #expect(try await branch.page(for: UserEnding.id(of: "ada")).isOfUnknownSession)
    }

    @Test func `an action that is cancelled while its ending is stored is still committed`() async throws {
        let (store, gate) = (Shelf(), Gate())
        store.committing.withLock { $0 = { if UserEnding.isEnding($0.element.bytes) { await gate.pass() } } }
        let branch = Branch(store: store)
        let (mine, ended, _) = try await sessions(branch)
        branch.clock.advance(by: 1)
        let ending = Task { try await branch.act("log-out-elsewhere", for: mine).done?.version }
        await gate.untilReached()
        ending.cancel()
        gate.open()
        #expect(try await ending.value == 3)
        #expect(try await branch.page(for: ended).notice == Notice.ended)
        // The stored session is newer than the stored ending.
        #expect(try await !Branch(store: store).page(for: mine).isOfUnknownSession)
    }

    @Test func `a session without a user ends no other sessions`() async throws {
        let branch = Branch()
        let (mine, mineToo, others) = try await sessions(branch)
        _ = try #require(try await branch.act("log-out-elsewhere", for: others[2]).done)
        for id in others + [mine, mineToo] { #expect(try await !branch.page(for: id).isOfUnknownSession) }
    }

    @Test func `the record of an ending is removed when all earlier sessions have expired`() async throws {
        let branch = Branch {
            $0.idle = .nanoseconds(100)
            $0.hibernation = .nanoseconds(10)
        }
        let id = try await branch.session(after: "log-in?user=ada")
        _ = try await branch.act("log-out-elsewhere", for: id)
        let owner = SessionOwner(user: "ada", validFrom: 1)
        // The record is kept for the life of a stored session, 125 ns, and twice the 10 ns before hibernation.
        branch.clock.advance(by: 145)
        branch.table.reap()
        #expect(branch.table.userEndings.hasEnded(owner))
        branch.clock.advance(by: 1)
        branch.table.reap()
        #expect(!branch.table.userEndings.hasEnded(owner))
    }

    // MARK: - Security events

    @Test func `logins, evictions and reached limits are logged without the user`() async throws {
        let noted = Mutex<[SecurityEvent]>([])
        let branch = Branch(store: nil, noteSecurity: { event in noted.withLock { $0.append(event) } }) {
            $0.countPerNetwork = 1
        }
        @Sendable func act(_ token: String, for id: SessionID?) async throws -> SessionID? {
            let request = ActionRequest(
                location: Location("/old"), at: nil, submission: try FormSubmission(token: token), network: 7)
            return try await branch.table.act(request, for: id).done?.newID
        }
        let id = try #require(try await act("stamp", for: nil))
        let ada = try #require(try await act("log-in?user=ada", for: id))
        _ = try await act("log-out-elsewhere", for: ada)
        _ = try await act("stamp", for: nil)
        let events = noted.withLock(\.self)
        #expect(events.map(\.kind) == [.identityChanged, .sessionEvicted, .limitReached])
        #expect(events.allSatisfy { $0.network == 7 && !$0.detail.contains("ada") })
    }
}

extension SessionOwner {
    fileprivate init(user: String, validFrom: UInt64) {
        self.init(since: validFrom)
        self.user = user
    }
}
