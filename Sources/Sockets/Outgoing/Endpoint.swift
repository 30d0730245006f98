import CLinux
import Glibc

/// The peer of an outgoing connection.
package enum Endpoint: Sendable, Hashable, CustomStringConvertible {
    /// A TCP port of a numeric address.
    case address(SocketAddress)
    /// The Unix-domain socket at a path.
    case path(String)

    /// `127.0.0.1:6379`, `[::1]:6379`, or `unix:` and the path.
    package var description: String {
        switch self {
        case .address(let address): address.description
        case .path(let path): "unix:" + path
        }
    }

    /// The address; ``SocketAddress/local`` for a path.
    var address: SocketAddress {
        switch self {
        case .address(let address): address
        case .path: .local
        }
    }
}

extension Endpoint {
    /// After this many seconds without traffic, the kernel checks whether the peer still exists.
    private static let idleTime: Int32 = 60
    /// The interval of the checks in seconds, and the number of unanswered ones after which the connection is closed.
    private static let (probeInterval, maxProbes): (Int32, Int32) = (10, 6)

    /// Creates a non-blocking socket. Over TCP it sends small writes at once (`TCP_NODELAY`), and the kernel closes an
    /// idle connection two minutes after the peer disappears (`SO_KEEPALIVE`).
    func openSocket() throws(SocketError) -> Int32 {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = Glibc.socket(address.systemFamily, kind, 0)
        guard descriptor >= 0 else { throw SocketError(connectingTo: self, errno: errno) }
        guard address.family != .local else { return descriptor }
        do {
            // A server of this machine can listen on the port that the kernel selects for this socket.
            try address.setOption(SO_REUSEADDR, at: SOL_SOCKET, to: 1, of: descriptor)
            let tcp = Int32(IPPROTO_TCP)
            try address.setOption(TCP_NODELAY, at: tcp, to: 1, of: descriptor)
            try address.setOption(SO_KEEPALIVE, at: SOL_SOCKET, to: 1, of: descriptor)
            try address.setOption(TCP_KEEPIDLE, at: tcp, to: Self.idleTime, of: descriptor)
            try address.setOption(TCP_KEEPINTVL, at: tcp, to: Self.probeInterval, of: descriptor)
            try address.setOption(TCP_KEEPCNT, at: tcp, to: Self.maxProbes, of: descriptor)
        } catch {
            close(descriptor)
            throw error
        }
        return descriptor
    }

    /// Begins to connect a non-blocking socket.
    ///
    /// - Returns: `true` if the connection is established, `false` if the descriptor becomes writable at the end of the
    ///   attempt.
    func connect(_ descriptor: Int32) throws(SocketError) -> Bool {
        var code: Int32 = 0
        try withSystemAddress { pointer, length in
            code = Glibc.connect(descriptor, pointer, length) == 0 ? 0 : errno
        }
        switch code {
        case 0: return true
        // An interrupted attempt continues: a second call would only return EALREADY.
        case EINPROGRESS, EINTR: return false
        default: throw SocketError(connectingTo: self, errno: code)
        }
    }

    /// Throws the error of an attempt that has ended.
    func requireConnected(_ descriptor: Int32) throws(SocketError) {
        var code: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length) == 0 else {
            throw SocketError(connectingTo: self, errno: errno)
        }
        guard code == 0 else { throw SocketError(connectingTo: self, errno: code) }
        // If no server listens on a port of this machine, the kernel can select the same port for the client, and TCP
        // connects the socket to itself (RFC 9293 §3.5, simultaneous open).
        guard address.family != .local, address.isOfThisMachine else { return }
        if try SocketAddress(localAddressOf: descriptor) == address {
            throw SocketError(connectingTo: self, errno: ECONNREFUSED)
        }
    }

    private func withSystemAddress(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Void) throws(SocketError) {
        switch self {
        case .address(.local):
            throw SocketError(.invalidAddress, operation: SocketError.connecting, address: description)
        case .address(let address): try address.withSystemAddress(body)
        case .path(let path):
            var address = try UnixPath.systemAddress(of: path)
            withUnsafePointer(to: &address) { pointer in
                body(
                    UnsafeRawPointer(pointer).assumingMemoryBound(to: sockaddr.self),
                    socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
