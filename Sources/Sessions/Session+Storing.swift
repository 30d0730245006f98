import NavigationKit
import SessionStores
import Synchronization

/// A stored session: a change is committed to the store before other requests can see it.
extension Session {
    /// Takes the session's lease and applies the changes of other processes; `nil` without a store.
    ///
    /// - Throws: ``SessionLoadError``; ``SessionError/busy``; ``SessionError/renamed`` if the store no longer has the
    ///   session; `CancellationError`.
    func begin(_ persistence: some SessionPersistence) async throws -> Lease? {
        guard persistence.isStored else { return nil }
        let known = history.withLock { $0.log?.revision }
        let (lease, stored) = try await persistence.begin(since: known)
        do {
            if try update(from: stored, since: known) {
                // Under the lease nothing is newer, so a copy that differs has met another log, such as a restored one.
                if history.withLock({ $0.log?.revision }) == stored.newest ?? known { return lease }
            } else {
                persistence.forget(because: nil)
            }
        } catch {
            persistence.forget(because: error)
        }
        persistence.release(lease)
        throw SessionError.renamed
    }

    /// Applies the changes of other processes.
    ///
    /// - Parameter known: the revision that the changes follow.
    /// - Returns: false if the store has no such session.
    /// - Throws: `SnapshotError` if the changes cannot be read.
    func update(from stored: StoredSession, since known: Revision?) throws -> Bool {
        switch stored {
        case .unchanged: return true
        case .missing: return known == nil
        case .tail(let elements):
            try history.withLock { history in
                // Another request can have applied some or all of these changes meanwhile.
                let current = history.log?.revision
                let applied = current == known ? 0 : elements.firstIndex { $0.revision == current }.map { $0 + 1 }
                guard let applied, applied < elements.count else { return }
                var next = history
                try next.apply(Array(elements[applied...]))
                history = next
            }
        case .whole(let elements):
            var next = try History(log: elements)
            history.withLock { history in
                let current = history.log?.revision
                guard current == known || (current?.number ?? 0) < (elements.last?.revision.number ?? 0) else { return }
                next.waiting = history.waiting
                history = next
            }
        }
        live.drop()
        beginLife()
        return true
    }

    /// The parts of a commit besides the history before it and the one after it.
    struct Commit {
        /// The version that the new state is derived from; `nil` for the newest one.
        var base: Version?
        /// The version that the action was performed from.
        var left: Version?
        /// The idempotency key of an action under the policy `.once`.
        var onceToken: String?
        /// The new id of a session that changes its identity.
        var newID: SessionID?
        /// True for a logout.
        var isLeaving = false
        /// True if the lease continues.
        var keepsLease = false
        /// The action, if the change is made by one that is recorded.
        var action: RecordedAction?
    }

    /// Stores the change from `before` to `next`, and updates the place of `next` in the log.
    ///
    /// - Throws: ``StoreError``, ``SessionError/overtaken``, ``SessionError/renamed``.
    func store(
        _ next: inout History, after before: History, _ commit: Commit = Commit(), under lease: Lease,
        _ persistence: some SessionPersistence
    ) async throws {
        if try await append(&next, after: before, commit, under: lease, persistence) { return }
        let revision = Revision.following(before.log?.revision, salt: hosted.nonces.salt())
        // Later changes refer to the versions that the checkpoint contains.
        let bytes = next.trim(toSnapshotOf: limits.bytes, report: hosted.report)
        let change = SessionChange(
            .replace(LogElement(revision: revision, bytes: bytes)), after: before.log?.revision, newID: commit.newID,
            network: before.owner.network, isAlwaysAdmitted: commit.isLeaving, keepsLease: commit.keepsLease)
        do {
            try await persistence.commit(change, under: lease)
            next.log = LogPosition(afterCheckpointOf: bytes.count, revision)
        } catch let error as StoreError where commit.isLeaving && commit.newID != nil {
            // A logout must not fail because nothing can be written, such as on a full disk.
            try await persistence.removeAfterFailedLogout(error)
            next.log = nil
        }
    }

