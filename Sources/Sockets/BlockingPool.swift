import Synchronization

/// A few threads for blocking calls, such as file access, so that they do not block an event loop.
package final class BlockingPool: Sendable {
    private struct State {
        /// A taken entry is set to `nil`, so that the array never releases a job inside the lock. Releasing a job's
        /// captures can call the pool again, which would deadlock.
        var jobs: [(@Sendable () -> Void)?] = []
        var next = 0
        var isShutDown = false

        var count: Int { jobs.count - next }

        mutating func popFirst() -> (@Sendable () -> Void)? {
            guard next < jobs.count else { return nil }
            let job = jobs[next]
            jobs[next] = nil
            next += 1
            if next == jobs.count || next > 64, next * 2 > jobs.count {
                jobs.removeFirst(next)
                next = 0
            }
            return job
        }
    }

    private final class Counter: Sendable {
        let value = Atomic<Int>(0)
    }

    private final class Queue: Sendable {
        let state = Lock(State())
        let available = Semaphore()
        let finished = Counter()

        func work() {
            while true {
                available.wait()
                let (job, isOver) = state.withLock { ($0.popFirst(), $0.isShutDown) }
                job?()
                if job == nil, isOver { return }
            }
        }
    }

    private let queue = Queue()
    private let threads: Int
    private let queueLimit: Int

    /// The error of the first thread that could not be started; `nil` if all run. After an error the pool has fewer
    /// threads; if it has none, it refuses each job with this error.
    package let startFailure: SocketError?

    /// Creates a pool and tries to start its threads, at least one. Beyond `queueLimit` waiting jobs, new ones are
    /// refused.
    package convenience init(threads: Int, queueLimit: Int = 1024) {
        self.init(threads: threads, queueLimit: queueLimit) { (body) throws(SocketError) in
            try startThread(named: "blocking", body)
        }
    }

    /// - Parameter start: starts a thread; tests make it fail.
    init(
        threads: Int, queueLimit: Int = 1024,
        start: (_ body: @escaping @Sendable () -> Void) throws(SocketError) -> Void
    ) {
        self.queueLimit = max(1, queueLimit)
        var started = 0
        var failure: SocketError?
        do throws(SocketError) {
            while started < max(1, threads) {
                try start { [queue] in queue.work() }
                started += 1
            }
        } catch {
            failure = error
        }
        self.threads = started
        startFailure = failure
    }

    deinit {
        shutdown()
    }

    /// Runs `body` on one of the threads and resumes the caller on its own executor.
    ///
    /// - Throws: The error of `body`, or ``SocketError`` if the queue is full, or the pool is shut down or has no
    ///   thread.
    package func run<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
        let result = try await withUnsafeThrowingContinuation { continuation in
            let refusal = submit { [finished = queue.finished] in
                let result = Result { try body() }
                finished.value.wrappingAdd(1, ordering: .releasing)
                continuation.resume(with: result)
            }
            if let refusal { continuation.resume(throwing: refusal) }
        }
        // The continuation orders the two threads, but if a task is resumed before it has suspended, the thread
        // sanitizer sees no synchronization. The counter makes the order visible; its cost is negligible compared with
        // a blocking job.
        _ = queue.finished.value.load(ordering: .acquiring)
        return result
    }

    /// Runs `body` later on one of the threads.
    ///
    /// - Returns: `false` if the job is refused: the queue is full, or the pool is shut down or has no thread.
    @discardableResult
    package func start(_ body: @escaping @Sendable () -> Void) -> Bool { submit(body) == nil }

    /// Refuses further jobs. Queued jobs still run, then the threads end.
    package func shutdown() {
        let isFirst = queue.state.withLock { state in
            defer { state.isShutDown = true }
            return !state.isShutDown
        }
        guard isFirst else { return }
        for _ in 0..<threads { queue.available.signal() }
    }

    /// Runs `job` later on one of the threads.
    ///
    /// - Returns: The error if the job is refused.
    func submit(_ job: @escaping @Sendable () -> Void) -> SocketError? {
        if threads == 0, let startFailure { return startFailure }
        let refusal: SocketError.Code? = queue.state.withLock { state in
            if state.isShutDown { return .poolIsShutDown }
            if state.count >= queueLimit { return .poolIsFull }
            state.jobs.append(job)
            return nil
        }
        if let refusal { return SocketError(refusal, operation: "run on the blocking pool") }
        queue.available.signal()
        return nil
    }
}
