import Glibc

/// A file system path as the address of a Unix-domain socket (unix(7)).
enum UnixPath {
    /// Returns the `sockaddr_un` of `path`.
    ///
    /// - Throws: ``SocketError`` if the path is empty, is too long, or contains a zero byte.
    static func systemAddress(of path: String) throws(SocketError) -> sockaddr_un {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        let room = MemoryLayout.size(ofValue: address.sun_path) - 1
        guard !bytes.isEmpty, bytes.count <= room, !bytes.contains(0) else {
            throw SocketError(.invalidAddress, operation: "parse path of 1 to \(room) bytes", address: "unix:" + path)
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return address
    }

    /// Waits for the advisory lock of the directory that contains `path`, so that servers create sockets one at a
    /// time. The lock leaves no file behind.
    ///
    /// If the directory is not readable, or if the lock stays taken for two seconds, returns without the lock.
    ///
    /// - Returns: The directory's descriptor, whose closing releases the lock; `nil` if it cannot be opened.
    static func lockDirectory(of path: String) -> Int32? {
        let parent = path.lastIndex(of: "/").map { path[..<$0].isEmpty ? "/" : String(path[..<$0]) } ?? "."
        let directory = open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { return nil }
        var tries = 0
        while flock(directory, LOCK_EX | LOCK_NB) != 0, tries < 200 {
            usleep(10_000)
            tries += 1
        }
        return directory
    }
}
