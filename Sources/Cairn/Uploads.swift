import Glibc
import NavigationKit
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
    let pool: BlockingPool
    private let state = Mutex(State())

    private struct State {
        var folder: String?
        var files: [String: (file: UploadedFile, kept: UInt64)] = [:]
        var bytes = 0
    }

    /// Why a file cannot be taken.
    enum Failure: Error, CustomStringConvertible {
        case full
        case system(String, Int32)

        var description: String {
            switch self {
            case .full: "there is no room for more files; raise --upload-space, or wait until older ones are gone"
            case .system(let path, let code): "\(path): \(String(cString: strerror(code)))"
            }
        }
    }

    init(
        in parent: String?, room: Int, idle: UInt64, pool: BlockingPool, time: @escaping @Sendable () -> UInt64
    ) {
        self.parent = parent ?? getenv("TMPDIR").map { String(cString: $0) } ?? P_tmpdir
        self.room = room
        self.idle = idle
        self.pool = pool
        self.time = time
    }

    deinit { removeAll() }

    /// Takes room for bytes that are about to be written.
    func reserve(_ bytes: Int) throws(Failure) {
        let isFull = state.withLock { state in
            guard state.bytes + bytes <= room else { return true }
            state.bytes += bytes
            return false
        }
        if isFull { throw .full }
    }

    func giveBack(_ bytes: Int) { state.withLock { $0.bytes -= bytes } }

    /// A new file that is open for writing, and its name. It may wait.
    func make() throws(Failure) -> (id: String, path: String, descriptor: Int32) {
        let folder = try folder()
        var generator = SystemRandomNumberGenerator()
        let id = [generator.next(), generator.next()].map { (word: UInt64) in
            let digits = String(word, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
        let path = folder + "/" + id
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .system(path, errno) }
        return (id, path, descriptor)
    }

    private func folder() throws(Failure) -> String {
        let result = state.withLock { state -> Result<String, Failure> in
            if let folder = state.folder { return .success(folder) }
            var template = Array((parent + "/cairn-uploads-XXXXXX").utf8CString)
            guard let made = mkdtemp(&template) else { return .failure(.system(parent, errno)) }
            let folder = String(cString: made)
            state.folder = folder
            return .success(folder)
        }
        return try result.get()
    }

    /// Keeps a file whose bytes are all there.
    func keep(_ file: UploadedFile) { state.withLock { $0.files[file.token] = (file, time()) } }

    /// The files that these texts speak of.
    func files(in texts: some Sequence<String>) -> [String: UploadedFile] {
        var found: [String: UploadedFile] = [:]
        for text in texts where UploadedFile.name(inToken: text) != nil {
            state.withLock { state in
                guard let entry = state.files[text] else { return }
                state.files[text]?.kept = time()
                found[text] = entry.file
            }
        }
        return found
    }

    /// Removes what nobody has spoken of for too long. It may wait.
    func reap() {
        let now = time()
        let old = state.withLock { state in
            let old = state.files.values.filter { now &- $0.kept > idle }.map(\.file)
            for file in old {
                state.files[file.token] = nil
                state.bytes -= file.byteCount
            }
            return old
        }
        for file in old { unlink(file.path) }
    }

    /// Removes everything. It may wait.
    func removeAll() {
        let (folder, files) = state.withLock { state in
            defer { state = State() }
            return (state.folder, state.files.values.map(\.file))
        }
        for file in files { unlink(file.path) }
        if let folder { rmdir(folder) }
    }
}
