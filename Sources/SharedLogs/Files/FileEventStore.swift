package import SessionStores
import Synchronization

/// Keeps each log in a file of one directory. An appended record is on the disk before the call returns, so it survives
/// kill -9 and a power failure.
///
/// One process uses a directory. Blocking calls run on threads that the creator provides.
package final class FileEventStore: EventStore {
    private struct State {
        var files: [String: EventFile] = [:]
        var isClosed = false
    }

    private let directory: LockedDirectory
    private let state = Mutex(State())
    private let followers = EventFollowers()
    private let report: @Sendable (String) -> Void
    private let run: RunBlocking

    /// Opens the directory at `path`. Blocks on the disk, so call it at start.
    ///
    /// Creates the directory if it is missing, but not its parent.
    /// - Parameters:
    ///   - report: called with a message for the log when a file is damaged or has an incomplete record.
    ///   - run: runs blocking work on another thread, such as one of a pool.
    /// - Throws: ``StoreError`` if the directory cannot be created, written or locked.
    package init(
        at path: String, report: @escaping @Sendable (String) -> Void = { _ in }, run: @escaping RunBlocking
    ) throws(StoreError) {
        directory = try LockedDirectory(at: path)
        self.report = report
        self.run = run
        try LockedDirectory.removeTemporaries(in: directory.root, path: path)
    }

    package func read(_ log: String, after known: Revision?) async throws -> StoredEvents {
        let file = try file(of: log)
        if file.isCurrent(known) { return .unchanged }
        return try await perform { () throws(StoreError) in try file.read(after: known) }
    }

    package func append(_ record: LogElement, to log: String, after expected: Revision?) async throws -> CommitResult {
        let file = try file(of: log)
        let result = try await perform { () throws(StoreError) in try file.append(record, after: expected) }
        if result == .done { followers.notify(log, last: record.revision) }
        return result
    }

    package func compact(_ log: String, to checkpoint: LogElement) async throws {
        let file = try file(of: log)
        try await perform { () throws(StoreError) in try file.compact(to: checkpoint) }
    }

    package func follow(
        _ log: String, _ notify: @escaping @Sendable (_ last: Revision?) -> Void
    ) -> EventSubscription { followers.add(to: log, notify) }

    /// Waits for the calls that use the disk, and unlocks the directory.
    package func close() async {
        let files = state.withLock { state in
            state.isClosed = true
            return Array(state.files.values)
        }
        _ = try? await perform { () throws(StoreError) in for file in files { file.close() } }
        directory.unlock()
    }

    private func file(of log: String) throws(StoreError) -> EventFile {
        guard EventLimits.isName(log) else {
            throw StoreError(
                .system, operation: "open the log", path: "\"\(log)\"",
                detail: "a name has 1 to 64 lower-case letters, digits and hyphens")
        }
        let (isClosed, found) = state.withLock { state in
            if !state.isClosed, state.files[log] == nil {
                state.files[log] = EventFile(log, in: directory, report: report)
            }
            return (state.isClosed, state.files[log])
        }
        guard let found, !isClosed else { throw StoreError(.closed, operation: "use", path: directory.path) }
        return found
    }

    private func perform<Result: Sendable>(
        _ body: @escaping @Sendable () throws(StoreError) -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            let call = BlockingCall(body, resuming: continuation, path: directory.path)
            run { call.perform() }
        }
    }
}

/// A call on another thread. A full pool can drop its closure; then `deinit` throws, so that no caller waits forever.
private final class BlockingCall<Value: Sendable>: Sendable {
    private let body: @Sendable () throws(StoreError) -> Value
    private let continuation: CheckedContinuation<Value, any Error>
    private let path: String
    private let isPerformed = Atomic(false)

    init(
        _ body: @escaping @Sendable () throws(StoreError) -> Value,
        resuming continuation: CheckedContinuation<Value, any Error>, path: String
    ) {
        self.body = body
        self.continuation = continuation
        self.path = path
    }

    deinit {
        guard !isPerformed.load(ordering: .relaxed) else { return }
        continuation.resume(throwing: StoreError(.refused, operation: "use", path: path))
    }

    func perform() {
        guard !isPerformed.exchange(true, ordering: .relaxed) else { return }
        continuation.resume(with: Result { () throws(StoreError) in try body() }.mapError { $0 as any Error })
    }
}
