import Synchronization

/// Runs blocking work on another thread. It can refuse the work by dropping the closure.
package typealias RunBlocking = @Sendable (_ work: @escaping @Sendable () -> Void) -> Void

/// A write queue with group commit: runs a store's blocking work in batches, one after another, each on a thread of a
/// pool. Work that arrives during a batch forms the next batch, so under load many changes share one journal commit.
final class WriteQueue: Sendable {
    enum Work: Sendable {
        case change(FileChange)
        case job(Job)

        func refuse(_ error: StoreError) {
            switch self {
            case .change(let change): change.answer(.failed(error, nil))
            case .job(let job): job.refuse(error)
            }
        }
    }

    /// Work that is not a change, such as loading; exactly one of the two closures is called.
    struct Job: Sendable {
        let perform: @Sendable () -> Void
        let refuse: @Sendable (StoreError) -> Void
    }

    private struct State {
        var waiting: [Work] = []
        var isRunning = false
        var isClosed = false
        var finishing: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())
    private let run: RunBlocking
    private let directory: SessionDirectory
    /// The maximum number of work items in one batch, because each change holds a file descriptor until the batch is
    /// done.
    private static let batchLimit = 64

    init(_ directory: SessionDirectory, run: @escaping RunBlocking) {
        self.directory = directory
        self.run = run
    }

    /// Appends work to the queue, or refuses it if the queue is closed.
    func add(_ work: Work) {
        let (isFirst, isClosed) = state.withLock { state in
            if state.isClosed { return (false, true) }
            defer { state.isRunning = true }
            state.waiting.append(work)
            return (!state.isRunning, false)
        }
        if isClosed { work.refuse(StoreError(.closed, operation: "use", path: directory.path)) }
        if isFirst { start() }
    }

    /// Closes the queue, and returns when the work in it is done.
    func finish() async {
        await withCheckedContinuation { continuation in
            let isDone = state.withLock { state in
                state.isClosed = true
                if state.isRunning { state.finishing.append(continuation) }
                return !state.isRunning
            }
            if isDone { continuation.resume() }
        }
    }

    private func start() {
        let job = DrainJob(self)
        run { job.perform() }
    }

    fileprivate func performBatch() {
        let batch = state.withLock { state in
            let batch = state.waiting.prefix(Self.batchLimit)
            state.waiting.removeFirst(batch.count)
            return batch
        }
        var changes: [FileChange] = []
        for work in batch {
            switch work {
            case .change(let change): changes.append(change)
            case .job(let job):
                // A job sees the changes that were made before it.
                directory.make(changes)
                changes = []
                job.perform()
            }
        }
        directory.make(changes)
        // Submit the next batch to the pool separately, so that the pool can run other work in between.
        if !isDone() { start() }
    }

    fileprivate func refuseAll() {
        let refused = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        for work in refused { work.refuse(StoreError(.refused, operation: "use", path: directory.path)) }
        if !isDone() { start() }
    }

    private func isDone() -> Bool {
        let (isDone, finishing) = state.withLock { state -> (Bool, [CheckedContinuation<Void, Never>]) in
            guard state.waiting.isEmpty else { return (false, []) }
            defer { state.finishing = [] }
            state.isRunning = false
            return (true, state.finishing)
        }
        for continuation in finishing { continuation.resume() }
        return isDone
    }
}

/// The job that drains a write queue by one batch. A full pool can drop the closure without calling it; then `deinit`
/// refuses the work, so that no caller waits forever.
private final class DrainJob: Sendable {
    private let queue: WriteQueue
    private let isPerformed = Atomic(false)

    init(_ queue: WriteQueue) { self.queue = queue }

    deinit {
        if !isPerformed.load(ordering: .relaxed) { queue.refuseAll() }
    }

    func perform() {
        guard !isPerformed.exchange(true, ordering: .relaxed) else { return }
        queue.performBatch()
    }
}
