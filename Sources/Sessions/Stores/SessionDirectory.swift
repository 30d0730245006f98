import Glibc
import Synchronization

/// The directory of a ``DirectoryStore``, locked by one process. The kernel releases the lock when the process ends.
///
/// Most methods can block on the disk.
final class SessionDirectory: Sendable {
    let path: String
    /// The maximum size of one session, in bytes.
    let limit: Int
    let space: StoreSpace
    private let root: FileDescriptor
    private let lock: FileDescriptor
    private let lastTemporary = Atomic(0)
    static let temporaryPrefix = "temporary-"

    /// Opens and locks the directory, creates it if it is missing, removes temporary files of a crashed process, counts
    /// the used space, and migrates the files of earlier releases.
    init(at path: String, limit: Int, space: StoreSpace) throws(StoreError) {
        self.path = path
        self.limit = limit
        self.space = space
        let isNew = try Self.make(path)
        root = try FileDescriptor(directoryAt: path)
        lock = try Self.lock(root, path: path)
        // A process that cannot read the parent directory cannot synchronize it; the system writes it later.
        if isNew, let parent = try? FileDescriptor("..", in: root, flags: O_RDONLY | O_DIRECTORY, path: path) {
            try parent.synchronizeNames(path: "\(path)/..")
        }
        try removeTemporaries(in: root, path: path)
        for folder in SessionFile.folders {
            guard let descriptor = try self.folder(folder) else { continue }
            try removeTemporaries(in: descriptor, path: "\(path)/\(folder)")
        }
        // Write a probe, so that a full disk or a directory of another user fails now and not at the first save.
        let probe = try TemporaryFile([0], number: nextTemporary(), in: root, path: path)
        defer { probe.remove() }
        try probe.synchronize()
        for folder in SessionFile.folders { try count(in: folder) }
        for folder in SessionFile.folders { try renameEarlier(in: folder) }
    }

    private static func make(_ path: String) throws(StoreError) -> Bool {
        do {
            try systemCall("make", on: path) { Int(mkdir(path, 0o700)) }
            return true
        } catch {
            // For an existing directory on a read-only file system, `mkdir` can report either error.
            guard error.errno == EEXIST || error.code == .readOnly else { throw error }
            return false
        }
    }

    private static func lock(_ root: FileDescriptor, path: String) throws(StoreError) -> FileDescriptor {
        let path = "\(path)/lock"
        let lock = try FileDescriptor("lock", in: root, flags: O_RDWR | O_CREAT | O_NONBLOCK, path: path)
        do {
            try systemCall("lock", on: path) { Int(flock(lock.number, LOCK_EX | LOCK_NB)) }
        } catch {
            guard error.errno == EWOULDBLOCK else { throw error }
            let owner = String(decoding: try lock.read(atMost: 32, path: path).prefix { $0 != 0x0A }, as: UTF8.self)
            throw StoreError(.inUse, operation: "lock", path: path, detail: "process \(owner) uses it")
        }
        try systemCall("truncate", on: path) { Int(ftruncate(lock.number, 0)) }
        try lock.write(Array("\(getpid())\n".utf8), path: path)
        return lock
    }

    /// Releases the lock, so that another process can use the directory.
    func unlock() { flock(lock.number, LOCK_UN) }

    // MARK: - Folders

    /// Opens the folder of that name; returns `nil` if there is none.
    func folder(_ name: String) throws(StoreError) -> FileDescriptor? {
        do {
            return try FileDescriptor(name, in: root, flags: O_RDONLY | O_DIRECTORY, path: "\(path)/\(name)")
        } catch {
            guard error.code == .missing else { throw error }
            return nil
        }
    }

    /// Opens the folder of that name, and creates it if it is missing.
    func folder(creating name: String) throws(StoreError) -> FileDescriptor {
        if let folder = try folder(name) { return folder }
        let path = "\(path)/\(name)"
        try systemCall("make", on: path) { Int(mkdirat(root.number, name, 0o700)) }
        do { try root.synchronizeNames(path: self.path) } catch {
            // Remove it, so that the next save does not assume that the folder is durable.
            unlinkat(root.number, name, AT_REMOVEDIR)
            throw error
        }
        return try FileDescriptor(name, in: root, flags: O_RDONLY | O_DIRECTORY, path: path)
    }

    /// Returns a number that is unique among the temporary files of this directory.
    func nextTemporary() -> Int { lastTemporary.add(1, ordering: .relaxed).newValue }

    private func removeTemporaries(in folder: FileDescriptor, path: String) throws(StoreError) {
        for name in try folder.names(path: path) where name.hasPrefix(Self.temporaryPrefix) {
            try systemCall("remove", on: "\(path)/\(name)") { Int(unlinkat(folder.number, name, 0)) }
        }
    }
}

/// A temporary file with the bytes of a save. Readers ignore it because of its name.
struct TemporaryFile {
    let folder: FileDescriptor
    let name: String
    private let path: String
    private let file: FileDescriptor

    /// Creates the file and writes the bytes; they are not durable yet.
    init(_ bytes: [UInt8], number: Int, in folder: FileDescriptor, path: String) throws(StoreError) {
        self.folder = folder
        self.path = path
        name = "\(SessionDirectory.temporaryPrefix)\(getpid())-\(number)"
        file = try FileDescriptor(name, in: folder, flags: O_WRONLY | O_CREAT | O_EXCL, path: path)
        do { try file.write(bytes, path: path) } catch {
            remove()
            throw error
        }
    }

    /// Starts writing the bytes to the disk without waiting.
    func beginSynchronizing() { file.beginSynchronizing() }

    /// Waits until the bytes are on the disk.
    func synchronize() throws(StoreError) { try file.synchronize(path: path) }

    /// Renames the file atomically to `final`.
    func rename(to final: String) throws(StoreError) {
        try systemCall("rename", on: path) { Int(renameat(folder.number, name, folder.number, final)) }
    }

    /// Removes the file. If removing fails, the next start removes it.
    func remove() { unlinkat(folder.number, name, 0) }
}
