import CLinux
import Glibc
import SystemCalls

/// The folder of one process for uploaded files, which are lost when it ends.
struct PrivateUploadFolder: Sendable {
    let path: String
    /// The descriptor of the lock file.
    private let lock: Int32

    private static let prefix = "cairn-uploads-"
    private static let lockName = "/lock"

    /// Creates a folder with a random name in `parent`. Blocks on the disk.
    static func make(in parent: String) throws(UploadStore.Failure) -> PrivateUploadFolder {
        var template = Array((parent + "/" + prefix + "XXXXXX").utf8CString)
        guard let made = mkdtemp(&template) else { throw .system(parent, errno) }
        let path = String(cString: made)
        // The lock marks the folder as in use. After a crash it is free, and the next process removes the folder.
        let lock = open(path + lockName, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard lock >= 0, flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            if lock >= 0 { close(lock) }
            unlink(path + lockName)
            rmdir(path)
            throw .system(path + lockName, code)
        }
        return PrivateUploadFolder(path: path, lock: lock)
    }

    /// Removes the folders of processes that did not end in order. Blocks on the disk.
    static func removeAbandoned(in parent: String) {
        for name in names(in: parent) where name.hasPrefix(prefix) {
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

    /// Closes the lock of a folder that was removed by another process.
    func forget() { close(lock) }

    /// Removes all files and the folder, or as many files as it can while `isInTime`. Blocks on the disk.
    func remove(while isInTime: () -> Bool) {
        for name in Self.names(in: path) where "/" + name != Self.lockName {
            unlink(path + "/" + name)
            // Limit the duration of a shutdown; the next process finds the unlocked folder and removes the rest.
            guard isInTime() else { return forget() }
        }
        unlink(path + Self.lockName)
        rmdir(path)
        forget()
    }
}
