import SessionStores

/// A store that passes each call on to another one. A faulty store implements one method itself.
protocol WrappingStore: SessionStore {
    var base: MemoryStore { get }
}

extension WrappingStore {
    var isShared: Bool { base.isShared }
    func isOutdated(_ id: SessionID) -> Bool { base.isOutdated(id) }
    func follow(_ id: SessionID, _ changed: @escaping @Sendable (Bool) -> Void) -> (any Sendable)? {
        base.follow(id, changed)
    }
    func load(_ id: SessionID, since known: Revision?) async throws -> StoredSession {
        try await base.load(id, since: known)
    }
    func begin(_ id: SessionID, since known: Revision?) async throws -> LeaseResult {
        try await base.begin(id, since: known)
    }
    func commit(_ change: SessionChange, under lease: Lease) async throws -> CommitResult {
        try await base.commit(change, under: lease)
    }
    func renew(_ lease: Lease) async throws -> Bool { try await base.renew(lease) }
    func release(_ lease: Lease) { base.release(lease) }
    func touch(_ id: SessionID) { base.touch(id) }
    func remove(_ id: SessionID) async throws { try await base.remove(id) }
    func removeExpired() async throws { try await base.removeExpired() }
    func count() async throws -> Int { try await base.count() }
    func close() async { await base.close() }

    /// The newest revision of the session; `nil` if it is missing.
    func newestRevision(of id: SessionID) async throws -> Revision? {
        guard case .whole(let log) = try await base.load(id, since: nil) else { return nil }
        return log.last?.revision
    }

    /// Makes a change under a new lease, and without regard to the revision if `expected` is the newest one.
    func force(_ change: SessionChange, of id: SessionID, after expected: Revision?) async throws -> CommitResult {
        guard case .granted(let lease, _) = try await base.begin(id, since: nil) else { return .overtaken(by: nil) }
        let change = SessionChange(
            change.content, after: expected, newID: change.newID, keepsLease: change.keepsLease)
        return try await base.commit(change, under: lease)
    }
}

/// A store that passes on calls, but changes the sessions that it returns.
protocol AlteringStore: WrappingStore {
    func altered(_ session: StoredSession, of id: SessionID, since known: Revision?) -> StoredSession
}

extension AlteringStore {
    func load(_ id: SessionID, since known: Revision?) async throws -> StoredSession {
        altered(try await base.load(id, since: known), of: id, since: known)
    }

    func begin(_ id: SessionID, since known: Revision?) async throws -> LeaseResult {
        switch try await base.begin(id, since: known) {
        case .granted(let lease, let session): .granted(lease, altered(session, of: id, since: known))
        case .busy(let remaining): .busy(remaining: remaining)
        }
    }
}
