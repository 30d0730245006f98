import CLinux
import Glibc
import SystemCalls

/// An open file or directory, closed when the last reference is released.
package final class FileDescriptor: Sendable {
    package let number: Int32

    /// Opens `name` in `folder`. Follows no symbolic link; child processes do not inherit the descriptor.
    package init(
        _ name: String, in folder: FileDescriptor, flags: Int32, path: @autoclosure () -> String
    ) throws(StoreError) {
        let opened = try systemCall("open", on: path()) {
            Int(openat(folder.number, name, flags | O_NOFOLLOW | O_CLOEXEC, ownerOnly))
        }
        number = Int32(truncatingIfNeeded: opened)
    }

    /// Opens the directory at `path`, which can be a symbolic link because the operator configures it.
    package init(directoryAt path: String) throws(StoreError) {
        let opened = try systemCall("open", on: path) { Int(open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)) }
        number = Int32(truncatingIfNeeded: opened)
    }

    deinit {
        // Ignore errors of `close`: data that must be durable was synchronized before.
        close(number)
    }

    /// Writes all of `bytes`.
    func write(_ bytes: [UInt8], path: @autoclosure () -> String) throws(StoreError) {
        var start = 0
        while start < bytes.count {
            start += try systemCall("write", on: path()) {
                bytes.withUnsafeBytes { Glibc.write(number, $0.baseAddress.map { $0 + start }, $0.count - start) }
            }
        }
    }

    /// Writes all of `bytes` at `position`.
    package func write(_ bytes: [UInt8], at position: Int, path: @autoclosure () -> String) throws(StoreError) {
        var start = 0
        while start < bytes.count {
            start += try systemCall("write", on: path()) {
                bytes.withUnsafeBytes {
                    pwrite(number, $0.baseAddress.map { $0 + start }, $0.count - start, off_t(position + start))
                }
            }
        }
    }

    /// Cuts or extends the file to `byteCount` bytes.
    package func truncate(to byteCount: Int, path: @autoclosure () -> String) throws(StoreError) {
        try systemCall("truncate", on: path()) { Int(ftruncate(number, off_t(byteCount))) }
    }

    /// Reads to the end, but at most `limit` bytes.
    package func read(atMost limit: Int, path: @autoclosure () -> String) throws(StoreError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: limit)
        var end = 0
        while end < limit {
            let count = try systemCall("read", on: path()) {
                bytes.withUnsafeMutableBytes { Glibc.read(number, $0.baseAddress.map { $0 + end }, limit - end) }
            }
            if count == 0 { break }
            end += count
        }
        bytes.removeLast(limit - end)
        return bytes
    }

    /// Reads from `position`, at most `limit` bytes, which must not be far more than the file has.
    package func read(
        atMost limit: Int, at position: Int, path: @autoclosure () -> String
    ) throws(StoreError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: limit)
        var end = 0
        while end < limit {
            let count = try systemCall("read", on: path()) {
                bytes.withUnsafeMutableBytes {
                    pread(number, $0.baseAddress.map { $0 + end }, limit - end, off_t(position + end))
                }
            }
            if count == 0 { break }
            end += count
        }
        bytes.removeLast(limit - end)
        return bytes
    }

    /// Returns the size of a regular file.
    ///
    /// - Throws: ``StoreError``, with the code `damaged` if it is another kind of file.
    package func size(path: @autoclosure () -> String) throws(StoreError) -> Int {
        let status = try status(path: path())
        guard status.isFile else {
            throw StoreError(.damaged, operation: "open", path: path(), detail: "it is not a regular file")
        }
        return status.byteCount
    }

    /// Starts writing the file's cached data to the disk, without waiting.
    func beginSynchronizing() {
        // POSIX has no call for this. On Linux POSIX_FADV_DONTNEED starts writeback; unwritten pages stay cached.
        posix_fadvise(number, 0, 0, POSIX_FADV_DONTNEED)
    }

    /// Waits until the written data is on the disk. After a failure the system can have dropped the unwritten data, so
    /// a second `fsync` can succeed falsely: write the whole file again.
    func synchronize(path: @autoclosure () -> String) throws(StoreError) {
        try systemCall("fsync", on: path()) { Int(fsync(number)) }
    }

    /// Waits until the written data and the file's size are on the disk, but not its times. After a failure, see
    /// ``synchronize(path:)``.
    package func synchronizeData(path: @autoclosure () -> String) throws(StoreError) {
        try systemCall("fdatasync", on: path()) { Int(fdatasync(number)) }
    }

    /// Waits until the entries of this directory are on the disk.
    package func synchronizeNames(path: @autoclosure () -> String) throws(StoreError) {
        do {
            try synchronize(path: path())
        } catch {
            // Some network file systems do not support this: their renames are durable without it.
            guard error.errno == EINVAL else { throw error }
        }
    }

    /// Sets the modification time of a file in this folder. A failure has no effect but another end of its life.
    func setTime(of name: String, to time: UInt64) { _ = linux_set_modification_time(number, name, time) }

    /// Returns the file's `stat`.
    func status(path: @autoclosure () -> String) throws(StoreError) -> stat {
        var status = stat()
        try systemCall("fstat", on: path()) { Int(fstat(number, &status)) }
        return status
    }

    /// Returns the `stat` of a file in this folder, or of a symbolic link; `nil` if it is missing.
    func status(of name: String) -> stat? {
        var status = stat()
        return fstatat(number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
    }

    /// Returns the names in this directory.
    package func names(path: @autoclosure () -> String) throws(StoreError) -> [String] {
        // The listing closes its descriptor, so open a separate one.
        let own = try systemCall("open", on: path()) {
            Int(openat(number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC))
        }
        do throws(DirectoryListing.Failure) {
            return try DirectoryListing.names(closing: Int32(truncatingIfNeeded: own)).map {
                String(decoding: $0, as: UTF8.self)
            }
        } catch {
            throw StoreError(errno: error.errno, operation: "list", path: path())
        }
    }
}

extension stat {
    var isFile: Bool { st_mode & S_IFMT == S_IFREG }
    var byteCount: Int { Int(st_size) }
    var isDirectory: Bool { st_mode & S_IFMT == S_IFDIR }

    /// The modification time in nanoseconds since 1970; 0 for an earlier time.
    var modified: UInt64 { withUnsafePointer(to: self) { linux_modification_time($0) } }
}

/// The file mode: only the owner can read and write session files.
let ownerOnly: mode_t = 0o600
