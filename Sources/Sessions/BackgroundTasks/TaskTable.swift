package import NavigationKit
import SessionStores
import Synchronization

/// The background tasks of one app in this process that run or wait.
package final class TaskTable: BackgroundTaskRunner {
    /// The result of work: the action that is performed next, or the error that it threw.
    typealias Outcome = Result<(any Action)?, any Error>
    /// Performs the result of a task in its session.
    typealias Delivery = @Sendable (Outcome, BackgroundTask) async -> Void

    private struct Entry {
        let pending: PendingTask
        let progress: TaskProgress
        let deliver: Delivery
        let network: UInt64?
        /// True if it is not started, and only its error is shown.
        let isRefused: Bool
        /// Follows the session in a store that other processes use, by its present id.
        var following: (any Sendable)?
        /// The session; `nil` once it has ended and the task goes on.
        var owner: SessionID?
        /// `nil` while the task waits.
        var running: Task<Void, Never>?
        /// True if it was cancelled and its work has not returned yet.
        var isCancelled = false
    }

    private struct State {
        var entries: [BackgroundTask: Entry] = [:]
        var waiting: [BackgroundTask] = []
        /// The number of tasks whose work has not returned, which includes cancelled ones.
        var runningCount = 0
        var isStopped = false
    }

    private let limits: BackgroundTaskLimits
    private let center: TopicCenter
    private let state = Mutex(State())

    package init(_ limits: BackgroundTaskLimits, _ center: TopicCenter) {
        self.limits = limits
        self.center = center
    }

    /// The number of tasks whose work runs, and of those that wait.
    package var counts: (running: Int, waiting: Int) { state.withLock { ($0.runningCount, $0.waiting.count) } }

    /// True if no task runs, waits, or has a result that is not performed yet.
    package var isEmpty: Bool { state.withLock(\.entries.isEmpty) }

    package func status(of task: BackgroundTask) -> BackgroundTaskStatus {
        state.withLock { state in
            guard let entry = state.entries[task], !entry.isRefused, !entry.isCancelled else { return .ended }
            return entry.running == nil ? .waiting : entry.progress.status
        }
    }

    /// The session of a task whose result can still be performed in it; `nil` if the task was cancelled or its session
    /// has ended.
    func owner(of task: BackgroundTask) -> SessionID? {
        state.withLock { state in
            guard let entry = state.entries[task], !entry.isCancelled else { return nil }
            return entry.owner
        }
    }

    /// Does what a committed action asks for.
    ///
    /// - Parameter following: follows the session while its tasks run.
    func perform(
        _ commands: [TaskCommand], for owner: SessionID, from network: UInt64?, following: (any Sendable)?,
        deliver: @escaping Delivery
    ) {
        for command in commands {
            switch command {
            case .start(let pending): start(pending, for: owner, from: network, following, deliver)
            case .cancel(let task): cancel { $0 == task && $1 == owner }
            }
        }
    }

    private func start(
        _ pending: PendingTask, for owner: SessionID, from network: UInt64?, _ following: (any Sendable)?,
        _ deliver: @escaping Delivery
    ) {
        let progress = TaskProgress { [center] in center.announce(.task(pending.task)) }
        let isAdmitted: Bool? = state.withLock { state in
            guard !state.isStopped else { return nil }
            let isFull = isFull(for: owner, from: network, in: state)
            // One error is enough.
            if isFull, state.entries.values.contains(where: { $0.isRefused && $0.owner == owner }) { return nil }
            state.entries[pending.task] = Entry(
                pending: pending, progress: progress, deliver: deliver, network: network, isRefused: isFull,
                following: following, owner: owner, running: nil)
            if !isFull { state.waiting.append(pending.task) }
            return !isFull
        }
        switch isAdmitted {
        case true?: startWaiting()
        case false?: refuse(pending.task, deliver)
        case nil: break
        }
    }

    private func isFull(for owner: SessionID, from network: UInt64?, in state: borrowing State) -> Bool {
        guard state.waiting.count < limits.waiting else { return true }
        // Cancelled work too: otherwise a client could start any number of tasks by cancelling each.
        var (ofSession, ofNetwork) = (0, 0)
        for entry in state.entries.values where !entry.isRefused {
            if entry.owner == owner { ofSession += 1 }
            if let network, entry.network == network { ofNetwork += 1 }
        }
        return ofSession >= limits.perSession || ofNetwork >= limits.perNetwork
    }

    /// Ends a task that was not started with an error.
    private func refuse(_ task: BackgroundTask, _ deliver: @escaping Delivery) {
        Task.detached {
            await deliver(.failure(TooManyTasksError()), task)
            self.remove(task)
        }
    }

    /// Starts the tasks that waited longest, as many as may run.
    private func startWaiting() {
        state.withLock { state in
            while !state.isStopped, state.runningCount < limits.running, !state.waiting.isEmpty {
                let task = state.waiting.removeFirst()
                guard let entry = state.entries[task] else { continue }
                state.runningCount += 1
                // Without the entry, which retains the follower of the session's first id.
                let (pending, progress, deliver) = (entry.pending, entry.progress, entry.deliver)
                state.entries[task]?.running = Task.detached(priority: .utility) {
                    await self.run(pending, progress, deliver)
                }
            }
        }
    }

    private func run(_ pending: PendingTask, _ progress: TaskProgress, _ deliver: Delivery) async {
        let task = pending.task
        center.changed(.task(task))
        let outcome: Outcome
        do {
            outcome = .success(try await pending.work(progress))
        } catch {
            outcome = .failure(error)
        }
        state.withLock { $0.runningCount -= 1 }
        startWaiting()
        if !Task.isCancelled { await deliver(outcome, task) }
        remove(task)
    }

    private func remove(_ task: BackgroundTask) {
        let wasCancelled = state.withLock { $0.entries.removeValue(forKey: task)?.isCancelled ?? false }
        if !wasCancelled { center.changed(.task(task)) }
    }

    // MARK: - Ends

    /// Cancels tasks whose owner and identity `isMeant` chooses.
    private func cancel(where isMeant: (BackgroundTask, SessionID?) -> Bool) {
        let cancelled = state.withLock { state in
            let cancelled = state.entries.filter { !$0.value.isCancelled && isMeant($0.key, $0.value.owner) }
            for (task, entry) in cancelled {
                if entry.running == nil {
                    state.entries[task] = nil
                } else {
                    state.entries[task]?.isCancelled = true
                    state.entries[task]?.following = nil
                }
            }
            if !cancelled.isEmpty { state.waiting.removeAll { cancelled[$0] != nil } }
            return cancelled
        }
        for (task, entry) in cancelled {
            entry.running?.cancel()
            center.changed(.task(task))
        }
    }

    /// Moves the tasks of a session to its new id.
    ///
    /// - Parameter follow: follows the session by its new id; called only if it has tasks.
    func sessionWasRenamed(_ id: SessionID, to newID: SessionID, follow: () -> (any Sendable)?) {
        guard state.withLock({ $0.entries.values.contains { $0.owner == id } }) else { return }
        let following = follow()
        // Release the former followers outside of the mutex.
        let former = state.withLock { state in
            let moved = state.entries.filter { $0.value.owner == id }
            for task in moved.keys {
                state.entries[task]?.owner = newID
                state.entries[task]?.following = following
            }
            return moved
        }
        _ = former
    }

    /// Ends a session for its tasks: they are cancelled unless they outlive it.
    func sessionDidEnd(_ id: SessionID) {
        let former = state.withLock { state in
            let former = state.entries.filter { $0.value.owner == id }
            for task in former.keys {
                state.entries[task]?.owner = nil
                state.entries[task]?.following = nil
            }
            return former
        }
        guard !former.isEmpty else { return }
        cancel { task, _ in former[task].map { !$0.pending.outlivesSession } ?? false }
    }

    /// Ends the tasks of sessions that have ended.
    func endTasks(ofSessionsWhere hasEnded: (SessionID) -> Bool) {
        let owners = state.withLock { Set($0.entries.values.compactMap(\.owner)) }
        for owner in owners where hasEnded(owner) { sessionDidEnd(owner) }
    }

    /// Cancels all tasks, because the server stops. Later ones are not started.
    package func stop() {
        state.withLock { $0.isStopped = true }
        cancel { _, _ in true }
    }
}
