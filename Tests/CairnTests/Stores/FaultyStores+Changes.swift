import SessionStores
import Synchronization

struct IgnoresExpected: WrappingStore {
    let base: MemoryStore
    func commit(_ change: SessionChange, under lease: Lease) async throws -> CommitResult {
        guard let newest = try await newestRevision(of: lease.id) else {
            return try await base.commit(change, under: lease)
        }
        return try await force(change, of: lease.id, after: newest)
    }
}

struct LeavesOldID: WrappingStore {
    let base: MemoryStore
    func commit(_ change: SessionChange, under lease: Lease) async throws -> CommitResult {
        guard let newID = change.newID else { return try await base.commit(change, under: lease) }
        let creation = SessionChange(change.content, after: nil)
        return try await force(creation, of: newID, after: nil)
    }
}

struct ForgetsNewID: WrappingStore {
    let base: MemoryStore
    func commit(_ change: SessionChange, under lease: Lease) async throws -> CommitResult {
        let isMissing = try await newestRevision(of: lease.id) == nil
        if change.newID != nil && isMissing { return .overtaken(by: nil) }
        return try await base.commit(change, under: lease)
    }
}

struct Resurrects: WrappingStore {
    let base: MemoryStore
    func commit(_ change: SessionChange, under lease: Lease) async throws -> CommitResult {
        guard case .replace = change.content, try await newestRevision(of: lease.id) == nil else {
            return try await base.commit(change, under: lease)
        }
        return try await force(change, of: lease.id, after: nil)
    }
}

struct CreatesOnTouch: WrappingStore {
    let base: MemoryStore
    let touched = Box<Set<SessionID>>([])
    func touch(_ id: SessionID) { touched.value.withLock { _ = $0.insert(id) } }
    func load(_ id: SessionID, since known: Revision?) async throws -> StoredSession {
        let session = try await base.load(id, since: known)
        let wasTouched = touched.value.withLock { $0.contains(id) }
        return session == .missing && wasTouched ? .whole([]) : session
    }
}

struct RemovesOnlyExisting: WrappingStore {
    let base: MemoryStore
    func remove(_ id: SessionID) async throws {
        guard try await newestRevision(of: id) != nil else {
            throw StoreError(.missing, operation: "remove", path: "the store")
        }
        try await base.remove(id)
    }
}

struct CountsTooMany: WrappingStore {
    let base: MemoryStore
    func count() async throws -> Int { try await base.count() + 1 }
}

struct AppendsToNothing: WrappingStore {
    let base: MemoryStore
    func commit(_ change: SessionChange, under lease: Lease) async throws -> CommitResult {
        try await base.commit(
            SessionChange(
                change.expected == nil ? .replace(change.element) : change.content, after: change.expected,
                newID: change.newID, keepsLease: change.keepsLease),
            under: lease)
    }
}

struct AppendsCheckpoints: WrappingStore {
    let base: MemoryStore
    func commit(_ change: SessionChange, under lease: Lease) async throws -> CommitResult {
        guard change.expected != nil, change.newID == nil else { return try await base.commit(change, under: lease) }
        let append = SessionChange(.append(change.element), after: change.expected, keepsLease: change.keepsLease)
        return try await base.commit(append, under: lease)
    }
}

struct OverwritesNewID: WrappingStore {
    let base: MemoryStore
    func commit(_ change: SessionChange, under lease: Lease) async throws -> CommitResult {
        if let newID = change.newID { try await base.remove(newID) }
        return try await base.commit(change, under: lease)
    }
}

struct AppendsUnderNewID: WrappingStore {
    let base: MemoryStore
    func commit(_ change: SessionChange, under lease: Lease) async throws -> CommitResult {
        guard let newID = change.newID else { return try await base.commit(change, under: lease) }
        let replacement = SessionChange(.replace(change.element), after: change.expected, newID: newID)
        return try await base.commit(replacement, under: lease)
    }
}

struct ExpiresAll: WrappingStore {
    let base: MemoryStore
    func removeExpired() async throws { base.data.entries.withLock { $0 = [:] } }
}

struct HasNoRoom: WrappingStore {
    let base: MemoryStore
    func hasRoom(for network: UInt64?) -> Bool { false }
}
