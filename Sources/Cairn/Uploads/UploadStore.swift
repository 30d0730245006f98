import Glibc
import NavigationKit
import SessionStores
import Sessions
import Sockets
import Synchronization

/// Temporary storage for uploaded files, in a folder that this process creates for the first file, or in one that
/// several nodes share.
///
/// Each file has a random 128-bit name, so a form that is shown again can contain the name as an unguessable token. The
/// token opens the file only in the session whose form it is.
final class UploadStore: Sendable {
    private let parent: String
    /// Maximum size of all files together, with their overhead, in bytes.
    private let room: Int
    /// The time for which an unreferenced file is kept, in nanoseconds.
    let idle: UInt64
    /// The time after which a file in a shared folder that no process claims is removed, in nanoseconds.
    let orphaned: UInt64
    let shared: SharedUploadFolder?
    private let time: @Sendable () -> UInt64
    /// Separate threads, so that writes to this disk do not delay sessions and static files.
    let pool = BlockingPool(threads: 2, queueLimit: maxQueueLength)
    let state = Mutex(State())
    private let making = Mutex(())

    struct State {
        var folder: String?
        var privateFolder: PrivateUploadFolder?
        var files: [String: Kept] = [:]
        var bytes = 0
        var shares: [UInt64: Int] = [:]
        /// Files to be removed, and whether a thread is removing them. Until they are removed, they count toward the
        /// limits.
        var dropped: [(path: String, bytes: Int, network: UInt64?)] = []
        var isRemoving = false
        /// Number of pending jobs per network.
        var waiting: [UInt64: Int] = [:]
        /// In a shared folder: the ids of the files in ``bytes``, and the size of all other files at the last count.
        var own: Set<String> = []
        var foreignBytes = 0
        /// The time of the end of the last count.
        var lastCount: UInt64?
        var isCounting = false
    }

    struct Kept {
        let file: UploadedFile
        let network: UInt64?
        /// The session whose forms can refer to the file; `nil` for a visitor without one.
        var session: SessionID?
        var lastReferenced: UInt64
        /// True if the file has a record in a shared folder. Then a node removes it by the age of the record.
        var isRecorded = false

        var id: String { String(file.token.prefix(UploadedFile.idLength)) }
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
    static let costOfFile = 4_096
    /// One network can use at most one eighth of the space and of the queue.
    static let share = 8

    /// - Parameters:
    ///   - parent: the folder for the folder of files; by default that of the system's temporary files.
    ///   - room: the maximum size of all files in bytes.
    ///   - idle: the time for which an unreferenced file is kept, in nanoseconds.
    ///   - secret: the nodes with this secret share the files in `parent`, if it is given.
    ///   - longest: the time that an upload and its handler can take, in nanoseconds.
    init(
        in parent: String?, room: Int, idle: UInt64, sharedBy secret: SharedSecret? = nil, longest: UInt64 = 0,
        time: @escaping @Sendable () -> UInt64
    ) {
        self.parent = parent ?? getenv("TMPDIR").map { String(cString: $0) } ?? P_tmpdir
        shared = if let parent, let secret { SharedUploadFolder(in: parent, for: secret) } else { nil }
        self.room = room
        self.idle = idle
        orphaned = idle &+ longest &+ Self.slowestUpload
        self.time = time
    }

    /// A slow client can pause for almost this time in an upload, in nanoseconds: one hour.
    private static let slowestUpload: UInt64 = 3_600_000_000_000

    /// True if several nodes share the folder, so that finding a file blocks on the disk.
    var isShared: Bool { shared != nil }

    deinit {
        removeAll()
        pool.shutdown()
    }

    // MARK: - Space

    /// Reserves space for bytes that are about to be written.
    func reserve(_ bytes: Int, from network: UInt64?) throws(Failure) {
        let isFull = state.withLock { state in
            let own = network.map { state.shares[$0, default: 0] } ?? 0
            guard state.bytes + state.foreignBytes + bytes <= room, own + bytes <= room / Self.share || network == nil
            else { return true }
            state.bytes += bytes
            if let network { state.shares[network] = own + bytes }
            return false
        }
        if isFull { throw .full }
    }

