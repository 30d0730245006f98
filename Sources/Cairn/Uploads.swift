import CLinux
import Glibc
import NavigationKit
import Sessions
import Sockets
import Synchronization

/// The files that visitors have sent, and for how long they are kept: a folder of the process's own, made for the first one.
///
/// Each has a name that nobody can guess, so that a form that comes back with something to mend can speak of it.
final class Uploads: Sendable {
    private let parent: String
    /// The most bytes of all files together.
    private let room: Int
    /// How long a file is kept, in nanoseconds.
    private let idle: UInt64
    private let time: @Sendable () -> UInt64
    /// Threads of its own: whoever waits for this disk must not keep sessions and static files waiting.
    let pool = BlockingPool(threads: 2, queueLimit: longestQueue)
    private let state = Mutex(State())
    private let making = Mutex(())

    private struct State {
        var folder: (path: String, lock: Int32)?
        var files: [String: Kept] = [:]
        var bytes = 0
        var shares: [UInt64: Int] = [:]
        /// Files that are to be removed, and whether somebody is at it. Until they are, they have their room.
        var dropped: [(path: String, bytes: Int, network: UInt64?)] = []
        var isRemoving = false
        /// How many pieces of each network wait to be written.
        var waiting: [UInt64: Int] = [:]
    }

    private struct Kept {
        let file: UploadedFile
        let network: UInt64?
        var spokenOf: UInt64
    }

    /// Why a file cannot be taken.
    enum Failure: Error, CustomStringConvertible {
        case full
        case system(String, Int32)
        case busy

        var description: String {
            switch self {
            case .full: "there is no room for more files; raise --upload-space, or wait until older ones are gone"
            case .system(let path, let code): "\(path): \(String(cString: strerror(code)))"
            case .busy: "too many files are being written at once"
            }
        }
    }

    /// What a file costs beside its bytes: a block, its name, and what is remembered of it.
    private static let costOfFile = 4_096
    /// One network may have this part of all the room and of the queue, so that others find some.
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

    // MARK: - Room

    /// Takes room for bytes that are about to be written.
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

    private static func giveBack(_ bytes: Int, to network: UInt64?, in state: inout State) {
        state.bytes -= bytes
        guard let network else { return }
        let left = state.shares[network, default: 0] - bytes
        state.shares[network] = left > 0 ? left : nil
    }

    // MARK: - Files

    /// A new file and its name. It may wait.
    func make(from network: UInt64?) throws(Failure) -> (id: String, path: String) {
        try reserve(Self.costOfFile, from: network)
        do throws(Failure) {
            return try make(isSecondTry: false)
        } catch {
            state.withLock { Self.giveBack(Self.costOfFile, to: network, in: &$0) }
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
        // Somebody has tidied the folder away; another file may have made a new one already.
        state.withLock { state in
            guard let gone = state.folder, gone.path == folder else { return }
            close(gone.lock)
            state.folder = nil
        }
        return try make(isSecondTry: true)
    }

    /// Forgets a file that nobody keeps, and removes it, perhaps later.
    func drop(_ path: String, _ byteCount: Int, _ network: UInt64?) {
        let mustStart = state.withLock { state in
            state.dropped.append((path, byteCount + Self.costOfFile, network))
            defer { state.isRemoving = true }
            return !state.isRemoving
        }
        guard mustStart, !pool.start({ self.removeDropped() }) else { return }
        // The next one that is dropped tries again, and so does the time that reaps.
        state.withLock { $0.isRemoving = false }
    }

    /// Keeps a file whose bytes are all there.
    func keep(_ file: UploadedFile, from network: UInt64?) {
        state.withLock { $0.files[file.token] = Kept(file: file, network: network, spokenOf: time()) }
    }

    /// The files that these texts speak of.
    func files(in texts: some Sequence<String>) -> [String: UploadedFile] {
        var found: [String: UploadedFile] = [:]
        for text in texts where UploadedFile.name(inToken: text) != nil {
            state.withLock { state in
                guard let kept = state.files[text] else { return }
                state.files[text]?.spokenOf = time()
                found[text] = kept.file
            }
        }
        return found
    }

    /// Removes what nobody has spoken of for too long. It may wait.
    func reap() {
        let now = time()
        state.withLock { state in
            for kept in state.files.values where now.isLater(than: kept.spokenOf, by: idle) {
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
            state.withLock { Self.giveBack(bytes, to: network, in: &$0) }
        }
    }

    // MARK: - Writing

    /// Pieces that wait, of all networks together; one may have as many as its ``share`` of them.
    private static let longestQueue = 4_096

    /// Writes a piece on one of the threads, in its turn.
    ///
    /// - Throws: ``Failure/busy`` if too many pieces wait, or too many of the same network.
    func write(from network: UInt64?, _ body: @escaping @Sendable () -> Void) async throws(Failure) {
        let isTooMany = state.withLock { state in
            guard let network else { return false }
            state.waiting[network, default: 0] += 1
            return state.waiting[network, default: 0] > Self.longestQueue / Self.share
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
        // Only those who need it too wait while it is made.
        return try making.withLock { _ throws(Failure) in
            if let folder = state.withLock(\.folder) { return folder.path }
            let folder = try Self.makeFolder(in: parent)
            state.withLock { $0.folder = folder }
            // Behind it: others already find the folder, and only who came before waits too.
            Self.removeAbandoned(in: parent)
            return folder.path
        }
    }

    private static func makeFolder(in parent: String) throws(Failure) -> (path: String, lock: Int32) {
        var template = Array((parent + "/" + folderName + "XXXXXX").utf8CString)
        guard let made = mkdtemp(&template) else { throw .system(parent, errno) }
        let folder = String(cString: made)
        // It is ours as long as we live; what a killed process has left, the next one removes.
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
                // The last one: without it nobody would know later that the folder may go.
                unlink(folder + lockName)
                rmdir(folder)
            }
            close(lock)
        }
    }

    private static func names(in folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            // In place: a copy would be of 256 bytes, and the entry may end behind its name.
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// 5 seconds.
    private static let longestRemoval: UInt64 = 5_000_000_000

    /// Removes everything. It may wait.
    func removeAll() {
        let folder = state.withLock { state in
            defer { state = State() }
            return state.folder
        }
        guard let folder else { return }
        let end = time() &+ Self.longestRemoval
        for name in Self.names(in: folder.path) where "/" + name != Self.lockName {
            unlink(folder.path + "/" + name)
            // Who stops a server does not wait for ever; the next one finds the lock and removes the rest.
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
