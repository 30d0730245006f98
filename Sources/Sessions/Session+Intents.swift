import NavigationKit
import SessionStores
import Synchronization

/// The intents of actions under the policy `.once`. In a store, an action leaves its intent before its handler runs. If
/// the process ends before the commit, the next press finds the intent, so the handler runs at most once.
extension Session {
    /// Commits the intent of an action, under a lease that continues.
    ///
    /// - Parameters:
    ///   - token: the idempotency key of the action.
    ///   - base: the state that the action starts from; afterwards the version with the intent.
    ///   - leaving: a new version for that state, if only a path names it; afterwards `nil`, because the change of the
    ///     intent contains it.
    /// - Throws: ``StoreError``, ``SessionError``, `CancellationError`. The handler must not run then.
    func recordIntent(
        of token: String, from base: inout Base, _ leaving: inout Version?, _ request: ActionRequest,
        under lease: Lease, _ persistence: some SessionPersistence
    ) async throws {
        let before = history.withLock(\.self)
        var next = before
        if let leaving { next.append(leaving, saved: before.saved, from: nil, limits: limits) }
        let kept: Version? = if case .version(let version) = base { version } else { leaving }
        guard let version = kept else { return }
        next.note(.intent, of: token, from: version)
        // The handler can be cancelled, so the commit of the request does not begin here.
        try await store(
            &next, after: before, Commit(left: version, onceToken: token, keepsLease: true), under: lease, persistence)
        replaceHistory(with: next, after: before)
        // Cancelling releases the mutex, so another request can hold it after a wait.
        guard !request.commitGate.isCancelled else { throw CancellationError() }
        (base, leaving) = (.version(version), nil)
    }

    /// Commits a version of the same state without the intent, from which the visitor can perform the action again. The
    /// intent stays at its version, so older pages cannot perform the action.
    ///
    /// - Parameters:
    ///   - token: the idempotency key of the action.
    ///   - base: the state that the action starts from.
    ///   - isLeaseUsed: set to true if the version was committed, which ends the lease. An earlier repeat can have made it.
    /// - Returns: ``ActionOutcome/outcomeUnknown(_:)`` with the page of the version.
    /// - Throws: ``StoreError``, ``SessionError``, `CancellationError`, or what a controller throws while it is built or
    ///   loads.
    func offerAgain(
        _ token: String, from base: Base, shownBy application: Application, _ request: ActionRequest, typed: Draft?,
        under lease: Lease, _ isLeaseUsed: inout Bool, _ persistence: some SessionPersistence
    ) async throws -> ActionOutcome {
        let before = history.withLock(\.self)
        let newest = before.newest
        let kept: Version? = if case .version(let version) = base { version } else { nil }
        guard let old = try kept ?? leavingVersion(base, application, persistence) else {
            return .outcomeUnknown(try await page(of: base, submitted: request.submission))
        }
        if newest.location == old.location, newest.state.looksLike(old.state),
            before.performed(token, from: newest, at: newest.location) == nil
        {
            return .outcomeUnknown(try await page(of: .version(newest), submitted: request.submission))
        }
        let version = Version(
            number: newest.number + 1, state: old.state, location: old.location, salt: newSalt(persistence))
        // Load the page first, because loading can take forever and a commit that has begun cannot be cancelled.
        let page = try await page(of: .version(version), submitted: request.submission)
        var next = before
        next.append(version, saved: before.saved, from: request.location, limits: limits)
        if let typed { next.keep(typed, of: version, limits: limits) }
        try request.commitGate.begin()
        try await store(&next, after: before, Commit(base: kept), under: lease, persistence)
        isLeaseUsed = true
        replaceHistory(with: next, after: before)
        return .outcomeUnknown(page)
    }
}
