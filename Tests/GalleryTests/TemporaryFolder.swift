import Foundation
import Cairn
import Synchronization

/// A temporary folder for sessions and shared data. It is deleted with its last reference.
final class TemporaryFolder: Sendable {
    let path = FileManager.default.temporaryDirectory.appending(path: "cairn-shared-\(UUID().uuidString)").path

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// A store of shared logs whose disk can be full.
final class FullDisk: EventStore {
    private let base = MemoryEventStore()
    private let full = Mutex(false)

    var isFull: Bool {
        get { full.withLock(\.self) }
        set { full.withLock { $0 = newValue } }
    }

    func read(_ log: String, after known: Revision?) async throws -> StoredEvents {
        try await base.read(log, after: known)
    }

    func append(_ record: LogElement, to log: String, after expected: Revision?) async throws -> CommitResult {
        guard !isFull else { throw StoreError(.noSpace, operation: "write", path: log) }
        return try await base.append(record, to: log, after: expected)
    }

    func compact(_ log: String, to checkpoint: LogElement) async throws { try await base.compact(log, to: checkpoint) }

    func follow(_ log: String, _ notify: @escaping @Sendable (Revision?) -> Void) -> EventSubscription {
        base.follow(log, notify)
    }
}
