import Digests
import NavigationKit
import SessionStores
import Synchronization

extension Session {
    /// Performs the action that background work has returned on the newest version, or shows the error that it threw, and
    /// commits the result, under the session's mutex.
    ///
    /// - Returns: `nil` if nothing was committed: there is no action, no responder handles it, an earlier attempt has
    ///   performed it, or the task was cancelled meanwhile.
    /// - Throws: ``SessionError``, ``StoreError``, `CancellationError`, or what a controller throws while it is built or
    ///   loads.
    func finish(
        _ outcome: TaskTable.Outcome, of task: BackgroundTask, persistence: some SessionPersistence
    ) async throws -> ActionOutcome.Done? {
        let ticket = try await mutex.take(
            behindAtMost: limits.waitingActions, within: limits.nanoseconds.maxWait, time, counters: hosted.counters)
        defer { ticket.release() }
        guard persistence.isCurrent else { throw SessionError.renamed }
        // Under the mutex: an action can have cancelled the task meanwhile.
        guard hosted.tasks.owner(of: task) != nil else { return nil }
        let lease = try await begin(persistence)
        do {
            let digest = lease == nil ? nil : Array("task \(task.id)".utf8).withUnsafeBytes { FastHash.hash($0) }
            // An earlier attempt whose result was lost has performed it.
            if let digest, repeatedResult(ofRequest: digest) != nil {
                if let lease { persistence.release(lease) }
                try await persistence.confirm()
                return nil
            }
            let done = try await perform(outcome, digest, lease, persistence)
            // A commit ends the lease.
            if done == nil, let lease { persistence.release(lease) }
            return done
        } catch {
            if let lease { persistence.release(lease) }
            throw error
        }
    }

    private func perform(
        _ outcome: TaskTable.Outcome, _ digest: UInt64?, _ lease: Lease?, _ persistence: some SessionPersistence
    ) async throws -> ActionOutcome.Done? {
        let base = Base.version(newest)
        var application = try tree(of: base)
        try await load(application)
        // A newer program, on another node, shows more than this one.
        guard !application.hasLostPlaces else { throw SessionError.overtaken }
        var failure: (any Error)?
        switch outcome {
        case .success(nil): return nil
        case .success(let action?):
            do {
                guard try await application.perform(action, report: hosted.report) else { return nil }
                guard !application.isChangingIdentity else { throw UnattendedIdentityError() }
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
        let act = Act(
            request: request, base: base, leaving: nil, typed: nil, digest: digest, onceToken: nil, source: .task)
        return try await commit(application, act, chain: [], failure: failure, lease, persistence)
    }
}

/// The last action of background work logs in or out: no response could give the visitor the new id of the session.
private struct UnattendedIdentityError: Error, CustomStringConvertible {
    var description: String { "The last action of a background task cannot change the identity of its session." }
}
