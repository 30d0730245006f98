import CLinux
import Glibc
import Synchronization

/// The directory of a ``DirectoryStore``, locked by one process. The kernel releases the lock when the process ends.
///
/// Most methods can block on the disk.
final class SessionDirectory: Sendable {
    let path: String
    /// The maximum size of a checkpoint, in bytes.
    let limit: Int
    /// The maximum size of a file, in bytes.
    let fileLimit: Int
    /// The age at which a session's life ends, in nanoseconds.
    let lifetime: UInt64
    let space: StoreSpace
    private let locked: LockedDirectory
    private let lastTemporary = Atomic(0)
    /// The largest limit of a checkpoint, so that the length of an element fits in its four octets.
    private static let maxLimit = 1 << 29

    /// Opens and locks the directory, creates it if it is missing, removes temporary files of a crashed process,
    /// completes interrupted changes of ids, counts the used space, and migrates the files of earlier releases.
    init(at path: String, limit: Int, lifetime: UInt64, space: StoreSpace) throws(StoreError) {
        self.path = path
        self.limit = min(max(limit, 0), Self.maxLimit)
        self.lifetime = lifetime
        self.space = space
        fileLimit = SessionFileFormat.headerCount + 4 * (self.limit + LogElementFormat.overhead)
        locked = try LockedDirectory(at: path)
        let root = locked.root
        try LockedDirectory.removeTemporaries(in: root, path: path)
        for (number, name) in SessionFile.folders.enumerated() {
            guard let folder = try folder(number) else { continue }
            try LockedDirectory.removeTemporaries(in: folder, path: "\(path)/\(name)")
        }
        // Write a probe, so that a full disk or a directory of another user fails now and not at the first commit.
        let probe = try TemporaryFile([0], number: nextTemporary(), in: root, path: path)
        defer { probe.remove() }
        try probe.synchronize()
        try countFiles()
        for number in SessionFile.folders.indices { try renameEarlier(inFolder: number) }
    }

    /// Releases the lock, so that another process can use the directory.
    func unlock() { locked.unlock() }

    private var root: FileDescriptor { locked.root }

    // MARK: - Folders

    /// Opens the folder with that number; returns `nil` if there is none.
    func folder(_ number: Int) throws(StoreError) -> FileDescriptor? {
        let name = SessionFile.folders[number]
        do {
            return try FileDescriptor(name, in: root, flags: O_RDONLY | O_DIRECTORY, path: "\(path)/\(name)")
        } catch {
            guard error.code == .missing else { throw error }
            return nil
        }
    }

    /// Opens a session's file; returns `nil` if it is missing.
    ///
    /// - Throws: ``StoreError``, with the code `damaged` if it is not a regular file.
    func open(_ file: SessionFile, flags: Int32) throws(StoreError) -> (FileDescriptor, stat)? {
        let descriptor: FileDescriptor
        do {
            // O_NONBLOCK: opening a pipe in place of the file must not block.
            descriptor = try FileDescriptor(
                file.relativePath, in: root, flags: flags | O_NONBLOCK, path: path(of: file))
        } catch {
            switch error.errno {
            case ENOENT: return nil
            case ELOOP: throw damage(of: file, "it is a symbolic link")
            case ENXIO, EISDIR: throw damage(of: file, "it is not a file")
            default: throw error
            }
        }
        let status = try descriptor.status(path: path(of: file))
        guard status.isFile else { throw damage(of: file, "it is not a file") }
        return (descriptor, status)
    }

    /// Opens the folder with that number, and creates it if it is missing.
    func folder(creating number: Int) throws(StoreError) -> FileDescriptor {
        if let folder = try folder(number) { return folder }
        let name = SessionFile.folders[number]
        let path = "\(path)/\(name)"
        do {
            try systemCall("make", on: path) { Int(mkdirat(root.number, name, 0o700)) }
        } catch {
            // Another queue created it just now. Synchronize it here too, because that queue can still be at it.
            guard error.errno == EEXIST else { throw error }
        }
        do { try root.synchronizeNames(path: self.path) } catch {
            // Remove it, so that the next commit does not assume that the folder is durable.
            unlinkat(root.number, name, AT_REMOVEDIR)
            throw error
        }
        guard let folder = try folder(number) else { throw StoreError(.missing, operation: "open", path: path) }
        return folder
    }

    /// Returns a number that is unique among the temporary files of this directory.
    func nextTemporary() -> Int { lastTemporary.add(1, ordering: .relaxed).newValue }
}
