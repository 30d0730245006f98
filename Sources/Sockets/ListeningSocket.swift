import CLinux
import Glibc

/// A socket that listens already: of a path in the file system, or handed over by a supervisor. All loops accept from it.
public final class ListeningSocket: Sendable {
    /// Where it listens: `127.0.0.1:8080`, or `unix:` and a path.
    public let name: String
    /// The address; of a socket in the file system the one that stands for all such.
    public let address: SocketAddress
    let descriptor: Int32
    /// What is removed when it closes, unless another stands there by then.
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
        // In this order: whoever listens there next must not lose the socket they have made.
        place?.remove()
        Glibc.close(descriptor)
    }

    /// Listens on `path`. What a server that is gone has left there is replaced; the process's umask says who may connect.
    ///
    /// - Throws: ``SocketError`` if somebody listens there, something else stands there, or the path is too long.
    public convenience init(path: String, backlog: Int32 = 4096) throws(SocketError) {
        let name = "unix:" + path
        // Not before it is ours may there be an object, which would take the path away when it goes.
        let descriptor = try ListeningSocket.open(path, name, backlog)
        self.init(descriptor: descriptor, address: .local, name: name, place: Place(path))
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
        // Of two that start at once one waits here, and then finds the other listening.
        let directory = UnixPath.lockDirectory(of: path)
        defer { if let directory { Glibc.close(directory) } }
        do throws(SocketError) {
            // Nobody answers at a path that a dead server has left; what is no socket is somebody's file.
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

    // MARK: - Handed over

    /// The sockets that a supervisor has handed to this process (sd_listen_fds(3)): descriptors from 3 on, as many as
    /// `LISTEN_FDS` says, if `LISTEN_PID` is this process. They are to be taken once.
    ///
    /// - Throws: ``SocketError`` if one of them does not listen to a stream.
    public static func inherited() throws(SocketError) -> [ListeningSocket] {
        func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
        return try inherited(process: variable("LISTEN_PID"), count: variable("LISTEN_FDS"), from: 3)
    }

    static func inherited(
        process: String?, count: String?, from first: Int32
    ) throws(SocketError) -> [ListeningSocket] {
        guard process.flatMap({ Int32($0) }) == getpid(), let count = count.flatMap({ Int32($0) }),
            (1...256).contains(count)
        else { return [] }
        var sockets: [ListeningSocket] = []
        for descriptor in first..<(first + count) { sockets.append(try ListeningSocket(inherited: descriptor)) }
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
    /// Accepts from a socket that listens already, beside the other loops that do. From any thread.
    public func listen(
        on socket: ListeningSocket, maximumConnections: Int = .max, security: TLSAcceptor? = nil,
        makeRoom: (@Sendable () -> Bool)? = nil, accept: sending @escaping (Connection) -> (any ConnectionDelegate)?
    ) throws(SocketError) -> Listener {
        // Each loop has a descriptor of its own, so that each closes its own.
        let descriptor = try require("fcntl") { fcntl(socket.descriptor, F_DUPFD_CLOEXEC, 0) }
        let listener = Listener(
            descriptor: descriptor, address: socket.address, loop: self, maximumConnections: maximumConnections,
            security: security, makeRoom: makeRoom, accept: accept)
        execute { listener.attach() }
        return listener
    }
}
