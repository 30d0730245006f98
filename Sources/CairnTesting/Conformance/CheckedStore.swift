import SessionStores

/// A store during the check of a rule. An error, or a result other than the expected one, ends the rule.
struct CheckedStore: Sendable {
    private let store: any SessionStore

    init(_ store: any SessionStore) { self.store = store }

    func load(_ id: SessionID, since known: Revision? = nil) async throws -> StoredSession {
        try await calling("load") { try await store.load(id, since: known) }
    }

    /// Requires that a copy with the revision `known` gets this answer.
    func load(_ id: SessionID, since known: Revision? = nil, expecting expected: StoredSession) async throws {
        let operation = known.map { "load since \($0)" } ?? "load"
        try await Mismatch.require(load(id, since: known), equals: expected, operation, describing: \.summary)
    }

    func begin(_ id: SessionID, since known: Revision? = nil) async throws -> LeaseResult {
        try await calling("begin") { try await store.begin(id, since: known) }
    }

    /// Takes the lease of the session, which must be free.
    func lease(_ id: SessionID, since known: Revision? = nil) async throws -> Lease {
        try await leaseAndSession(id, since: known).lease
    }

    /// Takes the lease of the session, which must be free, and requires that a copy gets this answer.
    func lease(
        _ id: SessionID, since known: Revision? = nil, expecting expected: StoredSession
    ) async throws -> Lease {
        let (lease, session) = try await leaseAndSession(id, since: known)
        let operation = known.map { "begin since \($0)" } ?? "begin"
        try Mismatch.require(session, equals: expected, operation, describing: \.summary)
        return lease
    }

    private func leaseAndSession(
        _ id: SessionID, since known: Revision?
    ) async throws -> (lease: Lease, session: StoredSession) {
        switch try await begin(id, since: known) {
        case .granted(let lease, let session):
            guard lease.id == id else { throw Mismatch(expected: "a lease of the session", actual: "one of another") }
            return (lease, session)
        case .busy(let remaining):
            throw Mismatch(expected: "a lease from begin", actual: "busy for \(remaining)")
        }
    }

    /// Requires that another process has the lease.
    func requireBusy(_ id: SessionID) async throws {
        switch try await begin(id) {
        case .granted: throw Mismatch(expected: "busy from begin", actual: "a lease")
        case .busy(let remaining) where remaining < .zero || remaining > Lease.duration:
            throw Mismatch(expected: "0 to 5 s of remaining time", actual: "\(remaining)")
        case .busy: break
        }
    }

    func commit(_ change: SessionChange, under lease: Lease) async throws -> CommitResult {
        try await calling("commit") { try await store.commit(change, under: lease) }
    }

    func commit(_ change: SessionChange, under lease: Lease, expecting expected: CommitResult) async throws {
        try await Mismatch.require(commit(change, under: lease), equals: expected, "commit", describing: \.summary)
    }

    /// Commits a change that the caller must not make, which a store refuses by an error or as overtaken.
    func commitRefused(_ change: SessionChange, under lease: Lease) async throws {
        let result: CommitResult
        do { result = try await store.commit(change, under: lease) } catch { return }
        if result == .done { throw Mismatch(expected: "an error or overtaken from commit", actual: "done") }
    }

    func renew(_ lease: Lease, expecting expected: Bool) async throws {
        let isRenewed = try await calling("renew") { try await store.renew(lease) }
        try Mismatch.require(isRenewed, equals: expected, "renew")
    }

    func release(_ lease: Lease) { store.release(lease) }

    func touch(_ id: SessionID) { store.touch(id) }

    func remove(_ id: SessionID) async throws { try await calling("remove") { try await store.remove(id) } }

    func removeExpired() async throws { try await calling("removeExpired") { try await store.removeExpired() } }

    func count(expecting expected: Int) async throws {
        let count = try await calling("count") { try await store.count() }
        try Mismatch.require(count, equals: expected, "count")
    }

    func requireRoom(for network: UInt64?) throws {
        let name = network.map { "network \($0)" } ?? "an unknown network"
        try Mismatch.require(store.hasRoom(for: network), equals: true, "hasRoom for \(name)")
    }

    private func calling<Result>(_ operation: String, _ body: () async throws -> Result) async throws -> Result {
        do {
            return try await body()
        } catch {
            throw Mismatch(expected: "no error", actual: "\(operation) threw \(error)")
        }
    }
}
