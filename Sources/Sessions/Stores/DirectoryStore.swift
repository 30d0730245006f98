import SystemCalls

/// Keeps each session in a file of one directory, so that no acknowledged action is lost when the process is killed or
/// the power fails.
///
/// ```swift
/// let store = try DirectoryStore(at: "/var/lib/cairn") { work in pool.submit(work) }
/// try await store.save(bytes, for: id)
/// ```
/// A save writes a temporary file, waits until it is on the disk and renames it, so a reader sees the old bytes or the
/// new ones. File names are hashes, because session ids are secrets. The store creates the directory and its folders
/// with mode 0700 and files with 0600, for the owner only.
package final class DirectoryStore: SessionStore {
    /// Runs blocking work on another thread. It can refuse the work by dropping the closure.
    package typealias Run = @Sendable (_ work: @escaping @Sendable () -> Void) -> Void

    private let directory: SessionDirectory
    /// The idle timeout in nanoseconds.
    private let idle: UInt64
    /// The write queues. Each folder belongs to one of them, which keeps the order of a session's changes.
    private let changing: [WriteQueue]
    /// The read queues, separate so that loading does not wait for saves.
    private let reading: [WriteQueue]

    /// Opens the directory at `path`. Blocks on the disk, so call it at start, before the first request.
    ///
    /// Creates the directory if it is missing, but not its parent, so that a mistyped path is noticed. Removes
    /// temporary files of a crashed process and migrates the files of earlier releases.
    /// - Parameters:
    ///   - path: the directory; keep nothing else in it.
    ///   - idle: the idle timeout of a session; an older file counts as missing. `nil` means no limit.
    ///   - limit: the maximum size of one session, in bytes; a larger file counts as damaged.
    ///   - space: the disk quota, which several stores can share.
    ///   - threads: the maximum number of threads that save, and of those that load, at the same time.
    ///   - run: runs blocking work on another thread, such as one of a pool.
    /// - Throws: ``StoreError`` if the directory cannot be created, written or locked.
    package init(
        at path: String, idle: Duration? = nil, limit: Int = 1 << 20, space: StoreSpace = StoreSpace(),
        threads: Int = 2, run: @escaping Run
    ) throws(StoreError) {
        let directory = try SessionDirectory(at: path, limit: limit, space: space)
        self.directory = directory
        self.idle = idle?.nanoseconds ?? .max
        changing = (0..<max(1, threads)).map { _ in WriteQueue(directory, run: run) }
        reading = (0..<max(1, threads)).map { _ in WriteQueue(directory, run: run) }
    }

    /// Refuses further work, waits for the work in the queues, and unlocks the directory. A process that is killed
    /// without closing loses no acknowledged save.
    package func close() async {
        for queue in changing + reading { await queue.finish() }
        directory.unlock()
    }

    /// Returns the bytes that were last saved for `id`; `nil` if there are none or they have expired.
    ///
    /// - Throws: ``StoreError``; with the code `damaged` for a damaged or foreign file, a symbolic link, or a file that
    ///   is too large. The file is kept for diagnosis until it expires or the session is saved again.
    package func load(_ id: SessionID) async throws(StoreError) -> [UInt8]? {
        let (directory, idle, file) = (directory, idle, SessionFile(id))
        return try await perform(in: queue(of: file.folder, among: reading)) { () throws(StoreError) in
            try directory.load(file, idle: idle, now: SystemClock.wall)
        }
    }

    /// Returns true if there is space for a new session of this network.
    package func hasRoom(for network: UInt64?) -> Bool { directory.space.hasRoom(for: network) }

    /// Replaces the bytes of `id`; once it returns they are on the disk.
    ///
    /// - Throws: ``StoreError``; then either the earlier bytes or the new ones are kept.
    package func save(
        _ bytes: [UInt8], for id: SessionID, from network: UInt64?, _ admission: StoreSpace.Admission
    ) async throws(StoreError) {
        guard bytes.count <= directory.limit else {
            throw StoreError(
                .tooLarge, operation: "save", path: "\(directory.path)/\(SessionFile(id).path)",
                detail: "\(bytes.count) bytes exceed the limit of \(directory.limit)")
        }
        try await change(id, to: Change.Content(bytes: bytes, network: network, admission: admission))
    }

    /// Removes `id`; once it returns the removal is durable. A missing session is not an error.
    package func remove(_ id: SessionID) async throws(StoreError) { try await change(id, to: nil) }

    /// Removes the sessions that were not used for longer than `idle`; see ``SessionStore``.
    @discardableResult
    package func removeExpired(
        idle: Duration, inMemory: @escaping @Sendable () -> [(id: SessionID, sinceUse: Duration)]
    ) async throws(StoreError) -> Int {
        let (directory, idle) = (directory, idle.nanoseconds)
        // Hashing 100,000 ids takes 0.1 s: do not block an event loop or a queue with it.
        let sinceUse = await Task.detached {
            Dictionary(inMemory().map { (SessionFile($0.id), $0.sinceUse.nanoseconds) }) { min($0, $1) }
        }.value
        var count = 0
        // Run in the folder's write queue, so that no session is removed while it is saved.
        for folder in SessionFile.folders {
            count += try await perform(in: queue(of: folder, among: changing)) { () throws(StoreError) in
                try directory.removeExpired(in: folder, idle: idle, now: SystemClock.wall, sinceUse: sinceUse)
            }
        }
        return count
    }

    /// Returns the number of stored sessions, including damaged ones, and of stored endings.
    package func count() async throws(StoreError) -> Int {
        let directory = directory
        var count = 0
        for folder in SessionFile.folders {
            count += try await perform(in: queue(of: folder, among: reading)) { () throws(StoreError) in
                try directory.names(in: folder).count
            }
        }
        return count
    }

    // MARK: - Queues

    private func queue(of folder: String, among queues: [WriteQueue]) -> WriteQueue {
        queues[SessionFile.number(ofFolder: folder) % queues.count]
    }

    private func change(_ id: SessionID, to content: Change.Content?) async throws(StoreError) {
        let file = SessionFile(id)
        let queue = queue(of: file.folder, among: changing)
        let result: Result<Void, StoreError> = await withCheckedContinuation { continuation in
            queue.add(.change(Change(content: content, file: file) { continuation.resume(returning: $0) }))
        }
        try result.get()
    }

    private func perform<Value: Sendable>(
        in queue: WriteQueue, _ body: @escaping @Sendable () throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        let result: Result<Value, StoreError> = await withCheckedContinuation { continuation in
            queue.add(
                .job(
                    WriteQueue.Job(
                        perform: { continuation.resume(returning: Result(catching: body)) },
                        refuse: { continuation.resume(returning: .failure($0)) })))
        }
        return try result.get()
    }
}
