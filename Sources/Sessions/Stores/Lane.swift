import Synchronization

/// Work of a store that may block: one batch after another, each on a thread of a pool. What comes in while a batch is
/// done is the next batch, so the more there is to save, the fewer waits for the disk each save costs.
final class Lane: Sendable {
    enum Work: Sendable {
        case change(Change)
        case job(Job)

        func refuse(_ error: StoreError) {
            switch self {
            case .change(let change): change.answer(.failure(error))
            case .job(let job): job.refuse(error)
            }
        }
    }

    /// Anything that is not a change; either it is performed or it is refused.
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
    private let run: DirectoryStore.Run
    private let directory: SessionDirectory
    /// Each change of a batch holds a descriptor until the batch is done.
    private static let batchLimit = 64

    init(_ directory: SessionDirectory, run: @escaping DirectoryStore.Run) {
        self.directory = directory
        self.run = run
    }

    /// Does the work in its turn.
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

    /// Takes no more work, and returns when what it had is done.
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
        let errand = Errand(self)
        run { errand.perform() }
    }

    fileprivate func performBatch() {
        let batch = state.withLock { state in
            let batch = state.waiting.prefix(Self.batchLimit)
            state.waiting.removeFirst(batch.count)
            return batch
        }
        var changes: [Change] = []
        for work in batch {
            switch work {
            case .change(let change): changes.append(change)
            case .job(let job): job.perform()
            }
        }
        directory.make(changes)
        // The next batch asks for a thread anew, so that others in the pool have their turn between.
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

/// What a lane gives to the pool. A pool that is full may let go of it without a word; then the work is refused, so that
/// nobody waits for ever.
private final class Errand: Sendable {
    private let lane: Lane
    private let isPerformed = Atomic(false)

    init(_ lane: Lane) { self.lane = lane }

    deinit {
        if !isPerformed.load(ordering: .relaxed) { lane.refuseAll() }
    }

    func perform() {
        guard !isPerformed.exchange(true, ordering: .relaxed) else { return }
        lane.performBatch()
    }
}
