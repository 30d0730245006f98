import NavigationKit
import SessionStores
import Synchronization
import Testing

@testable import Sessions

@Suite("Sessions and their limits") struct SessionTableTests {
    @Test func `a GET creates no session`() async throws {
        let branch = Branch()
        for location in ["", "/old", "/old/page:1", "/new"] { _ = try await branch.page(location, for: nil) }
        #expect(branch.table.count == 0)
        #expect(branch.living == 0)
    }

    @Test(arguments: ["misread", "hum", "whistle", "dismiss-alert", "no-such-action", "read?page=77"])
    func `an action that is not performed creates no session`(token: String) async throws {
        let branch = Branch()
        #expect(try await branch.act(token, .path, for: nil).done == nil)
        #expect(branch.table.count == 0)
        #expect(branch.living == 0)
    }

    @Test func `the first action creates a session and returns its id once`() async throws {
        let branch = Branch()
        let id = try await branch.session()
        #expect(branch.table.count == 1)
        #expect(branch.table.contains(id))
        #expect(try #require(try await branch.act("stamp", for: id).done).newID == nil)
        #expect(branch.table.count == 1)
    }

    @Test func `an action on a version of an unknown session shows the page again and does nothing`() async throws {
        let branch = Branch()
        let page = try #require(try await branch.act("stamp", .version(3), for: .random()).stalePage)
        #expect(page.at == .path)
        #expect(page.notice == Notice.changed(since: "stamp", on: page.screen))
        #expect(branch.table.count == 0)
    }

    @Test func `idle sessions are removed without a request, recently used ones are not`() async throws {
        let branch = Branch { $0.idle = .nanoseconds(100) }
        let idle = try await branch.session()
        let used = try await branch.session()
        branch.clock.advance(by: 60)
        _ = try await branch.page(for: used)
        #expect(branch.table.reap() == 0)
        branch.clock.advance(by: 60)
        #expect(branch.table.reap() == 1)
        #expect(!branch.table.contains(idle) && branch.table.contains(used))
        branch.clock.advance(by: 101)
        #expect(branch.table.reap() == 1)
        #expect(branch.table.count == 0)
    }

    @Test func `a session that is used during the search for idle sessions is not removed`() async throws {
        let branch = Branch()
        let id = try await branch.session()
        // As if the timer had read the clock before the request that used the session.
        let session = try #require(branch.table.place(of: id)?.session)
        session.lastUse.store(branch.clock.now + 1, ordering: .relaxed)
        #expect(branch.table.reap() == 0)
        #expect(branch.table.hibernate() == 0)
        #expect(branch.table.contains(id))
    }

    @Test func `removing a session frees its application`() async throws {
        let branch = Branch { $0.idle = .nanoseconds(100) }
        for _ in 1...3 {
            let id = try await branch.session(after: "read?page=1")
            _ = try await branch.act("select-tab?tab=new", at: "/old/page:1", for: id)
            _ = try await branch.act("tear", at: "/new", for: id)
            _ = try await branch.page("/old/page:1", for: id)
        }
        #expect(branch.living == 3)
        branch.clock.advance(by: 101)
        branch.table.reap()
        #expect(branch.living == 0)
    }

    @Test func `a busy session is removed only after its action has ended`() async throws {
        let branch = Branch { $0.idle = .nanoseconds(100) }
        let id = try await branch.session()
        let slow = Task { try await branch.act("queue", for: id).done?.version }
        await branch.gate.untilReached()
        branch.clock.advance(by: 101)
        #expect(branch.table.reap() == 0)
        branch.gate.open()
        #expect(try await slow.value == 3)
        #expect(branch.table.reap() == 1)
        #expect(branch.table.count == 0)
    }

    @Test func `at the limit another session is evicted`() async throws {
        let branch = Branch { $0.count = 4 }
        for _ in 1...20 {
            let id = try await branch.session()
            #expect(branch.table.contains(id))
            #expect(branch.table.count <= 4)
        }
        #expect(branch.living == 4)
    }

    @Test func `concurrent new sessions exceed the limit by at most one`() async throws {
        let branch = Branch { $0.count = 8 }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 1...100 { group.addTask { _ = try await branch.session() } }
            try await group.waitForAll()
        }
        #expect(branch.table.count <= 8 + 1)
        #expect(branch.living == branch.table.count)
    }

    @Test func `an identity change gives a new id and invalidates the old one`() async throws {
        let branch = Branch()
        let id = try await branch.session()
        let newID = try #require(try await branch.act("join", for: id).done?.newID)
        #expect(newID != id)
        #expect(!branch.table.contains(id) && branch.table.contains(newID))
        #expect(branch.table.count == 1)
        #expect(try await branch.page(for: newID).texts == ["Stamped 1 times"])
        #expect(try await branch.page(for: id).texts == ["Stamped 0 times"])
        #expect(try #require(try await branch.act("stamp", for: newID).done).newID == nil)
    }

    @Test func `an identity change in the first action gives one id`() async throws {
        let branch = Branch()
        let id = try await branch.session(after: "join")
        #expect(branch.table.count == 1)
        #expect(branch.table.contains(id))
    }

    @Test func `a diagnostic is logged once, however often it occurs`() async throws {
        let branch = Branch()
        let told = Mutex<[String]>([])
        branch.hosted.reportIssues { issue in told.withLock { $0.append(issue.description) } }
        let id = try await branch.session()
        for _ in 1...3 {
            _ = try await branch.page(for: id)
            _ = try await branch.page(for: nil)
        }
        let whistles = told.withLock { $0.filter { $0.contains("Whistle") || $0.contains("whistle") } }
        #expect(whistles.count == 1)
        #expect(whistles.first?.contains("Leaf") == true)
    }
}

@Suite("The session id") struct SessionIDTests {
    @Test func `an id is printed as 32 digits and parsed back`() {
        for _ in 1...100 {
            let id = SessionID.random()
            #expect(id.description.utf8.count == 32)
            #expect(SessionID(id.description) == id)
        }
        #expect(Set((1...1_000).map { _ in SessionID.random() }).count == 1_000)
    }

    @Test(arguments: ["", "0", "0123456789ABCDEF0123456789ABCDEF", "0123456789abcdef0123456789abcdeg", "é"])
    func `an id is not parsed from any other text`(text: String) { #expect(SessionID(text) == nil) }

    @Test func `ten thousand nonces are unique`() {
        let source = NonceSource()
        let nonces = (1...10_000).map { _ in source.nonce() }
        #expect(Set(nonces).count == 10_000)
        #expect(nonces.allSatisfy { $0.utf8.count == 13 })
    }
}
