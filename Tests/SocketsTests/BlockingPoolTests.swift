import Dispatch
import Glibc
import Testing

@testable import Sockets

@Suite("The blocking pool", .timeLimit(.minutes(3))) struct BlockingPoolTests {
    private struct Oops: Error, Equatable {}

    @Test func `a job's result or error is returned to its caller`() async throws {
        let pool = BlockingPool(threads: 2)
        let sum = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<200 { group.addTask { try await pool.run { number } } }
            return try await group.reduce(0, +)
        }
        #expect(sum == 19_900)
        await #expect(throws: Oops()) { try await pool.run { throw Oops() } }
        pool.shutdown()
    }

    @Test func `RFC 9110 §15.6.4: jobs beyond the queue's limit are refused at once`() async throws {
        let pool = BlockingPool(threads: 1, queueLimit: 2)
        let gate = DispatchSemaphore(value: 0)
        let begun = AsyncStream.makeStream(of: Void.self)
        let busy = Task.immediate {
            try await pool.run {
                begun.continuation.yield()
                try gate.waitBriefly()
            }
        }
        for await _ in begun.stream { break }
        let waiting = (0..<2).map { number in Task.immediate { try await pool.run { number } } }
        let error = await #expect(throws: SocketError.self) { try await pool.run {} }
        #expect(error?.code == .poolIsFull)
        gate.signal()
        try await busy.value
        #expect(try await waiting[0].value + waiting[1].value == 1)
        pool.shutdown()
    }

    @Test func `after shutdown, queued jobs run and new jobs are refused`() async throws {
        let pool = BlockingPool(threads: 1)
        let gate = DispatchSemaphore(value: 0)
        let tasks = (0..<3).map { number in
            Task.immediate {
                try await pool.run {
                    if number == 0 { try gate.waitBriefly() }
                    return number
                }
            }
        }
        pool.shutdown()
        pool.shutdown()
        let error = await #expect(throws: SocketError.self) { try await pool.run {} }
        #expect(error?.code == .poolIsShutDown)
        gate.signal()
        for (number, task) in tasks.enumerated() { #expect(try await task.value == number) }
    }

    /// Uses the pool once more in its `deinit`.
    private final class Last: Sendable {
        let pool: BlockingPool
        let done: DispatchSemaphore
        init(_ pool: BlockingPool, _ done: DispatchSemaphore) { (self.pool, self.done) = (pool, done) }
        deinit { pool.start { [done] in done.signal() } }
    }

    @Test(.timeLimit(.minutes(3))) func `objects that a job releases can use the pool`() throws {
        let pool = BlockingPool(threads: 1)
        let done = DispatchSemaphore(value: 0)
        for _ in 0..<500 {
            let last = Last(pool, done)
            pool.start { withExtendedLifetime(last) {} }
        }
        for _ in 0..<500 { try done.waitBriefly() }
        pool.shutdown()
    }

    @Test(arguments: [0, 1]) func `a thread that cannot be started is reported`(running: Int) async throws {
        let started = Shared(0)
        let refusal = SocketError(errno: EAGAIN, operation: "start thread blocking")
        let pool = BlockingPool(threads: 2) { (body) throws(SocketError) in
            guard started.value < running else { throw refusal }
            started.change { $0 += 1 }
            try startThread(named: "blocking", body)
        }
        #expect(pool.startFailure?.errno == EAGAIN)
        if running == 0 {
            let error = await #expect(throws: SocketError.self) { try await pool.run {} }
            #expect(error?.operation == "start thread blocking")
        } else {
            #expect(try await pool.run { 1 } == 1)
        }
        pool.shutdown()
    }
}
