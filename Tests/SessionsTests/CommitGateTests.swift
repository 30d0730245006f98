import Testing

@testable import Sessions

@Suite("The mutex of an action, and its commit") struct CommitGateTests {
    private let mutex = AsyncMutex()

    @Test func `releasing a ticket twice does not release the mutex of the next action`() throws {
        let first = try #require(mutex.takeIfFree())
        first.release()
        let second = try #require(mutex.takeIfFree())
        first.release()
        #expect(mutex.isTaken && mutex.takeIfFree() == nil)
        second.release()
        #expect(!mutex.isTaken)
    }

    @Test func `a cancelled request whose commit has begun keeps the mutex`() throws {
        let gate = CommitGate()
        try gate.hold(try #require(mutex.takeIfFree()), as: .session)
        try gate.begin()
        gate.cancel()
        #expect(mutex.isTaken)
        let isCancelled = gate.isCancelled
        #expect(!isCancelled)
    }

    @Test func `a request that is cancelled before its commit releases the mutex and cannot commit`() throws {
        let gate = CommitGate()
        try gate.hold(try #require(mutex.takeIfFree()), as: .session)
        gate.cancel()
        #expect(!mutex.isTaken)
        #expect(throws: CancellationError.self) { try gate.begin() }
    }
}
