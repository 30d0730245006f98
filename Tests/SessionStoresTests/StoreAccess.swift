import Testing

@testable import SessionStores

/// A change that was not made.
struct NotMade: Error {
    let result: CommitResult
}

extension LeaseResult {
    /// The lease and the session; `nil` if another process has the lease.
    var granted: (lease: Lease, session: StoredSession)? {
        guard case .granted(let lease, let session) = self else { return nil }
        return (lease, session)
    }
}

extension StoredSession {
    /// The elements that the copy lacks.
    var elements: [LogElement] {
        switch self {
        case .missing, .unchanged: []
        case .tail(let elements), .whole(let elements): elements
        }
    }
}

extension DirectoryStore {
    /// Takes the lease of a session.
    func lease(_ id: SessionID) async throws -> Lease { try #require(try await begin(id, since: nil).granted).lease }

    /// Returns the bytes of the session's elements; `nil` if it is missing.
    func contents(of id: SessionID) async throws -> [[UInt8]]? {
        let session = try await load(id, since: nil)
        return session == .missing ? nil : session.elements.map(\.bytes)
    }

    /// Creates the session, or replaces its log by a checkpoint.
    @discardableResult
    func save(
        _ bytes: [UInt8], for id: SessionID, from network: UInt64? = nil, newID: SessionID? = nil,
        isAlwaysAdmitted: Bool = false
    ) async throws -> Revision {
        try await change(id) { earlier, revision in
            SessionChange(
                .replace(LogElement(revision: revision, bytes: bytes)), after: earlier, newID: newID, network: network,
                isAlwaysAdmitted: isAlwaysAdmitted)
        }
    }

    /// Creates a session, and returns its id.
    func saved() async throws -> SessionID {
        let id = SessionID.random()
        try await save([1], for: id)
        return id
    }

    /// Appends a change to the session.
    @discardableResult
    func append(_ bytes: [UInt8], to id: SessionID) async throws -> Revision {
        try await change(id) { earlier, revision in
            SessionChange(.append(LogElement(revision: revision, bytes: bytes)), after: earlier)
        }
    }

    private func change(
        _ id: SessionID, _ make: (_ earlier: Revision?, _ revision: Revision) -> SessionChange
    ) async throws -> Revision {
        let (lease, session) = try #require(try await begin(id, since: nil).granted)
        let earlier = session.elements.last?.revision
        let revision = Revision.following(earlier)
        let result: CommitResult
        do { result = try await commit(make(earlier, revision), under: lease) } catch {
            release(lease)
            throw error
        }
        guard result == .done else { throw NotMade(result: result) }
        return revision
    }
}

/// Returns the error that `body` throws as a ``StoreError``; `nil` if it throws none.
func storeError(_ body: () async throws -> Void) async -> StoreError? {
    do { try await body() } catch { return error as? StoreError }
    return nil
}
