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
    let pool = BlockingPool(threads: 2, queueLimit: 4_096)
    private let state = Mutex(State())

    private struct State {
        var folder: (path: String, lock: Int32)?
        var files: [String: Kept] = [:]
        var bytes = 0
        var shares: [UInt64: Int] = [:]
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
    /// One network may have this part of all the room, so that others find some.
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
        // Somebody has tidied the folder away.
        state.withLock { state in
            if let lock = state.folder?.lock { close(lock) }
            state.folder = nil
        }
        return try make(isSecondTry: true)
    }

    /// Forgets a file that nobody keeps, and removes it, perhaps later.
    func drop(_ path: String, _ byteCount: Int, _ network: UInt64?) {
        state.withLock { Self.giveBack(byteCount + Self.costOfFile, to: network, in: &$0) }
        pool.start { unlink(path) }
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
        let old = state.withLock { state in
            guard !state.files.isEmpty else { return [Kept]() }
            let old = state.files.values.filter { now &- $0.spokenOf > idle }
            for kept in old {
                state.files[kept.file.token] = nil
                Self.giveBack(kept.file.byteCount + Self.costOfFile, to: kept.network, in: &state)
            }
            return old
        }
        for kept in old { unlink(kept.file.path) }
    }

    // MARK: - The folder

    private static let folderName = "cairn-uploads-"
    private static let lockName = "/lock"

    private func folder() throws(Failure) -> String {
        let result = state.withLock { state -> Result<String, Failure> in
            if let folder = state.folder { return .success(folder.path) }
            Self.removeAbandoned(in: parent)
            var template = Array((parent + "/" + Self.folderName + "XXXXXX").utf8CString)
            guard let made = mkdtemp(&template) else { return .failure(.system(parent, errno)) }
            let folder = String(cString: made)
            // It is ours as long as we live; what a killed process has left, the next one removes.
            let lock = open(folder + Self.lockName, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            guard lock >= 0, flock(lock, LOCK_EX | LOCK_NB) == 0 else {
                return .failure(.system(folder + Self.lockName, errno))
            }
            state.folder = (folder, lock)
            return .success(folder)
        }
        return try result.get()
    }

    private static func removeAbandoned(in parent: String) {
        for name in names(in: parent) where name.hasPrefix(folderName) {
            let folder = parent + "/" + name
            let lock = open(folder + lockName, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
            guard lock >= 0 else { continue }
            if flock(lock, LOCK_EX | LOCK_NB) == 0 {
                for name in names(in: folder) { unlink(folder + "/" + name) }
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
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// Removes everything. It may wait.
    func removeAll() {
        let folder = state.withLock { state in
            defer { state = State() }
            return state.folder
        }
        guard let folder else { return }
        for name in Self.names(in: folder.path) { unlink(folder.path + "/" + name) }
        rmdir(folder.path)
        close(folder.lock)
    }
}
