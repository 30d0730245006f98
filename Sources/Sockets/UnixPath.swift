import Glibc

/// A path of the file system as an address of a Unix-domain socket (unix(7)).
enum UnixPath {
    /// The address that `path` stands for.
    ///
    /// - Throws: ``SocketError`` if it is empty or too long, or a zero byte is in it.
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

    /// Waits for a server's turn to make a socket beside `path`: an advisory lock of the directory itself, which leaves no
    /// file behind.
    ///
    /// Where it cannot be had, in a directory that may not be read or whose lock somebody keeps, things go on without it
    /// after two seconds.
    ///
    /// - Returns: what is closed when the turn is over.
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
