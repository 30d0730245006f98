import Glibc

/// An open file or directory; it is closed when nobody holds it.
final class Descriptor: Sendable {
    let number: Int32

    /// Opens `name` within `folder`; no symbolic link is followed and no program that is started gets it.
    init(
        _ name: String, in folder: Descriptor, flags: Int32, path: @autoclosure () -> String
    ) throws(StoreError) {
        let opened = try systemCall("open", on: path()) {
            Int(openat(folder.number, name, flags | O_NOFOLLOW | O_CLOEXEC, ownerOnly))
        }
        number = Int32(truncatingIfNeeded: opened)
    }

    /// Opens the directory at `path`, which may be a symbolic link: it is the operator who names it.
    init(directoryAt path: String) throws(StoreError) {
        let opened = try systemCall("open", on: path) { Int(open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)) }
        number = Int32(truncatingIfNeeded: opened)
    }

    deinit {
        // An error here says nothing new: what matters was synchronised before.
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

    /// Reads to the end, but no more than `limit` bytes.
    func read(atMost limit: Int, path: @autoclosure () -> String) throws(StoreError) -> [UInt8] {
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

    /// Lets the system write what it has of this file, and does not wait.
    func beginSynchronizing() {
        // POSIX has no word for it. "Not needed soon" starts the writing; what is not written yet stays in memory.
        posix_fadvise(number, 0, 0, POSIX_FADV_DONTNEED)
    }

    /// Waits until what was written is on the disk. After a failure the system may have forgotten what it could not
    /// write, so that trying again would falsely succeed: the file has to be written anew.
    func synchronize(path: @autoclosure () -> String) throws(StoreError) {
        try systemCall("fsync", on: path()) { Int(fsync(number)) }
    }

    /// Waits until the names in this directory are on the disk.
    func synchronizeNames(path: @autoclosure () -> String) throws(StoreError) {
        do {
            try synchronize(path: path())
        } catch {
            // Some network file systems have no such operation: their renames are durable by themselves.
            guard error.errno == EINVAL else { throw error }
        }
    }

    /// What the system knows about the file.
    func status(path: @autoclosure () -> String) throws(StoreError) -> stat {
        var status = stat()
        try systemCall("fstat", on: path()) { Int(fstat(number, &status)) }
        return status
    }

    /// The names in this directory.
    func names(path: @autoclosure () -> String) throws(StoreError) -> [String] {
        // The stream closes the descriptor it is made from, so it gets one of its own.
        let own = Int32(
            truncatingIfNeeded: try systemCall("open", on: path()) {
                Int(openat(number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC))
            })
        guard let stream = fdopendir(own) else {
            close(own)
            throw StoreError(errno: ENOMEM, operation: "list", path: path())
        }
        defer { closedir(stream) }
        var names: [String] = []
        while true {
            // The end and a failure look the same but for this.
            errno = 0
            guard let entry = readdir(stream) else { break }
            // In place: a copy would be of 256 bytes, and the entry may end behind its name.
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        let code = errno
        if code != 0 { throw StoreError(errno: code, operation: "list", path: path()) }
        return names
    }
}

extension stat {
    var isFile: Bool { st_mode & S_IFMT == S_IFREG }
}

/// Names of files are names of sessions, and those are secrets: nobody else reads the files or lists the folders.
let ownerOnly: mode_t = 0o600
