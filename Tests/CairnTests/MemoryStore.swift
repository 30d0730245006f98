import Cairn
import Synchronization

/// A store in memory, as a program outside of this package writes it: its sessions outlive the server.
final class MemoryStore: SessionStore {
    private struct Saved {
        let bytes: [UInt8]
        let time: ContinuousClock.Instant
    }

    private let sessions = Mutex<[SessionID: Saved]>([:])
    private let closed = Mutex(false)

    /// While true, loads fail with an error of this store.
    let isUnreadable = Atomic(false)

    struct Unreadable: Error {}

    var isClosed: Bool { closed.withLock(\.self) }

    func load(_ id: SessionID) async throws -> [UInt8]? {
        if isUnreadable.load(ordering: .relaxed) { throw Unreadable() }
        return sessions.withLock { $0[id]?.bytes }
    }

    func save(
        _ bytes: [UInt8], for id: SessionID, from network: UInt64?, _ admission: StoreSpace.Admission
    ) async throws {
        sessions.withLock { $0[id] = Saved(bytes: bytes, time: .now) }
    }

    func remove(_ id: SessionID) async throws { sessions.withLock { $0[id] = nil } }

    func removeExpired(
        idle: Duration, inMemory: @escaping @Sendable () -> [(id: SessionID, sinceUse: Duration)]
    ) async throws -> Int {
        let used = Dictionary(inMemory().map { ($0.id, $0.sinceUse) }) { first, _ in first }
        return sessions.withLock { sessions in
            let count = sessions.count
            sessions = sessions.filter { id, saved in (used[id] ?? (.now - saved.time)) <= idle }
            return count - sessions.count
        }
    }

    func count() async throws -> Int { sessions.withLock(\.count) }

    /// Runs before the store closes.
    let closing = Mutex<@Sendable () async -> Void>({})

    func close() async {
        await closing.withLock(\.self)()
        closed.withLock { $0 = true }
    }
}
