import Sessions
import Synchronization

/// A store in memory whose loads and saves fail on demand; its sessions outlive the tables.
final class Shelf: SessionStore {
    let kept = Mutex<[SessionID: [UInt8]]>([:])
    let isFull = Mutex(false)

    var names: Set<SessionID> { kept.withLock { Set($0.keys) } }

    func load(_ id: SessionID) async throws -> [UInt8]? {
        if isFull.withLock(\.self) { throw StoreError(.system, operation: "load", path: "shelf") }
        return kept.withLock { $0[id] }
    }

    func save(
        _ bytes: [UInt8], for id: SessionID, from network: UInt64?, _ admission: StoreSpace.Admission
    ) async throws {
        if isFull.withLock(\.self) { throw StoreError(.noSpace, operation: "save", path: "shelf") }
        kept.withLock { $0[id] = bytes }
    }

    func remove(_ id: SessionID) async throws { kept.withLock { $0[id] = nil } }

    func removeExpired(
        idle: Duration, inMemory: @escaping @Sendable () -> [(id: SessionID, sinceUse: Duration)]
    ) async throws -> Int { 0 }

    func count() async throws -> Int { kept.withLock(\.count) }
}
