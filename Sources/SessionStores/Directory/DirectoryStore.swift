import SystemCalls

/// Keeps each session in a file of one directory, so that no acknowledged action is lost when the process is killed or
/// the power fails.
///
/// ```swift
/// let store = try DirectoryStore(at: "/var/lib/cairn") { work in pool.submit(work) }
/// ```
/// A change is appended to the session's file and synchronized before it is acknowledged; a checkpoint replaces the
/// file. File names are hashes, because session ids are secrets. The store creates the directory and its folders with
/// mode 0700 and files with 0600, for the owner only.
package final class DirectoryStore: SessionStore {
    /// Runs blocking work on another thread. It can refuse the work by dropping the closure.
    package typealias Run = RunBlocking

    let directory: SessionDirectory
    let known: KnownSessions
    private let report: @Sendable (String) -> Void
    /// The write queues. Each folder belongs to one of them, which keeps the order of a session's changes.
    private let changing: [WriteQueue]
    /// The read queues, separate so that loading does not wait for changes of other sessions.
    private let reading: [WriteQueue]

    /// Opens the directory at `path`. Blocks on the disk, so call it at start, before the first request.
    ///
    /// Creates the directory if it is missing, but not its parent, so that a mistyped path is noticed. Removes
    /// temporary files of a crashed process and migrates the files of earlier releases.
    /// - Parameters:
    ///   - path: the directory; keep nothing else in it.
    ///   - idle: the idle timeout of a session; after five quarters of it a file counts as missing. `nil` means no
    ///     limit.
    ///   - limit: the maximum size of a checkpoint, in bytes. A file can have four times this size.
    ///   - space: the disk quota, which several stores can share.
    ///   - threads: the maximum number of threads that save, and of those that load, at the same time.
    ///   - knownLimit: the number of sessions in memory above which some are read from the disk again.
    ///   - report: called with a message for the log when a file has an incomplete change.
    ///   - run: runs blocking work on another thread, such as one of a pool.
    /// - Throws: ``StoreError`` if the directory cannot be created, written or locked.
    package init(
        at path: String, idle: Duration? = nil, limit: Int = 1 << 20, space: StoreSpace = StoreSpace(),
        threads: Int = 2, knownLimit: Int = 100_000, report: @escaping @Sendable (String) -> Void = { _ in },
        run: @escaping Run
    ) throws(StoreError) {
        let lifetime = idle.map { $0.nanoseconds + $0.nanoseconds / 4 } ?? .max
        let directory = try SessionDirectory(at: path, limit: limit, lifetime: lifetime, space: space)
        self.directory = directory
        self.report = report
        known = KnownSessions(bound: knownLimit, lifetime: lifetime)
        changing = (0..<max(1, threads)).map { _ in WriteQueue(directory, run: run) }
        reading = (0..<max(1, threads)).map { _ in WriteQueue(directory, run: run) }
    }

    /// Refuses further work, waits for the work in the queues, and unlocks the directory. A process that is killed
    /// without closing loses no acknowledged change.
    package func close() async {
        for queue in changing + reading { await queue.finish() }
        directory.unlock()
    }

    /// Returns true if there is space for a new session of this network.
    package func hasRoom(for network: UInt64?) -> Bool { directory.space.hasRoom(for: network) }

    // MARK: - Reading

    package func load(_ id: SessionID, since revision: Revision?) async throws -> StoredSession {
        if let answer = known.load(id, since: revision, now: SystemClock.wall) { return answer }
        return try await read(id, granting: false).stored.since(revision)
    }

    package func begin(_ id: SessionID, since revision: Revision?) async throws -> LeaseResult {
        if let answer = known.begin(id, since: revision, now: SystemClock.wall) { return answer }
        let (stored, lease) = try await read(id, granting: true)
        guard let lease else { throw StoreError(.system, operation: "begin", path: directory.path) }
        return .granted(lease, stored.since(revision))
    }

    /// The result of one attempt to read a file.
    private enum Attempt: Sendable {
        case read(StoredLog, Lease?, isNewlyTorn: Bool)
        /// The session was changed at the same time.
        case changed
    }

    /// Reads a session's file, and grants a lease on request.
    private func read(
        _ id: SessionID, granting: Bool
    ) async throws(StoreError) -> (stored: StoredLog, lease: Lease?) {
        let (directory, known, file) = (directory, known, known.file(of: id) ?? SessionFile(id))
        var queues = known.mark(id).isPending ? changing : reading
        while true {
            let attempt = try await perform(in: queue(of: file.folderNumber, among: queues)) {
                () throws(StoreError) in
                try Self.attempt(file, id, granting: granting, in: directory, known)
            }
            guard case .read(let stored, let lease, let isNewlyTorn) = attempt else {
                // Wait for the change, which is in a write queue.
                queues = changing
                continue
            }
            if isNewlyTorn { reportTorn(file, stored) }
            return (stored, lease)
        }
    }

    private static func attempt(
        _ file: SessionFile, _ id: SessionID, granting: Bool, in directory: SessionDirectory, _ known: KnownSessions
    ) throws(StoreError) -> Attempt {
        let mark = known.mark(id)
        if mark.isPending { return .changed }
        let now = SystemClock.wall
        let stored: StoredLog
        // A session that this process knows is on the disk.
        let synchronizes = known.file(of: id) == nil
        do { stored = try directory.read(file, now: now, synchronizes: synchronizes) } catch {
            // A file that changes while it is read can seem damaged.
            guard known.isValid(mark, of: id) else { return .changed }
            throw error
        }
        guard let noted = known.note(stored, of: file, id, mark: mark, granting: granting, now: now) else {
            return .changed
        }
        return .read(stored, noted.lease, isNewlyTorn: noted.isNewlyTorn)
    }

    private func reportTorn(_ file: SessionFile, _ stored: StoredLog) {
        report(
            "load \(directory.path(of: file)): the last \(stored.tornCount) bytes are not a complete change, as after "
                + "a crash; they are ignored, and the next change overwrites them")
    }

    // MARK: - Leases

    package func renew(_ lease: Lease) async throws -> Bool { known.isLast(lease) }

    package func release(_ lease: Lease) { known.release(lease) }

    package func touch(_ id: SessionID) {
        let (directory, now) = (directory, SystemClock.wall)
        let file = known.file(of: id) ?? SessionFile(id)
        known.touch(id, now: now)
        let job = WriteQueue.Job(
            perform: { try? directory.folder(file.folderNumber)?.setTime(of: file.name, to: now) }, refuse: { _ in })
        queue(of: file.folderNumber, among: reading).add(.job(job))
    }

    // MARK: - Removing

    package func remove(_ id: SessionID) async throws {
        let file = known.file(of: id) ?? SessionFile(id)
        known.beginRemoving(id)
        let (queue, known) = (queue(of: file.folderNumber, among: changing), known)
        let failure: StoreError? = await withCheckedContinuation { continuation in
            queue.add(
                .change(
                    FileChange(.remove, of: file, in: .missing, admission: .always) { outcome in
                        known.finishRemoving(id, with: outcome.error)
                        continuation.resume(returning: outcome.error)
                    }))
        }
        if let failure { throw failure }
    }

    package func removeExpired() async throws {
        let directory = directory
        var failure: StoreError?
        // Run in the folder's write queue, so that no session is removed while it is changed.
        for number in SessionFile.folders.indices {
            do throws(StoreError) {
                try await perform(in: queue(of: number, among: changing)) { () throws(StoreError) in
                    try directory.removeExpired(inFolder: number, now: SystemClock.wall)
                }
            } catch { failure = error }
        }
        known.dropExpired(now: SystemClock.wall)
        if let failure { throw failure }
    }

    /// Returns the number of stored sessions, including damaged ones.
    package func count() async throws -> Int {
        let directory = directory
        var count = 0
        for number in SessionFile.folders.indices {
            count += try await perform(in: queue(of: number, among: reading)) { () throws(StoreError) in
                try directory.names(inFolder: number).count
            }
        }
        return count
    }

    // MARK: - Queues

    private func queue(of folder: Int, among queues: [WriteQueue]) -> WriteQueue { queues[folder % queues.count] }

    /// Returns the write queue of a session's file.
    func writeQueue(of file: SessionFile) -> WriteQueue { queue(of: file.folderNumber, among: changing) }

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
