import Glibc
import SessionStores
import Sessions
import Synchronization

/// A session store that counts the time and the errors of another one. Used only if metrics are collected.
struct TimedStore: SessionStore {
    /// The operations that are measured.
    enum Operation: Int, CaseIterable {
        case load, begin, commit, confirm, renew, remove
    }

    private let store: any SessionStore
    private let time: any TimeSource
    private let times = StoreTimes()

    init(_ store: any SessionStore, time: any TimeSource) {
        self.store = store
        self.time = time
    }

    /// The times and the number of errors of an operation.
    func measured(_ operation: Operation) -> (times: HistogramValue, errors: Int) { times.measured(operation.rawValue) }

    private func measuring<Value>(
        _ operation: Operation, _ body: () async throws -> Value
    ) async throws -> Value {
        let began = time.now
        do {
            let value = try await body()
            times.note(operation.rawValue, time.now &- began)
            return value
        } catch {
            times.note(operation.rawValue, time.now &- began, hasFailed: !(error is CancellationError))
            throw error
        }
    }

    var isShared: Bool { store.isShared }

    func isOutdated(_ id: SessionID) -> Bool { store.isOutdated(id) }
    func follow(_ id: SessionID, _ changed: @escaping @Sendable (Bool) -> Void) -> (any Sendable)? {
        store.follow(id, changed)
    }

    func load(_ id: SessionID, since known: Revision?) async throws -> StoredSession {
        try await measuring(.load) { try await store.load(id, since: known) }
    }

    func reload(_ id: SessionID, since known: Revision?) async throws -> StoredSession {
        try await measuring(.load) { try await store.reload(id, since: known) }
    }

    func begin(_ id: SessionID, since known: Revision?) async throws -> LeaseResult {
        try await measuring(.begin) { try await store.begin(id, since: known) }
    }

    func commit(_ change: SessionChange, under lease: Lease) async throws -> CommitResult {
        try await measuring(.commit) { try await store.commit(change, under: lease) }
    }

    func confirm(_ id: SessionID) async throws {
        try await measuring(.confirm) { try await store.confirm(id) }
    }

    func renew(_ lease: Lease) async throws -> Bool {
        try await measuring(.renew) { try await store.renew(lease) }
    }

    func release(_ lease: Lease) { store.release(lease) }

    func touch(_ id: SessionID) { store.touch(id) }

    func remove(_ id: SessionID) async throws {
        try await measuring(.remove) { try await store.remove(id) }
    }

    func hasRoom(for network: UInt64?) -> Bool { store.hasRoom(for: network) }

    func removeExpired() async throws { try await store.removeExpired() }

    func count() async throws -> Int { try await store.count() }

    func close() async { await store.close() }
}

/// The times of a store's operations, in several parts, so that event loops seldom write the same cache line.
private final class StoreTimes: Sendable {
    /// The times and errors of all operations, as some threads counted them.
    private final class Part: Sendable {
        let times = InlineArray<6, Histogram> { _ in Histogram() }
        let errors = InlineArray<6, Atomic<Int>> { _ in Atomic(0) }
    }

    private static let partCount = 8
    private let parts = (0..<StoreTimes.partCount).map { _ in Part() }

    func note(_ operation: Int, _ nanoseconds: UInt64, hasFailed: Bool = false) {
        // Threads' stacks are a multiple of pages apart, so these bits differ between them.
        let part = parts[Int(truncatingIfNeeded: UInt(pthread_self()) >> 12) & (Self.partCount - 1)]
        part.times[operation].observe(nanoseconds)
        if hasFailed { part.errors[operation].wrappingAdd(1, ordering: .relaxed) }
    }

    func measured(_ operation: Int) -> (times: HistogramValue, errors: Int) {
        var (times, errors) = (HistogramValue(), 0)
        for part in parts {
            part.times[operation].add(to: &times)
            errors += part.errors[operation].load(ordering: .relaxed)
        }
        return (times, errors)
    }
}
