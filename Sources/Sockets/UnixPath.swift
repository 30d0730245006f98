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
}
