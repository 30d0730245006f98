import Synchronization

/// The sessions that a process has used: the states of their files, and their leases. So a request
/// whose copy of a session is current does not use the disk.
///
/// The table has a bound. A session that it drops is read again; its lease has ended then.
final class KnownSessions: Sendable {
    struct Entry: Sendable {
        let file: SessionFile
        var state: FileState
        /// The time of the last change or touch by the wall clock, as in the file's modification time.
        var lastUse: UInt64
        /// The token of the lease; 0 if there is none.
        var token: UInt64 = 0
        /// The revision of the commit in progress.
        var pending: Revision?
        /// Changes with `state` and `pending`, and differs between entries.
        var version: UInt64
    }

    struct State: Sendable {
        var entries: [SessionID: Entry] = [:]
        /// The last version or token.
        var last: UInt64 = 0
        /// The version of sessions without an entry: the last version when an entry was dropped.
        var lastDrop: UInt64 = 0

        mutating func next() -> UInt64 {
            last &+= 1
            return last
        }
    }

    /// The version of an entry before its file is read; after the read, it shows if the result is still valid.
    struct Mark: Sendable {
        let version: UInt64
        /// True if a commit is in progress, which changes the file.
        let isPending: Bool
    }

    let state = Mutex(State())
    private let bound: Int
    private let lifetime: UInt64

    /// - Parameters:
    ///   - bound: the number of entries above which some are dropped.
    ///   - lifetime: the nanoseconds after the last use at which a session's life ends.
    init(bound: Int, lifetime: UInt64) {
        self.bound = bound
        self.lifetime = lifetime
    }

    /// The number of entries.
    var count: Int { state.withLock(\.entries.count) }

    /// Returns the file of a known session, so that its id is hashed once.
    func file(of id: SessionID) -> SessionFile? { state.withLock { $0.entries[id]?.file } }

    // MARK: - Answers without the disk

    /// Returns what a copy lacks, if that is known without reading the file; otherwise `nil`.
    func load(_ id: SessionID, since known: Revision?, now: UInt64) -> StoredSession? {
        state.withLock { state in
            guard let entry = state.entries[id], !isOver(entry, now) else { return nil }
            return Self.answer(entry, since: known)
        }
    }

    /// Grants a lease, if the answer is known without reading the file; otherwise returns `nil`.
    func begin(_ id: SessionID, since known: Revision?, now: UInt64) -> LeaseResult? {
        state.withLock { state in
            guard let entry = state.entries[id], !isOver(entry, now), entry.pending == nil else { return nil }
            guard let answer = Self.answer(entry, since: known) else { return nil }
            let token = state.next()
            state.entries[id]?.token = token
            return .granted(Lease(of: id, token: token), answer)
        }
    }

    private static func answer(_ entry: Entry, since known: Revision?) -> StoredSession? {
        guard let log = entry.state.log else { return .missing }
        return log.revision == known ? .unchanged : nil
    }

    /// Returns true if the session's life has ended. Its entry is read again, because the file decides.
    func isOver(_ entry: Entry, _ now: UInt64) -> Bool {
        entry.pending == nil && now > entry.lastUse && now - entry.lastUse > lifetime
    }

    // MARK: - Reading

    /// Returns the mark of a session whose file is about to be read.
    func mark(_ id: SessionID) -> Mark {
        state.withLock { state in
            guard let entry = state.entries[id] else { return Mark(version: state.lastDrop, isPending: false) }
            return Mark(version: entry.version, isPending: entry.pending != nil)
        }
    }

    /// Returns true if nothing changed since `mark`.
    func isValid(_ mark: Mark, of id: SessionID) -> Bool {
        let present = self.mark(id)
        return present.version == mark.version && !present.isPending
    }

    /// Notes what was read, and grants a lease on request.
    ///
    /// - Returns: the lease, if one was requested, and whether a torn file was found for the first time. `nil` if the
    ///   session was changed since `mark`; then the file must be read again.
    func note(
        _ stored: StoredLog, of file: SessionFile, _ id: SessionID, mark: Mark, granting: Bool, now: UInt64
    ) -> (lease: Lease?, isNewlyTorn: Bool)? {
        state.withLock { state in
            let earlier = state.entries[id]
            guard mark.version == earlier?.version ?? state.lastDrop, earlier?.pending == nil else { return nil }
            let isTorn = stored.state.log?.condition == .torn
            let isNewlyTorn = isTorn && earlier?.state.log?.condition != .torn
            guard granting || earlier != nil || stored.state.log != nil else { return (nil, isNewlyTorn) }
            let isSame = earlier != nil && earlier?.state.log == stored.state.log
            let version = isSame ? mark.version : state.next()
            var entry = Entry(file: file, state: stored.state, lastUse: min(stored.modified, now), version: version)
            if stored.state.log == nil { entry.lastUse = now }
            if earlier?.state.log?.condition == .needsRewrite { entry.state.log?.condition = .needsRewrite }
            // If another program changed the file, the lease ends.
            if let earlier, earlier.state.log?.revision == stored.state.log?.revision { entry.token = earlier.token }
            if granting { entry.token = state.next() }
            insert(entry, for: id, &state)
            return (granting ? Lease(of: id, token: entry.token) : nil, isNewlyTorn)
        }
    }

    // MARK: - Dropping

    /// Inserts an entry, and drops others if there are too many.
    func insert(_ entry: Entry, for id: SessionID, _ state: inout State) {
        state.entries[id] = entry
        guard state.entries.count > bound else { return }
        drop(toHalf: &state) { $0.pending == nil && $0.token == 0 }
        if state.entries.count > bound { drop(toHalf: &state) { $0.pending == nil && $0.version != entry.version } }
    }

    private func drop(toHalf state: inout State, _ isDroppable: (Entry) -> Bool) {
        var surplus = state.entries.count - bound / 2
        state.entries = state.entries.filter { _, entry in
            guard surplus > 0, isDroppable(entry) else { return true }
            surplus -= 1
            return false
        }
        state.lastDrop = state.next()
    }

    /// Drops the sessions whose life has ended.
    func dropExpired(now: UInt64) {
        state.withLock { state in
            let count = state.entries.count
            state.entries = state.entries.filter { !isOver($0.value, now) }
            if state.entries.count < count { state.lastDrop = state.next() }
        }
    }

    // MARK: - Leases

    /// Returns true if the lease is the last one of its session.
    func isLast(_ lease: Lease) -> Bool { state.withLock { $0.entries[lease.id]?.token == lease.token } }

    /// Ends a lease.
    func release(_ lease: Lease) {
        state.withLock { state in
            guard let entry = state.entries[lease.id], entry.token == lease.token else { return }
            if entry.state.log == nil, entry.pending == nil, entry.state.cost == 0 {
                // An id that is not in use needs no entry: requests with such ids must not displace sessions.
                state.entries[lease.id] = nil
                state.lastDrop = state.next()
            } else {
                state.entries[lease.id]?.token = 0
            }
        }
    }

    /// Notes a use of a session.
    func touch(_ id: SessionID, now: UInt64) { state.withLock { $0.entries[id]?.lastUse = now } }
}
