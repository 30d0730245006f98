import Cairn
import Synchronization

/// A store in memory, as a program outside of this package writes it: its sessions outlive the server.
///
/// Several stores on the same ``Data`` are nodes of one shared store, like processes that use one database.
final class MemoryStore: SessionStore {
    /// The sessions and their leases.
    final class Data: Sendable {
        struct Entry {
            /// The elements since the last checkpoint; empty if there is only a lease.
            var log: [LogElement] = []
            /// The last lease; `nil` once it was used or released. Its end only lets other nodes take it.
            var lease: (token: UInt64, node: ObjectIdentifier, end: ContinuousClock.Instant)?
            var lastUse: ContinuousClock.Instant

            func session(since known: Revision?) -> StoredSession {
                if log.isEmpty { return .missing }
                guard let position = log.firstIndex(where: { $0.revision == known }) else { return .whole(log) }
                return position == log.count - 1 ? .unchanged : .tail(Array(log[(position + 1)...]))
            }
        }

        let entries = Mutex<[SessionID: Entry]>([:])
        let lastToken = Atomic<UInt64>(0)
        let followers = StoreFollowers()
        let now: @Sendable () -> ContinuousClock.Instant

        init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.now = now }
    }

    /// The error of a store that is unreadable.
    struct Unreadable: Error {}

    let isShared: Bool
    /// While true, loads and begins fail with an error of this store.
    let isUnreadable = Atomic(false)
    /// Runs before the store closes.
    let closing = Mutex<@Sendable () async -> Void>({})
    private let closed = Mutex(false)
    let data: Data
    private let idleTimeout: Duration
    private var node: ObjectIdentifier { ObjectIdentifier(self) }

    /// Creates a node on the data of other nodes, or the only store on its own data.
    init(sharing shared: Data? = nil, idleTimeout: Duration = .seconds(3_600)) {
        (data, isShared) = (shared ?? Data(), shared != nil)
        self.idleTimeout = idleTimeout
    }

    var isClosed: Bool { closed.withLock(\.self) }

    func load(_ id: SessionID, since known: Revision?) async throws -> StoredSession {
        if isUnreadable.load(ordering: .relaxed) { throw Unreadable() }
        return data.entries.withLock { $0[id]?.session(since: known) ?? .missing }
    }

    func begin(_ id: SessionID, since known: Revision?) async throws -> LeaseResult {
        if isUnreadable.load(ordering: .relaxed) { throw Unreadable() }
        let now = data.now()
        return data.entries.withLock { entries in
            var entry = entries[id] ?? Data.Entry(lastUse: now)
            if let lease = entry.lease, lease.node != node, lease.end > now { return .busy(remaining: lease.end - now) }
            let token = data.lastToken.add(1, ordering: .relaxed).newValue
            entry.lease = (token, node, now + Lease.duration)
            entries[id] = entry
            return .granted(Lease(of: id, token: token), entry.session(since: known))
        }
    }

    func commit(_ change: SessionChange, under lease: Lease) async throws -> CommitResult {
        let now = data.now()
        defer { data.followers.notify(of: lease.id) }
        return try data.entries.withLock { entries in
            let current = entries[lease.id]?.log.last?.revision
            let taken = change.newID.flatMap { entries[$0]?.log.last?.revision }
            // The same new id was committed before.
            if current == nil, taken == change.element.revision { return .overtaken(by: taken) }
            guard var entry = entries[lease.id], entry.lease?.token == lease.token, change.expected == current
            else { return .overtaken(by: current) }
            switch change.content {
            case .append(let element) where current != nil && change.newID == nil: entry.log.append(element)
            case .replace(let element) where taken == nil: entry.log = [element]
            default: throw StoreError(.system, operation: "commit", path: "the store", detail: "not possible here")
            }
            entry.lastUse = now
            if !change.keepsLease || change.newID != nil { entry.lease = nil }
            entries[lease.id] = nil
            entries[change.newID ?? lease.id] = entry
            return .done
        }
    }

    func renew(_ lease: Lease) async throws -> Bool {
        data.entries.withLock { entries in
            guard entries[lease.id]?.lease?.token == lease.token else { return false }
            entries[lease.id]?.lease?.end = data.now() + Lease.duration
            return true
        }
    }

    func release(_ lease: Lease) {
        data.entries.withLock { if $0[lease.id]?.lease?.token == lease.token { $0[lease.id]?.lease = nil } }
    }

    func touch(_ id: SessionID) { data.entries.withLock { $0[id]?.lastUse = data.now() } }

    func remove(_ id: SessionID) async throws {
        data.entries.withLock { $0[id] = nil }
        data.followers.notify(of: id)
    }

    func follow(_ id: SessionID, _ changed: @escaping @Sendable (Bool) -> Void) -> (any Sendable)? {
        data.followers.follow(id, changed)
    }

    func removeExpired() async throws {
        let earliest = data.now() - idleTimeout * 5 / 4
        data.entries.withLock { entries in entries = entries.filter { $0.value.lastUse > earliest } }
    }

    func count() async throws -> Int { data.entries.withLock { entries in entries.values.count { !$0.log.isEmpty } } }

    func close() async {
        await closing.withLock(\.self)()
        closed.withLock { $0 = true }
    }
}