    static func release(_ bytes: Int, to network: UInt64?, in state: inout State) {
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
            if isShared { state.withLock { _ = $0.own.insert(id) } }
            return (id, path)
        }
        let code = errno
        guard code == ENOENT, !isSecondTry else { throw .system(path, code) }
        forgetFolder(folder)
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
    func keep(_ file: UploadedFile, for session: SessionID?, from network: UInt64?) {
        state.withLock { state in
            state.files[file.token] = Kept(file: file, network: network, session: session, lastReferenced: time())
        }
    }

    /// Returns the kept files that forms of `session` refer to by their tokens, and restarts their idle time; none if
    /// nodes share the folder.
    func files(
        in values: some Sequence<FormSubmission.Value>, for session: SessionID?
    ) -> [String: UploadedFile] {
        var found: [String: UploadedFile] = [:]
        for value in values where !isShared && UploadedFile.name(inToken: value.text) != nil {
            state.withLock { state in
                guard let kept = state.files[value.text], kept.session == nil || kept.session == session else { return }
                state.files[value.text]?.lastReferenced = time()
                found[value.text] = kept.file
            }
        }
        return found
    }

    /// Removes files that were not referenced for too long, and dropped ones. Blocks on the disk. Starts ``count()`` if
    /// it is due.
    func reap() {
        let now = time()
        let mustCount = state.withLock { state in
            for kept in state.files.values where !kept.isRecorded && now.isLater(than: kept.lastReferenced, by: idle) {
                state.files[kept.file.token] = nil
                state.dropped.append((kept.file.path, kept.file.byteCount + Self.costOfFile, kept.network))
            }
            guard isShared, !state.isCounting,
                state.lastCount.map({ now.isLater(than: $0, by: Self.countInterval) }) ?? true
            else { return false }
            state.isCounting = true
            return true
        }
        removeDropped()
        // On its own threads, because a file server that does not answer must not stop the upkeep. One count at a time,
        // so that the other thread is left for uploads.
        guard mustCount else { return }
        let isStarted = pool.start {
            self.count()
            self.state.withLock { ($0.lastCount, $0.isCounting) = (self.time(), false) }
        }
        if !isStarted { state.withLock { $0.isCounting = false } }
    }

    /// The time between two counts of a shared folder in nanoseconds: a minute.
    private static let countInterval: UInt64 = 60_000_000_000

    private func removeDropped() {
        while let (path, bytes, network) = state.withLock({ state in
            let next = state.dropped.popLast()
            state.isRemoving = next != nil
            return next
        }) {
            unlink(path)
            state.withLock { state in
                if isShared { state.own.remove(String(path.suffix(UploadedFile.idLength))) }
                Self.release(bytes, to: network, in: &state)
            }
        }
    }

    // MARK: - The folder

    private func folder() throws(Failure) -> String {
        if let folder = state.withLock(\.folder) { return folder }
        // A separate mutex, so that only callers that need the folder wait while it is created.
        return try making.withLock { _ throws(Failure) in
            if let folder = state.withLock(\.folder) { return folder }
            if let shared {
                try shared.create()
                state.withLock { $0.folder = shared.path }
                return shared.path
            }
            let folder = try PrivateUploadFolder.make(in: parent)
            state.withLock { ($0.folder, $0.privateFolder) = (folder.path, folder) }
            // Remove abandoned folders after publishing the new one, so that only this caller and those that already
            // wait are delayed.
            PrivateUploadFolder.removeAbandoned(in: parent)
            return folder.path
        }
    }

    /// Forgets the folder, which was removed, such as by another process, unless another thread has already created a
    /// new one.
    private func forgetFolder(_ path: String) {
        state.withLock { state in
            guard state.folder == path else { return }
            state.folder = nil
            state.privateFolder.take()?.forget()
        }
    }

    /// Maximum time to remove the files at shutdown, in nanoseconds: 5 s.
    private static let maxRemoval: UInt64 = 5_000_000_000

    /// Removes all files and the folder, or as many files as it can within ``maxRemoval``. Of a shared folder, removes
    /// only the files of this process that forms cannot refer to. Blocks on the disk.
    func removeAll() {
        let last = state.withLock { state in
            defer { state = State() }
            return state
        }
        let end = time() &+ Self.maxRemoval
        last.privateFolder?.remove { time() < end }
        guard shared != nil else { return }
        for path in last.dropped.map(\.path) + last.files.values.filter({ !$0.isRecorded }).map(\.file.path) {
            guard time() < end else { return }
            unlink(path)
        }
    }
}
