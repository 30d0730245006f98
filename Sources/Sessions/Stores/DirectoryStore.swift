import Glibc

/// Keeps each session in a file of one directory, so that no acknowledged action is lost when the process is killed or
/// the power fails (DESIGN D11).
///
/// ```swift
/// let store = try DirectoryStore(at: "/var/lib/cairn") { work in pool.submit(work) }
/// try await store.save(bytes, for: id)
/// ```
/// A save writes another file, waits until it is on the disk and renames it, so a reader sees the old bytes or the new
/// ones. Names of files are hashes of the names of sessions, which are secrets; the directory and its folders are made for
/// their owner alone (0700), the files too (0600).
public final class DirectoryStore: SessionStore {
    /// Gives work that may wait for a disk to a thread that may wait. It may refuse by letting go of the work.
    public typealias Run = @Sendable (_ work: @escaping @Sendable () -> Void) -> Void

    private let directory: SessionDirectory
    private let idle: UInt64
    /// A folder belongs to one lane, so changes of one session are made in their order.
    private let changing: [Lane]
    /// Reading does not wait behind what is saved.
    private let reading: [Lane]

    /// Opens the directory at `path`, waiting for the disk; to be called at start, before there are visitors.
    ///
    /// It is made if it is missing, but not the one above it: a mistyped path should be noticed. What a crash left of
    /// unfinished saves is removed; what earlier programs wrote is written anew.
    /// - Parameters:
    ///   - path: the directory; nothing else should be kept in it.
    ///   - idle: how long a session is kept without being used, in nanoseconds; an older file is as good as none.
    ///   - limit: the most bytes of one session; a larger file is taken as damaged.
    ///   - space: the room for files, which several stores may share.
    ///   - threads: the most threads that save, and that load, at a time.
    ///   - run: gives work to a thread that may wait, such as one of a pool.
    /// - Throws: ``StoreError`` if the directory cannot be made, written or locked.
    public init(
        at path: String, idle: UInt64 = .max, limit: Int = 1 << 20, space: StoreSpace = StoreSpace(), threads: Int = 2,
        run: @escaping Run
    ) throws(StoreError) {
        let directory = try SessionDirectory(at: path, limit: limit, space: space)
        self.directory = directory
        self.idle = idle
        changing = (0..<max(1, threads)).map { _ in Lane(directory, run: run) }
        reading = (0..<max(1, threads)).map { _ in Lane(directory, run: run) }
    }

    /// Takes no more work, waits for what was begun, and lets another process have the directory. A process that is
    /// killed instead loses nothing that was acknowledged.
    public func close() async {
        for lane in changing + reading { await lane.finish() }
        directory.unlock()
    }

    /// The bytes that were saved last for `id`; `nil` if there are none.
    ///
    /// - Throws: ``StoreError``; with the code `damaged` if what is there was not saved so: a broken or foreign file, a
    ///   symbolic link, or one that is too large. It stays for a look until it expires or is saved anew.
    public func load(_ id: SessionID) async throws(StoreError) -> [UInt8]? {
        let (directory, idle, file) = (directory, idle, SessionFile(id))
        return try await perform(in: lane(of: file.folder, among: reading)) { () throws(StoreError) in
            try directory.load(file, idle: idle, now: wallClock())
        }
    }

    /// Whether a new session of this network would find room now.
    public func hasRoom(for network: UInt64?) -> Bool { directory.space.hasRoom(for: network) }

    /// Replaces the bytes of `id`; once it returns they are on the disk.
    ///
    /// - Throws: ``StoreError``; then the earlier bytes or the new ones stand.
    public func save(
        _ bytes: [UInt8], for id: SessionID, from network: UInt64?, _ admission: StoreSpace.Admission
    ) async throws(StoreError) {
        guard bytes.count <= directory.limit else {
            throw StoreError(
                .tooLarge, operation: "save", path: "\(directory.path)/\(SessionFile(id).path)",
                detail: "\(bytes.count) bytes, and \(directory.limit) are allowed")
        }
        try await change(id, to: Change.Content(bytes: bytes, network: network, admission: admission))
    }

    /// Forgets `id`; once it returns it is gone from the disk. A session that is not there is no error.
    public func remove(_ id: SessionID) async throws(StoreError) { try await change(id, to: nil) }

    /// Removes the sessions that were not used for longer than `idle` nanoseconds; see ``SessionStore``.
    @discardableResult
    public func removeExpired(
        idle: UInt64, inMemory: @escaping @Sendable () -> [(id: SessionID, sinceUse: UInt64)]
    ) async throws(StoreError) -> Int {
        let directory = directory
        // A hundred thousand names take a tenth of a second to hash: not on an event loop, and not in a lane.
        let sinceUse = await Task.detached {
            Dictionary(inMemory().map { (SessionFile($0.id), $0.sinceUse) }) { min($0, $1) }
        }.value
        var count = 0
        // In the lane that saves there, so that none is removed that is saved at the same time.
        for folder in SessionFile.folders {
            count += try await perform(in: lane(of: folder, among: changing)) { () throws(StoreError) in
                try directory.removeExpired(in: folder, idle: idle, now: wallClock(), sinceUse: sinceUse)
            }
        }
        return count
    }

    /// The number of sessions kept, damaged ones included.
    public func count() async throws(StoreError) -> Int {
        let directory = directory
        var count = 0
        for folder in SessionFile.folders {
            count += try await perform(in: lane(of: folder, among: reading)) { () throws(StoreError) in
                try directory.names(in: folder).count
            }
        }
        return count
    }

    // MARK: - Lanes

    private func lane(of folder: String, among lanes: [Lane]) -> Lane {
        lanes[SessionFile.number(ofFolder: folder) % lanes.count]
    }

    private func change(_ id: SessionID, to content: Change.Content?) async throws(StoreError) {
        let file = SessionFile(id)
        let lane = lane(of: file.folder, among: changing)
        let result: Result<Void, StoreError> = await withCheckedContinuation { continuation in
            lane.add(.change(Change(content: content, file: file) { continuation.resume(returning: $0) }))
        }
        try result.get()
    }

    private func perform<Value: Sendable>(
        in lane: Lane, _ body: @escaping @Sendable () throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        let result: Result<Value, StoreError> = await withCheckedContinuation { continuation in
            lane.add(
                .job(
                    Lane.Job(
                        perform: { continuation.resume(returning: Result(catching: body)) },
                        refuse: { continuation.resume(returning: .failure($0)) })))
        }
        return try result.get()
    }
}

/// Nanoseconds since 1970, as files have them.
private func wallClock() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return time.nanoseconds
}
