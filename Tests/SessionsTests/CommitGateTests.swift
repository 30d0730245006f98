import Testing

@testable import Sessions

@Suite("The mutex of an action, and its commit") struct CommitGateTests {
    private let turn = Turn()

    @Test func `releasing a ticket twice does not release the mutex of the next action`() throws {
        let first = try #require(turn.takeIfFree())
        first.release()
        let second = try #require(turn.takeIfFree())
        first.release()
        #expect(turn.isTaken && turn.takeIfFree() == nil)
        second.release()
        #expect(!turn.isTaken)
    }

    @Test func `a cancelled request whose commit has begun keeps the mutex`() throws {
        let gate = CommitGate()
        try gate.hold(try #require(turn.takeIfFree()), as: .session)
        try gate.begin()
        gate.cancel()
        #expect(turn.isTaken)
        let isCancelled = gate.isCancelled
        #expect(!isCancelled)
    }

    @Test func `a request that is cancelled before its commit releases the mutex and cannot commit`() throws {
        let gate = CommitGate()
        try gate.hold(try #require(turn.takeIfFree()), as: .session)
        gate.cancel()
        #expect(!turn.isTaken)
        #expect(throws: CancellationError.self) { try gate.begin() }
    }
}