    /// Appends the change from `before` to `next` to the log.
    ///
    /// - Returns: false if a checkpoint is necessary.
    private func append(
        _ next: inout History, after before: History, _ commit: Commit, under lease: Lease,
        _ persistence: some SessionPersistence
    ) async throws -> Bool {
        guard commit.newID == nil, var position = before.log,
            let change = HistoryChange(
                from: before, to: next, base: commit.base, left: commit.left, onceToken: commit.onceToken),
            let (bytes, objects) = change.encoded(after: before, by: commit.action, report: hosted.report),
            bytes.count <= limits.bytes, position.hasRoom(for: bytes.count, objects: objects)
        else { return false }
        let revision = Revision.following(position.revision, salt: hosted.nonces.salt())
        position.advance(over: bytes.count, objects: objects, to: revision)
        do {
            try await persistence.commit(
                SessionChange(
                    .append(LogElement(revision: revision, bytes: bytes)), after: before.log?.revision,
                    network: before.owner.network, isAlwaysAdmitted: commit.isLeaving, keepsLease: commit.keepsLease),
                under: lease)
        } catch let error as StoreError where error.refusesAppend {
            return false
        }
        next.log = position
        return true
    }

    /// Stores the whole session as it is.
    ///
    /// - Parameter keepsLease: true if the lease continues.
    /// - Throws: ``StoreError``, ``SessionError/overtaken``, ``SessionError/renamed``.
    func storeCheckpoint(
        under lease: Lease, keepsLease: Bool = false, _ persistence: some SessionPersistence
    ) async throws {
        let before = history.withLock(\.self)
        var next = before
        let bytes = next.trim(toSnapshotOf: limits.bytes, report: hosted.report)
        let revision = Revision.following(before.log?.revision, salt: hosted.nonces.salt())
        try await persistence.commit(
            SessionChange(
                .replace(LogElement(revision: revision, bytes: bytes)), after: before.log?.revision,
                network: before.owner.network, keepsLease: keepsLease), under: lease)
        next.log = LogPosition(afterCheckpointOf: bytes.count, revision)
        replaceHistory(with: next, after: before)
    }

    /// Returns the salt of a new version.
    func newSalt(_ persistence: some SessionPersistence) -> VersionSalt {
        persistence.isShared ? VersionSalt(random: hosted.nonces.salt()) : .none
    }

    /// Makes a committed change visible, unless the history contains it already: a request that read the store after
    /// the commit can have been faster, and a request whose client is gone can be late.
    func replaceHistory(with next: History, after before: History) {
        history.withLock { history in
            guard history.log?.revision == before.log?.revision else { return }
            history = next
        }
    }

    /// Keeps the typed text of a refused input at the version that the input was sent from, and removes the action's
    /// intent.
    ///
    /// - Parameter intent: the idempotency key of the recorded intent; `nil` if none was recorded.
    /// - Returns: true if a change was stored, which ends the lease.
    /// - Throws: ``StoreError``, ``SessionError``, `CancellationError`.
    func keep(
        _ typed: Draft?, from base: Base, of request: ActionRequest, _ intent: String?, under lease: Lease?,
        _ persistence: some SessionPersistence
    ) async throws -> Bool {
        guard typed != nil || intent != nil, case .version(let version) = base else { return false }
        guard let lease else {
            if let typed { history.withLock { $0.keep(typed, of: version, limits: limits) } }
            return false
        }
        let before = history.withLock(\.self)
        var next = before
        if let typed { next.keep(typed, of: version, limits: limits) }
        if let intent { next.withdrawIntent(of: intent, from: version) }
        guard intent != nil || before.draft(of: version) != typed else { return false }
        try request.commitGate.begin()
        try await store(
            &next, after: before, Commit(left: version, onceToken: intent), under: lease, persistence)
        replaceHistory(with: next, after: before)
        return true
    }
}
