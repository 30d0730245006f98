import SessionStores

/// A session of a rule: its id, and the log that the store must have. The session is missing while the log is empty.
struct SampleSession: Sendable {
    var id = SessionID.random()
    var log: [LogElement] = []
    /// Counts elements, so that no two revisions are equal by chance. Starts where the hexadecimal form gets longer.
    private var nextSalt: UInt32 = 0xFE

    init(_ id: SessionID = .random()) { self.id = id }

    /// Creates the session in the store: a checkpoint and `appended` changes.
    init(in store: CheckedStore, appended: Int = 0) async throws {
        try await replace(in: store)
        for _ in 0..<appended { try await append(in: store) }
    }

    /// The revision that the store must have.
    var revision: Revision? { log.last?.revision }

    /// The answer to a load without a copy.
    var whole: StoredSession { log.isEmpty ? .missing : .whole(log) }

    /// Returns a new element to follow the newest one. No two have the same revision.
    mutating func element(_ bytes: [UInt8]? = nil) -> LogElement {
        let revision = Revision(number: Revision.following(revision).number, salt: nextSalt)
        nextSalt &+= 1
        return LogElement(revision: revision, bytes: bytes ?? Array("\(id) \(revision)".utf8))
    }

    /// Returns a change that appends a new element to the log.
    mutating func appending(keepsLease: Bool = false) -> SessionChange {
        SessionChange(.append(element()), after: revision, keepsLease: keepsLease)
    }

    /// Returns a change that replaces the log by a checkpoint.
    mutating func replacing(newID: SessionID? = nil, keepsLease: Bool = false) -> SessionChange {
        SessionChange(.replace(element()), after: revision, newID: newID, keepsLease: keepsLease)
    }

    /// Returns a change of each kind: an append, a checkpoint, and a new id.
    mutating func changesOfEachKind() -> [SessionChange] {
        [appending(), replacing(), replacing(newID: .random())]
    }

    /// Notes that the change was made.
    mutating func note(_ change: SessionChange) {
        switch change.content {
        case .append(let element): log.append(element)
        case .replace(let element): log = [element]
        }
        if let newID = change.newID { id = newID }
    }

    /// Makes the change under the lease, which must succeed.
    mutating func make(_ change: SessionChange, under lease: Lease, in store: CheckedStore) async throws {
        try await store.commit(change, under: lease, expecting: .done)
        note(change)
    }

    /// Makes the change under a new lease, which must succeed.
    mutating func make(_ change: SessionChange, in store: CheckedStore) async throws {
        try await make(change, under: store.lease(id), in: store)
    }

    /// Appends an element under a new lease.
    mutating func append(_ bytes: [UInt8]? = nil, in store: CheckedStore) async throws {
        try await make(SessionChange(.append(element(bytes)), after: revision), in: store)
    }

    /// Replaces the log by a checkpoint under a new lease. That creates the session if it is missing.
    mutating func replace(_ bytes: [UInt8]? = nil, in store: CheckedStore) async throws {
        try await make(SessionChange(.replace(element(bytes)), after: revision), in: store)
    }

    /// Requires that the store has exactly this log.
    func verify(in store: CheckedStore) async throws { try await store.load(id, expecting: whole) }
}
