import NavigationKit
import SessionStores
import Testing

@testable import Sessions

@Suite("Repeated requests") struct IdempotencyTests {
    /// Sends the same POST fifty times concurrently and returns the results that are `done`.
    private func fifty(_ act: @escaping @Sendable () async throws -> ActionOutcome) async throws -> [ActionOutcome.Done]
    {
        try await withThrowingTaskGroup(of: ActionOutcome.Done?.self) { group in
            for _ in 1...50 { group.addTask { try await act().done } }
            return try await group.reduce(into: []) { if let done = $1 { $0.append(done) } }
        }
    }

    @Test func `fifty equal POSTs have one effect and one result`() async throws {
        let branch = Branch()
        let id = try await branch.session()
        let all = try await fifty { try await branch.act("stamp", .version(2), nonce: "n1", for: id) }
        #expect(all.count == 50)
        #expect(Set(all.map(\.version)) == [3])
        #expect(try await branch.page(version: 3, for: id).texts == ["Stamped 2 times"])
    }

    @Test func `fifty equal first clicks create one session`() async throws {
        let branch = Branch()
        let all = try await fifty { try await branch.act("stamp", .path, nonce: "n1", for: nil) }
        #expect(all.count == 50)
        #expect(Set(all.map(\.newID)).count == 1)
        #expect(branch.table.count == 1)
    }

    @Test func `fifty equal clicks on a login get the same new id`() async throws {
        let branch = Branch()
        let id = try await branch.session()
        let all = try await fifty { try await branch.act("join", .version(2), nonce: "n1", for: id) }
        #expect(all.count == 50)
        #expect(Set(all.map(\.newID)).count == 1 && all.first?.newID != nil)
        #expect(branch.table.count == 1)
    }

    @Test func `the old id is accepted only for a repeat of the same request, and only for ten seconds`() async throws {
        let branch = Branch()
        let id = try await branch.session()
        let joined = try #require(try await branch.act("join", .version(2), nonce: "n1", for: id).done)
        branch.clock.advance(by: 10_000_000_000)
        #expect(try await branch.act("join", .version(2), nonce: "n1", for: id).done?.newID == joined.newID)
        #expect(try await branch.act("stamp", .version(2), nonce: "n1", for: id).stalePage != nil)
        #expect(try await branch.page(version: 3, for: id).isOfUnknownSession)
        branch.clock.advance(by: 1)
        #expect(try await branch.act("join", .version(2), nonce: "n1", for: id).stalePage != nil)
    }

    @Test func `a request with another body or version, or after the time limit, is a new action`() async throws {
        let branch = Branch()
        let id = try await branch.session()
        let typed = ["text": "a", "secret": ""]
        #expect(try await branch.act("note", .version(2), typing: typed, nonce: "n1", for: id).done?.version == 3)
        #expect(try await branch.act("note", .version(2), typing: typed, nonce: "n1", for: id).done?.version == 3)
        let other = ["text": "b", "secret": ""]
        #expect(try await branch.act("note", .version(2), typing: other, nonce: "n1", for: id).done?.version == 4)
        #expect(try await branch.act("stamp", .version(2), nonce: "n1", for: id).done?.version == 5)
        #expect(try await branch.act("stamp", .version(3), nonce: "n1", for: id).done?.version == 6)
        branch.clock.advance(by: 10_000_000_001)
        #expect(try await branch.act("stamp", .version(3), nonce: "n1", for: id).done?.version == 7)
        #expect(try await branch.act("stamp", .version(3), for: id).done?.version == 8)
        #expect(try await branch.act("stamp", .version(3), for: id).done?.version == 9)
    }

    @Test func `a request with the same nonce from another session or without a session is a new action`() async throws
    {
        let branch = Branch()
        let (one, two) = (try await branch.session(), try await branch.session())
        for id in [one, two] {
            #expect(try await branch.act("stamp", .version(2), nonce: "n1", for: id).done?.version == 3)
        }
        #expect(try await branch.act("stamp", .path, nonce: "n1", for: nil).done?.newID != nil)
        #expect(branch.table.count == 3)
    }

    @Test func `a refused request has no result and can be sent again`() async throws {
        let branch = Branch()
        let id = try await branch.session()
        for _ in 1...2 {
            guard case .invalid = try await branch.act("misread", .version(2), nonce: "n1", for: id) else {
                Issue.record("accepted")
                return
            }
        }
        #expect(try await branch.act("stamp", .version(2), nonce: "n1", for: id).done?.version == 3)
    }

    @Test func `a repeat beyond the limit of waiting repeats is refused`() async throws {
        let branch = Branch { $0.waitingRepeats = 2 }
        let id = try await branch.session()
        let first = Task { try await branch.act("queue", .version(2), nonce: "n1", for: id).done?.version }
        await branch.gate.untilReached()
        let waiting = [1, 2].map { _ in
            Task { try await branch.act("queue", .version(2), nonce: "n1", for: id).done?.version }
        }
        await branch.clock.untilSleeping(2)
        await #expect(throws: SessionError.busy) {
            try await branch.act("queue", .version(2), nonce: "n1", for: id)
        }
        branch.gate.open()
        #expect(try await first.value == 3)
        for task in waiting { #expect(try await task.value == 3) }
    }

    @Test func `more actions than are remembered are all performed`() async throws {
        let branch = Branch { $0.repeats = 64 }
        let id = try await branch.session()
        for number in 1...500 {
            #expect(try await branch.act("stamp", nonce: "n\(number)", for: id).done != nil)
        }
        #expect(try await branch.act("stamp", .version(400), nonce: "m", for: id).stalePage != nil)
    }

    @Test func `a thousand pages have a thousand different nonces`() async throws {
        let branch = Branch()
        var seen: Set<String> = []
        for _ in 1...1_000 { seen.insert(try await branch.page(for: nil).nonce) }
        #expect(seen.count == 1_000)
        #expect(seen.allSatisfy { $0.utf8.count == 13 })
    }
}
