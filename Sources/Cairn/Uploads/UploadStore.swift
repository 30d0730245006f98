import CLinux
import Glibc
import NavigationKit
import SessionStores
import Sessions
import Sockets
import Synchronization
import SystemCalls

/// Temporary storage for uploaded files, in a folder that this process creates for the first file.
///
/// Each file has a random 128-bit name, so a form that is shown again can contain the name as an unguessable token.
final class UploadStore: Sendable {
    private let parent: String
    /// Maximum size of all files together, with their overhead, in bytes.
    private let room: Int
    /// The time for which an unreferenced file is kept, in nanoseconds.
    private let idle: UInt64
    private let time: @Sendable () -> UInt64
    /// Separate threads, so that writes to this disk do not delay sessions and static files.
    let pool = BlockingPool(threads: 2, queueLimit: maxQueueLength)
    private let state = Mutex(State())
    private let making = Mutex(())

    private struct State {
        var folder: (path: String, lock: Int32)?
        var files: [String: Kept] = [:]
        var bytes = 0
        var shares: [UInt64: Int] = [:]
        /// Files to be removed, and whether a thread is removing them. Until they are removed, they count toward the
        /// limits.
        var dropped: [(path: String, bytes: Int, network: UInt64?)] = []
        var isRemoving = false
        /// Number of pending writes per network.
        var waiting: [UInt64: Int] = [:]
    }

    private struct Kept {
        let file: UploadedFile
        let network: UInt64?
        var lastReferenced: UInt64
    }

    /// The reason why a file cannot be stored.
    enum Failure: Error, CustomStringConvertible {
        case full
        case system(String, Int32)
        case busy

        var description: String {
            switch self {
            case .full: "there is no space for more files; raise --upload-space, or wait until older ones expire"
            case .system(let path, let code): "\(path): \(String(cString: strerror(code)))"
            case .busy: "too many files are being written at once"
            }
        }
    }

    /// Overhead of a file in bytes: a block, its name and its entry in memory.
    private static let costOfFile = 4_096
    /// One network can use at most one eighth of the space and of the queue.
    private static let share = 8

    init(in parent: String?, room: Int, idle: UInt64, time: @escaping @Sendable () -> UInt64) {
        self.parent = parent ?? getenv("TMPDIR").map { String(cString: $0) } ?? P_tmpdir
        self.room = room
        self.idle = idle
        self.time = time
    }

    deinit {
        removeAll()
        pool.shutdown()
    }

    // MARK: - Space

    /// Reserves space for bytes that are about to be written.
    func reserve(_ bytes: Int, from network: UInt64?) throws(Failure) {
        let isFull = state.withLock { state in
            let own = network.map { state.shares[$0, default: 0] } ?? 0
            guard state.bytes + bytes <= room, own + bytes <= room / Self.share || network == nil else { return true }
            state.bytes += bytes
            if let network { state.shares[network] = own + bytes }
            return false
        }
        if isFull { throw .full }
    }

    private static func release(_ bytes: Int, to network: UInt64?, in state: inout State) {
        state.bytes -= bytes
        guard let network else { return }
        let left = state.shares[network, default: 0] - bytes
        state.shares[network] = left > 0 ? left : nil
    }

    // MARK: - Files

    /// Creates an empty file with a random name. Blocks on the disk.
    func make(from network: UInt64?) throws(Failure) -> (id: String, path: String) {
        try reserve(Self.costOfFile, from: network)
        do throws(Failure) {
            return try make(isSecondTry: false)
        } catch {
            state.withLock { Self.release(Self.costOfFile, to: network, in: &$0) }
            throw error
        }
    }

    private func make(isSecondTry: Bool) throws(Failure) -> (id: String, path: String) {
        let folder = try folder()
        let id = SessionID.random().description
        let path = folder + "/" + id
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor < 0 else {
            close(descriptor)
            return (id, path)
        }
        let code = errno
        guard code == ENOENT, !isSecondTry else { throw .system(path, code) }
        // The folder was removed, such as by another process. Forget it, unless another thread has already created a
        // new one.
        state.withLock { state in
            guard let gone = state.folder, gone.path == folder else { return }
            close(gone.lock)
            state.folder = nil
        }
        return try make(isSecondTry: true)
    }

    /// Queues the removal of a file that is not kept.
    func drop(_ path: String, _ byteCount: Int, _ network: UInt64?) {
        let mustStart = state.withLock { state in
            state.dropped.append((path, byteCount + Self.costOfFile, network))
            defer { state.isRemoving = true }
            return !state.isRemoving
        }
        guard mustStart, !pool.start({ self.removeDropped() }) else { return }
        // The next call of `drop` or `reap` tries again.
        state.withLock { $0.isRemoving = false }
    }

    /// Keeps a completely written file until it was not referenced for ``idle``.
    func keep(_ file: UploadedFile, from network: UInt64?) {
        state.withLock { $0.files[file.token] = Kept(file: file, network: network, lastReferenced: time()) }
    }

