public import SessionStores
import Synchronization

/// Keeps logs in the memory of the process. A test can open the logs of several nodes in one store.
public final class MemoryEventStore: EventStore {
    private let logs: Mutex<[String: EventRecords]>
    private let followers = EventFollowers()

    /// Creates a store without records.
    public init() { logs = Mutex([:]) }

    /// Creates a store with these logs.
    init(_ records: [String: EventRecords]) { logs = Mutex(records) }

    /// Returns a store with the same logs, but with those of `numbers` as they were when their last revision had that
    /// number, and the names of those whose checkpoint is newer, which are complete.
    package func copy(upTo numbers: [String: UInt64]) -> (store: MemoryEventStore, isNewer: [String]) {
        var copies = logs.withLock(\.self)
        var isNewer: [String] = []
        for (name, number) in numbers.sorted(by: { $0.key < $1.key }) {
            if let earlier = copies[name, default: EventRecords()].upTo(number) {
                copies[name] = earlier
            } else {
                isNewer.append(name)
            }
        }
        return (MemoryEventStore(copies), isNewer)
    }

    /// Returns what a copy of the log lacks.
    public func read(_ log: String, after known: Revision?) async throws -> StoredEvents {
        logs.withLock { ($0[log] ?? EventRecords()).since(known) }
    }

    /// Appends a record if the last revision of the log is `expected`.
    public func append(_ record: LogElement, to log: String, after expected: Revision?) async throws -> CommitResult {
        guard record.bytes.count <= EventLimits.record else {
            throw StoreError(.tooLarge, operation: "append to", path: log)
        }
        let result = logs.withLock { logs -> CommitResult in
            let last = logs[log]?.last
            guard last == expected else { return .overtaken(by: last) }
            logs[log, default: EventRecords()].records.append(record)
            return .done
        }
        if result == .done { followers.notify(log, last: record.revision) }
        return result
    }

    /// Replaces the records up to the revision of the checkpoint.
    public func compact(_ log: String, to checkpoint: LogElement) async throws {
        guard checkpoint.bytes.count <= EventLimits.checkpoint else {
            throw StoreError(.tooLarge, operation: "compact", path: log)
        }
        logs.withLock { logs in
            if let compacted = logs[log]?.compacted(to: checkpoint) { logs[log] = compacted }
        }
    }

    /// Calls `notify` after each append, until the subscription is released.
    public func follow(
        _ log: String, _ notify: @escaping @Sendable (_ last: Revision?) -> Void
    ) -> EventSubscription { followers.add(to: log, notify) }
}
