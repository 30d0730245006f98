import NavigationKit
import SessionStores
import Synchronization

extension Session {
    /// Performs the action that background work has returned on the newest version, or shows the error that it threw, and
    /// commits the result, under the session's mutex.
    ///
    /// - Returns: `nil` if no responder handles the action.
    /// - Throws: ``SessionError``, ``StoreError``, `CancellationError`, or what a controller throws while it is built or
    ///   loads.
    func finish(
        _ outcome: TaskTable.Outcome, persistence: some SessionPersistence
    ) async throws -> ActionOutcome.Done? {
        let ticket = try await mutex.take(
            behindAtMost: limits.waitingActions, within: limits.nanoseconds.maxWait, time, counters: hosted.counters)
        defer { ticket.release() }
        guard persistence.isCurrent else { throw SessionError.renamed }
        let lease = try await begin(persistence)
        do {
            let done = try await perform(outcome, lease, persistence)
            // A commit ends the lease.
            if done == nil, let lease { persistence.release(lease) }
            return done
        } catch {
            if let lease { persistence.release(lease) }
            throw error
        }
    }

    private func perform(
        _ outcome: TaskTable.Outcome, _ lease: Lease?, _ persistence: some SessionPersistence
    ) async throws -> ActionOutcome.Done? {
        let base = Base.version(newest)
        var application = try tree(of: base)
        try await load(application)
        var failure: (any Error)?
        switch outcome {
        case .success(nil): return nil
        case .success(let action?):
            do {
                guard try await application.perform(action, report: hosted.report) else { return nil }
            } catch {
                // The tree can be half changed.
                application = try derivedTree(of: base)
                try await load(application)
                failure = error
                application.handle(unsolicited: error)
            }
        case .failure(let error):
            failure = error
            application.handle(unsolicited: error)
        }
        let request = ActionRequest(
            location: newest.location, at: .version(newest.number), submission: try FormSubmission(token: "task"),
            isTraced: false, network: owner.network)
        let act = Act(request: request, base: base, leaving: nil, typed: nil, digest: nil, onceToken: nil)
        let done = try await commit(application, act, chain: [], failure: failure, lease, persistence)
        if let number = base.number { finishedFrom.store(number, ordering: .relaxed) }
        return done
    }
}