    /// Returns the kept files that these texts refer to by their tokens, and restarts their idle time.
    func files(in texts: some Sequence<String>) -> [String: UploadedFile] {
        var found: [String: UploadedFile] = [:]
        for text in texts where UploadedFile.name(inToken: text) != nil {
            state.withLock { state in
                guard let kept = state.files[text] else { return }
                state.files[text]?.lastReferenced = time()
                found[text] = kept.file
            }
        }
        return found
    }

    /// Removes files that were not referenced for too long, and dropped ones. Blocks on the disk.
    func reap() {
        let now = time()
        state.withLock { state in
            for kept in state.files.values where now.isLater(than: kept.lastReferenced, by: idle) {
                state.files[kept.file.token] = nil
                state.dropped.append((kept.file.path, kept.file.byteCount + Self.costOfFile, kept.network))
            }
        }
        removeDropped()
    }

    private func removeDropped() {
        while let (path, bytes, network) = state.withLock({ state in
            let next = state.dropped.popLast()
            state.isRemoving = next != nil
            return next
        }) {
            unlink(path)
            state.withLock { Self.release(bytes, to: network, in: &$0) }
        }
    }

    // MARK: - Writing

    /// Maximum number of pending writes of all networks together; one network can have an eighth of them (``share``).
    private static let maxQueueLength = 4_096

    /// Runs a write on the blocking pool.
    ///
    /// - Throws: ``Failure/busy`` if too many writes are pending, in total or from this network, or the pool runs no
    ///   jobs.
    func write(from network: UInt64?, _ body: @escaping @Sendable () -> Void) async throws(Failure) {
        let isTooMany = state.withLock { state in
            guard let network else { return false }
            state.waiting[network, default: 0] += 1
            return state.waiting[network, default: 0] > Self.maxQueueLength / Self.share
        }
        defer {
            state.withLock { state in
                guard let network, let count = state.waiting[network] else { return }
                state.waiting[network] = count > 1 ? count - 1 : nil
            }
        }
        guard !isTooMany else { throw .busy }
        do {
            try await pool.run(body)
        } catch {
            throw .busy
        }
    }

    // MARK: - The folder

    private static let folderName = "cairn-uploads-"
    private static let lockName = "/lock"

    private func folder() throws(Failure) -> String {
        if let folder = state.withLock(\.folder) { return folder.path }
        // A separate mutex, so that only callers that need the folder wait while it is created.
        return try making.withLock { _ throws(Failure) in
            if let folder = state.withLock(\.folder) { return folder.path }
            let folder = try Self.makeFolder(in: parent)
            state.withLock { $0.folder = folder }
            // Remove abandoned folders after publishing the new one, so that only this caller and those that already
            // wait are delayed.
            Self.removeAbandoned(in: parent)
            return folder.path
        }
    }

    private static func makeFolder(in parent: String) throws(Failure) -> (path: String, lock: Int32) {
        var template = Array((parent + "/" + folderName + "XXXXXX").utf8CString)
        guard let made = mkdtemp(&template) else { throw .system(parent, errno) }
        let folder = String(cString: made)
        // The lock marks the folder as in use. After a crash it is free, and the next process removes the folder.
        let lock = open(folder + lockName, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard lock >= 0, flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            if lock >= 0 { close(lock) }
            unlink(folder + lockName)
            rmdir(folder)
            throw .system(folder + lockName, code)
        }
        return (folder, lock)
    }

    private static func removeAbandoned(in parent: String) {
        for name in names(in: parent) where name.hasPrefix(folderName) {
            let folder = parent + "/" + name
            var status = stat()
            guard lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid() else {
                continue
            }
            let lock = open(folder + lockName, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
            guard lock >= 0 else { continue }
            if flock(lock, LOCK_EX | LOCK_NB) == 0 {
                for name in names(in: folder) where "/" + name != lockName { unlink(folder + "/" + name) }
                // Remove the lock file last; it marks the folder as abandoned.
                unlink(folder + lockName)
                rmdir(folder)
            }
            close(lock)
        }
    }

    private static func names(in folder: String) -> [String] {
        ((try? DirectoryListing.names(at: folder)) ?? []).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Maximum time to remove the files at shutdown, in nanoseconds: 5 s.
    private static let maxRemoval: UInt64 = 5_000_000_000

    /// Removes all files and the folder, or as many files as it can within ``maxRemoval``. Blocks on the disk.
    func removeAll() {
        let folder = state.withLock { state in
            defer { state = State() }
            return state.folder
        }
        guard let folder else { return }
        let end = time() &+ Self.maxRemoval
        for name in Self.names(in: folder.path) where "/" + name != Self.lockName {
            unlink(folder.path + "/" + name)
            // Limit the duration of a shutdown; the next process finds the unlocked folder and removes the rest.
            guard time() < end else {
                close(folder.lock)
                return
            }
        }
        unlink(folder.path + Self.lockName)
        rmdir(folder.path)
        close(folder.lock)
    }
}
