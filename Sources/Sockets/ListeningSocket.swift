import CLinux
import Glibc

/// A listening Unix-domain socket, or a listening socket passed by a supervisor (socket activation). All loops accept
/// from it.
package final class ListeningSocket: Sendable {
    /// The name, such as `127.0.0.1:8080`, `unix:` and a path, or `unix` for a Unix-domain socket from a supervisor.
    package let name: String
    /// The address; ``SocketAddress/local`` for a Unix-domain socket.
    package let address: SocketAddress
    package let descriptor: Int32
    /// The socket file, which `deinit` removes unless another file has replaced it.
    private let place: Place?

    private struct Place {
        let path: String
        let device: UInt
        let number: UInt

        init?(_ path: String) {
            var status = stat()
            guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return nil }
            (self.path, device, number) = (path, UInt(status.st_dev), UInt(status.st_ino))
        }

        func remove() {
            if let now = Place(path), now.device == device, now.number == number { unlink(path) }
        }
    }

    private init(descriptor: Int32, address: SocketAddress, name: String, place: Place?) {
        self.descriptor = descriptor
        self.address = address
        self.name = name
        self.place = place
    }

    deinit {
        // Remove the file before closing: a server that starts next must not lose the socket file that it creates.
        place?.remove()
        Glibc.close(descriptor)
    }

    /// Listens on `path`. The socket file of a server that has ended is replaced. The process's umask decides which
    /// users can connect.
    ///
    /// - Throws: ``SocketError`` if another server listens on `path`, if another kind of file has this path, if the
    ///   path is empty, too long or contains a zero byte, or if a system call fails.
    package convenience init(path: String, backlog: Int32 = 4096) throws(SocketError) {
        let name = "unix:" + path
        // Create the object only after binding: `deinit` of a failed one would remove another server's socket file.
        let descriptor = try ListeningSocket.open(path, name, backlog)
        self.init(descriptor: descriptor, address: .local, name: name, place: Place(path))
    }

    /// Listens on a TCP port, for a process that the descriptor is passed to.
    ///
    /// - Throws: ``SocketError`` if the port is in use or a system call fails.
    package convenience init(on address: SocketAddress, backlog: Int32 = 4096) throws(SocketError) {
        let descriptor = try address.openSocket()
        do throws(SocketError) {
            try address.bindSocket(descriptor)
            try ListeningSocket.require("listen", address.description) { listen(descriptor, backlog) }
            let bound = try SocketAddress(localAddressOf: descriptor)
            self.init(descriptor: descriptor, address: bound, name: bound.description, place: nil)
        } catch {
            Glibc.close(descriptor)
            throw error
        }
    }

    private static func open(_ path: String, _ name: String, _ backlog: Int32) throws(SocketError) -> Int32 {
        var system = try UnixPath.systemAddress(of: path)
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = try require("socket", name) { socket(AF_UNIX, kind, 0) }
        func call(_ body: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
            withUnsafePointer(to: &system) { pointer in
                let pointer = UnsafeRawPointer(pointer).assumingMemoryBound(to: sockaddr.self)
                return body(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        // If two servers start at once, one waits for the lock and then finds that the other listens.
        let directory = UnixPath.lockDirectory(of: path)
        defer { if let directory { Glibc.close(directory) } }
        do throws(SocketError) {
            // A refused connection means that the socket's server is dead. A file that is not a socket is kept.
            if Place(path) != nil, call(connect) != 0, errno == ECONNREFUSED { unlink(path) }
            try require("bind", name) { call(bind) }
            try require("listen", name) { listen(descriptor, backlog) }
        } catch {
            Glibc.close(descriptor)
            throw error
        }
        return descriptor
    }

    @discardableResult
    private static func require(
        _ operation: String, _ name: String, _ call: () -> Int32
    ) throws(SocketError) -> Int32 {
        let result = call()
        guard result < 0 else { return result }
        let code = errno
        throw SocketError(SocketError.Code(errno: code), operation: operation, address: name, errno: code)
    }

    // MARK: - Passed by a supervisor

    /// Returns the sockets that a supervisor passed to this process (sd_listen_fds(3)): `LISTEN_FDS` descriptors
    /// (at most 256) from 3 on, if `LISTEN_PID` is this process. Must be called only once.
    ///
    /// - Throws: ``SocketError`` if the number is invalid, if a descriptor is not a listening stream socket, or if a
    ///   system call fails.
    package static func inherited() throws(SocketError) -> [ListeningSocket] {
        func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
        return try inherited(process: variable("LISTEN_PID"), count: variable("LISTEN_FDS"), from: 3)
    }

    static func inherited(
        process: String?, count: String?, from first: Int32
    ) throws(SocketError) -> [ListeningSocket] {
        guard process.flatMap({ Int32($0) }) == getpid(), let count else { return [] }
        guard let number = Int32(count), (0...256).contains(number) else {
            throw SocketError(.invalidCount, operation: "take over", address: "LISTEN_FDS=\(count)")
        }
        var sockets: [ListeningSocket] = []
        for descriptor in first..<(first + number) { sockets.append(try ListeningSocket(inherited: descriptor)) }
        return sockets
    }

    private convenience init(inherited descriptor: Int32) throws(SocketError) {
        let name = "descriptor \(descriptor)"
        func option(_ option: Int32) throws(SocketError) -> Int32 {
            var value: Int32 = 0
            var length = socklen_t(MemoryLayout<Int32>.size)
            try ListeningSocket.require("getsockopt", name) {
                getsockopt(descriptor, SOL_SOCKET, option, &value, &length)
            }
            return value
        }
        guard try option(SO_ACCEPTCONN) == 1, try option(SO_TYPE) == Int32(SOCK_STREAM.rawValue) else {
            throw SocketError(.notListening, operation: "take over", address: name)
        }
        try ListeningSocket.require("fcntl", name) { fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        let flags = try ListeningSocket.require("fcntl", name) { fcntl(descriptor, F_GETFL) }
        try ListeningSocket.require("fcntl", name) { fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) }
        let address = try SocketAddress(localAddressOf: descriptor)
        if address.family != .local {
            try address.setOption(TCP_NODELAY, at: Int32(IPPROTO_TCP), to: 1, of: descriptor)
        }
        self.init(
            descriptor: descriptor, address: address, name: address.family == .local ? "unix" : address.description,
            place: nil)
    }
}

extension EventLoop {
    /// Accepts from a socket that already listens, which other loops can share. Callable from any thread.
    package func listen(
        on socket: ListeningSocket, maximumConnections: Int = .max, security: TLSAcceptor? = nil,
        makeRoom: (@Sendable () -> Bool)? = nil, accept: sending @escaping (Connection) -> (any ConnectionDelegate)?
    ) throws(SocketError) -> Listener {
        // Each loop has a duplicate of the descriptor, so that each can close its own.
        let descriptor = try require("fcntl") { fcntl(socket.descriptor, F_DUPFD_CLOEXEC, 0) }
        let listener = Listener(
            descriptor: descriptor, address: socket.address, loop: self, maximumConnections: maximumConnections,
            security: security, makeRoom: makeRoom, accept: accept)
        execute { listener.attach() }
        return listener
    }
}
