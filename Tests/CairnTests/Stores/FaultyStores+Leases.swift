import SessionStores
import Synchronization

struct IgnoresToken: WrappingStore {
    let base: MemoryStore
    func commit(_ change: SessionChange, under lease: Lease) async throws -> CommitResult {
        try await force(change, of: lease.id, after: change.expected)
    }
}

struct ReleasesAny: WrappingStore {
    let base: MemoryStore
    let newest = Box<[SessionID: Lease]>([:])
    func begin(_ id: SessionID, since known: Revision?) async throws -> LeaseResult {
        let result = try await base.begin(id, since: known)
        if case .granted(let lease, _) = result { newest.value.withLock { $0[id] = lease } }
        return result
    }
    func release(_ lease: Lease) { base.release(newest.value.withLock { $0[lease.id] } ?? lease) }
}

struct KeepsNoLease: WrappingStore {
    let base: MemoryStore
    func commit(_ change: SessionChange, under lease: Lease) async throws -> CommitResult {
        try await base.commit(
            SessionChange(change.content, after: change.expected, newID: change.newID), under: lease)
    }
}

struct BusyForItself: WrappingStore {
    let base: MemoryStore
    let leased = Box<Set<SessionID>>([])
    func begin(_ id: SessionID, since known: Revision?) async throws -> LeaseResult {
        guard leased.value.withLock({ $0.insert(id).inserted }) else { return .busy(remaining: .seconds(1)) }
        return try await base.begin(id, since: known)
    }
    func commit(_ change: SessionChange, under lease: Lease) async throws -> CommitResult {
        leased.value.withLock { _ = $0.remove(lease.id) }
        return try await base.commit(change, under: lease)
    }
    func release(_ lease: Lease) {
        leased.value.withLock { _ = $0.remove(lease.id) }
        base.release(lease)
    }
}

struct RenewsAlways: WrappingStore {
    let base: MemoryStore
    func renew(_ lease: Lease) async throws -> Bool { true }
}

struct EndsNoLease: WrappingStore {
    let base: MemoryStore
    func commit(_ change: SessionChange, under lease: Lease) async throws -> CommitResult {
        try await base.commit(
            SessionChange(change.content, after: change.expected, newID: change.newID, keepsLease: true),
            under: lease)
    }
}

struct BusyTooLong: WrappingStore {
    let base: MemoryStore
    func begin(_ id: SessionID, since known: Revision?) async throws -> LeaseResult {
        let result = try await base.begin(id, since: known)
        if case .busy(let remaining) = result { return .busy(remaining: remaining + .seconds(1)) }
        return result
    }
}

struct Caches: WrappingStore {
    let base: MemoryStore
    let loaded = Box<[SessionID: StoredSession]>([:])
    func load(_ id: SessionID, since known: Revision?) async throws -> StoredSession {
        if known == nil, let session = loaded.value.withLock({ $0[id] }) { return session }
        let session = try await base.load(id, since: known)
        loaded.value.withLock { $0[id] = session }
        return session
    }
}

/// A store whose data is not shared, although it says so.
struct SharesNothing: WrappingStore {
    let base: MemoryStore
    var isShared: Bool { true }
}

struct RepeatsTokens: WrappingStore {
    let base: MemoryStore
    let newest = Box<[SessionID: Lease]>([:])
    func begin(_ id: SessionID, since known: Revision?) async throws -> LeaseResult {
        guard case .granted(let lease, let session) = try await base.begin(id, since: known) else {
            return .busy(remaining: Lease.duration)
        }
        newest.value.withLock { $0[id] = lease }
        return .granted(Lease(of: id, token: 1), session)
    }
    func commit(_ change: SessionChange, under lease: Lease) async throws -> CommitResult {
        try await base.commit(change, under: newestLease(lease))
    }
    func renew(_ lease: Lease) async throws -> Bool { try await base.renew(newestLease(lease)) }
    func release(_ lease: Lease) { base.release(newestLease(lease)) }
    private func newestLease(_ lease: Lease) -> Lease { newest.value.withLock { $0[lease.id] } ?? lease }
}

/// Accepts a commit if no process has the lease, so it does not notice that a later lease was granted and has ended.
struct CommitsWithoutLease: WrappingStore {
    let base: MemoryStore
    func commit(_ change: SessionChange, under lease: Lease) async throws -> CommitResult {
        let isFree = base.data.entries.withLock { $0[lease.id]?.lease == nil }
        return isFree
            ? try await force(change, of: lease.id, after: change.expected)
            : try await base.commit(change, under: lease)
    }
}

struct ObeysClock: WrappingStore {
    let base: MemoryStore
    func commit(_ change: SessionChange, under lease: Lease) async throws -> CommitResult {
        let now = base.data.now()
        let end = base.data.entries.withLock { $0[lease.id]?.lease?.end }
        if let end, end < now { return .overtaken(by: try await newestRevision(of: lease.id)) }
        return try await base.commit(change, under: lease)
    }
}
