import NavigationKit
import Testing

@testable import Sessions

@Suite("Counters of an app's sessions", .timeLimit(.minutes(3))) struct SessionCounterTests {
    @Test func `live and hibernated sessions are counted, also after evictions`() async throws {
        let branch = Branch {
            $0.hibernation = .nanoseconds(100)
            $0.idle = .nanoseconds(1_000)
            $0.count = 3
        }
        for _ in 1...2 { _ = try await branch.session() }
        #expect(places(of: branch) == [2, 0])
        branch.clock.advance(by: 101)
        #expect(branch.table.hibernate() == 2)
        _ = try await branch.session()
        #expect(places(of: branch) == [1, 2])
        _ = try await branch.session()
        #expect(branch.table.counters.evictions(.limit) == 1)
        #expect(places(of: branch) == [2, 1])
        branch.clock.advance(by: 1_001)
        #expect(branch.table.reap() == 3)
        #expect(branch.table.counters.evictions(.idle) == 3)
        #expect(branch.table.counters.evictions(.networkLimit) == 0)
        #expect(places(of: branch) == [0, 0])
    }

    private func places(of branch: Branch) -> [Int] {
        let counts = branch.table.placeCounts
        return [counts.live, counts.hibernated]
    }

    @Test func `an action that waits for another one is counted with its time, one that does not is not`() async throws
    {
        let branch = Branch { $0.maxWait = .nanoseconds(10) }
        let id = try await branch.session()
        #expect(branch.table.counters.lockWaits.count == 0)
        let first = Task { try await branch.act("queue", for: id).done?.version }
        await branch.gate.untilReached()
        let impatient = Task { try await branch.act("stamp", for: id) }
        await branch.clock.untilSleeping(1)
        branch.clock.advance(by: 4)
        let patient = Task { try await branch.act("stamp", for: id).done?.version }
        await branch.clock.untilSleeping(2)
        branch.clock.advance(by: 6)
        await #expect(throws: SessionError.busy) { try await impatient.value }
        branch.gate.open()
        #expect(try await first.value == 3)
        #expect(try await patient.value == 4)
        #expect(branch.table.counters.lockWaits.count == 2)
        #expect(branch.table.counters.lockWaits.nanoseconds == 16)
        #expect(branch.table.counters.lockTimeouts == 1)
    }
}
