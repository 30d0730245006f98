import Testing

@testable import Sessions

@Suite("The turn of an action, and its commit") struct CommitGateTests {
    private let turn = Turn()

    @Test func `a ticket that is released twice does not end the turn of the next action`() throws {
        let first = try #require(turn.takeIfFree())
        first.release()
        let second = try #require(turn.takeIfFree())
        first.release()
        #expect(turn.isTaken && turn.takeIfFree() == nil)
        second.release()
        #expect(!turn.isTaken)
    }

    @Test func `a commit that has begun keeps its turn when its request is cancelled`() throws {
        let gate = CommitGate()
        try gate.hold(try #require(turn.takeIfFree()), as: .session)
        try gate.begin()
        gate.cancel()
        #expect(turn.isTaken)
        let isCancelled = gate.isCancelled
        #expect(!isCancelled)
    }

    @Test func `a request that is cancelled before its commit gives its turn back and does not begin it`() throws {
        let gate = CommitGate()
        try gate.hold(try #require(turn.takeIfFree()), as: .session)
        gate.cancel()
        #expect(!turn.isTaken)
        #expect(throws: CancellationError.self) { try gate.begin() }
    }
}
