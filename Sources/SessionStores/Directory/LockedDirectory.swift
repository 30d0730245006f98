import CLinux
import Glibc

/// A directory that one process uses at a time. The kernel releases the lock when the process ends.
package final class LockedDirectory: Sendable {
    package let path: String
    package let root: FileDescriptor
    private let lock: FileDescriptor

    /// Opens and locks the directory. Creates it if it is missing, but not its parent.
    package init(at path: String) throws(StoreError) {
        self.path = path
        let isNew = try Self.make(path)
        root = try FileDescriptor(directoryAt: path)
        lock = try Self.lock(root, path: path)
        // A process that cannot read the parent directory cannot synchronize it; the system writes it later.
        if isNew, let parent = try? FileDescriptor("..", in: root, flags: O_RDONLY | O_DIRECTORY, path: path) {
            try parent.synchronizeNames(path: "\(path)/..")
        }
    }

    /// Creates the directory.
    ///
    /// - Returns: false if it exists.
    @discardableResult
    package static func make(_ path: String) throws(StoreError) -> Bool {
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
    package func unlock() { flock(lock.number, LOCK_UN) }

    /// Removes the temporary files of a process that crashed.
    package static func removeTemporaries(in folder: FileDescriptor, path: String) throws(StoreError) {
        for name in try folder.names(path: path) where name.hasPrefix(TemporaryFile.prefix) {
            try systemCall("remove", on: "\(path)/\(name)") { Int(unlinkat(folder.number, name, 0)) }
        }
    }
}
