import NavigationKit
import SessionStores
import Testing

@testable import Sessions

@Suite("The mutex of a session", .timeLimit(.minutes(3))) struct AsyncMutexTests {
    @Test func `twenty parallel actions create twenty versions, each from the one before`() async throws {
        let branch = Branch()
        let id = try await branch.session()
        let versions = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 1...20 {
                group.addTask { try #require(try await branch.act("stamp", for: id).done?.version) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(versions.sorted() == Array(3...22))
        #expect(try await branch.page(for: id).texts == ["Stamped 21 times"])
    }

    @Test func `actions are performed in the order of arrival`() async throws {
        let branch = Branch()
        let id = try await branch.session()
        let first = Task { try await branch.act("queue", for: id).done?.version }
        await branch.gate.untilReached()
        var waiting: [Task<Int?, any Error>] = []
        for number in 1...20 {
            waiting.append(Task { try await branch.act("stamp", for: id).done?.version })
            // A queued action starts a time-out, which sleeps on the clock.
            await branch.clock.untilSleeping(number)
        }
        branch.gate.open()
        #expect(try await first.value == 3)
        for (index, task) in waiting.enumerated() { #expect(try await task.value == index + 4) }
    }

    @Test func `RFC 9110 §15.6.4: an action beyond the limit of waiting actions is refused at once`() async throws {
        let branch = Branch { $0.waitingActions = 2 }
        let id = try await branch.session()
        let first = Task { try await branch.act("queue", for: id).done?.version }
        await branch.gate.untilReached()
        let waiting = [1, 2].map { _ in Task { try await branch.act("stamp", for: id).done?.version } }
        await branch.clock.untilSleeping(2)
        // If the action is queued by mistake, open the gate so that the test ends.
        let rescue = Task {
            await branch.clock.untilSleeping(3)
            branch.gate.open()
        }
        await #expect(throws: SessionError.busy) { try await branch.act("stamp", for: id) }
        branch.clock.stopWatching()
        await rescue.value
        #expect(try await first.value == 3)
        var versions: [Int?] = []
        for task in waiting { versions.append(try await task.value) }
        #expect(Set(versions) == [4, 5])
    }

    @Test func `RFC 9110 §15.6.4: an action that waits too long is refused, and later ones are not`() async throws {
        let branch = Branch { $0.maxWait = .nanoseconds(10) }
        let id = try await branch.session()
        let first = Task { try await branch.act("queue", for: id).done?.version }
        await branch.gate.untilReached()
        let impatient = Task { try await branch.act("stamp", for: id) }
        await branch.clock.untilSleeping(1)
        branch.clock.advance(by: 9)
        let patient = Task { try await branch.act("stamp", for: id).done?.version }
        await branch.clock.untilSleeping(2)
        branch.clock.advance(by: 1)
        await #expect(throws: SessionError.busy) { try await impatient.value }
        branch.gate.open()
        #expect(try await first.value == 3)
        #expect(try await patient.value == 4)
        #expect(try await branch.page(for: id).texts == ["Stamped 2 times"])
    }

    @Test func `a GET does not wait for an action and shows the last version`() async throws {
        let branch = Branch()
        let id = try await branch.session()
        let slow = Task { try await branch.act("queue", for: id).done?.version }
        await branch.gate.untilReached()
        let page = try await branch.page(version: 2, for: id)
        #expect(page.at == .version(2))
        #expect(page.texts == ["Stamped 1 times"])
        #expect(try await branch.page("/new", for: id).at == .path)
        branch.gate.open()
        #expect(try await slow.value == 3)
    }

    @Test func `an action that waits in one session does not delay other sessions`() async throws {
        let branch = Branch()
        let id = try await branch.session()
        let slow = Task { try await branch.act("queue", for: id).done?.version }
        await branch.gate.untilReached()
        #expect(try await branch.session() != id)
        branch.gate.open()
        #expect(try await slow.value == 3)
    }

    @Test func `a cancelled action that does not end releases the mutex and commits nothing`() async throws {
        let branch = Branch()
        let id = try await branch.session()
        let stuck = Task { try await branch.act("queue", for: id) }
        await branch.gate.untilReached()
        let waiting = Task { try await branch.act("stamp", for: id).done?.version }
        await branch.clock.untilSleeping(1)
        stuck.cancel()
        #expect(try await waiting.value == 3)
        #expect(try await branch.act("stamp", for: id).done?.version == 4)
        #expect(try await branch.page(for: id).texts == ["Stamped 3 times"])
        // The handler of the cancelled task ends only now.
        branch.gate.open()
        await #expect(throws: CancellationError.self) { try await stuck.value }
        #expect(try await branch.page(for: id).texts == ["Stamped 3 times"])
        #expect(try await branch.act("stamp", for: id).done?.version == 5)
    }

    @Test func `an action that is cancelled while it waits for the mutex is never performed`() async throws {
        let branch = Branch()
        let id = try await branch.session()
        let first = Task { try await branch.act("queue", for: id).done?.version }
        await branch.gate.untilReached()
        let waiting = Task { try await branch.act("stamp", for: id).done?.version }
        await branch.clock.untilSleeping(1)
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        branch.gate.open()
        #expect(try await first.value == 3)
        #expect(try await branch.act("stamp", for: id).done?.version == 4)
        #expect(try await branch.page(for: id).texts == ["Stamped 2 times"])
    }

    @Test func `a repeat is performed if the first request was cancelled before its commit`() async throws {
        let branch = Branch()
        let id = try await branch.session()
        let first = Task { try await branch.act("queue", nonce: "0123456789abc", for: id) }
        await branch.gate.untilReached()
        first.cancel()
        let again = Task { try await branch.act("queue", nonce: "0123456789abc", for: id).done?.version }
        await branch.gate.untilReached(2)
        branch.gate.open()
        #expect(try await again.value == 3)
        await #expect(throws: CancellationError.self) { try await first.value }
        #expect(try await branch.act("stamp", for: id).done?.version == 4)
    }

    /// Performs an action that waits at the gate, in the same way as the task of a connection.
    private func begin(_ progress: ActInProgress, _ branch: Branch, _ id: SessionID) -> Task<Int?, any Error> {
        Task {
            try await ActInProgress.$current.withValue(progress) {
                try await branch.act("queue", nonce: "0123456789abc", for: id).done?.version
            }
        }
    }

    @Test func `an aborted request and its repeat are performed once, and the repeat gets the response`() async throws {
        let branch = Branch()
        let id = try await branch.session()
        let progress = ActInProgress()
        let first = begin(progress, branch, id)
        await branch.gate.untilReached()
        #expect(!progress.leaveToOthers {}, "nobody else waits")
        let second = Task { try await branch.act("queue", nonce: "0123456789abc", for: id).done?.version }
        await branch.clock.untilSleeping(1)
        #expect(progress.leaveToOthers { first.cancel() })
        branch.gate.open()
        #expect(try await second.value == 3)
        #expect(try await first.value == 3)
        #expect(try await branch.act("stamp", for: id).done?.version == 4)
    }

    @Test func `an abandoned request is cancelled together with its repeat`() async throws {
        let branch = Branch()
        let id = try await branch.session()
        let progress = ActInProgress()
        let first = begin(progress, branch, id)
        await branch.gate.untilReached()
        let second = Task { try await branch.act("queue", nonce: "0123456789abc", for: id).done?.version }
        await branch.clock.untilSleeping(1)
        #expect(progress.leaveToOthers { first.cancel() })
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        // The session's mutex is free although the handler still runs.
        #expect(try await branch.act("stamp", for: id).done?.version == 3)
        branch.gate.open()
        await #expect(throws: CancellationError.self) { try await first.value }
    }

    @Test func `an error or a refusal releases the mutex`() async throws {
        let branch = Branch()
        let id = try await branch.session()
        for token in ["misread", "hum", "whistle", "dismiss-alert", "read?page=77"] {
            _ = try await branch.act(token, for: id)
        }
        await #expect(throws: LocationError.self) { try await branch.act("stamp", at: "/nowhere", for: id) }
        #expect(try await branch.act("stamp", for: id).done?.version == 3)
    }
}
