import CLinux
import Glibc

extension EventLoop {
    /// Listens on an address, which the listeners of other loops can share. Port 0 selects a free one. Callable from
    /// any thread.
    ///
    /// `accept` is called on the loop's thread for each new connection. It returns the delegate, or `nil` to refuse
    /// the connection. With `security`, connections use TLS. While the loop has `maximumConnections`, new clients wait
    /// in the kernel's queue until a connection closes. `makeRoom` is called on the loop's thread while a client waits;
    /// it can close connections and returns true if it did.
    package func listen(
        on address: SocketAddress,
        backlog: Int32 = 4096,
        maximumConnections: Int = .max,
        security: TLSAcceptor? = nil,
        makeRoom: (@Sendable () -> Bool)? = nil,
        accept: sending @escaping (Connection) -> (any ConnectionDelegate)?
    ) throws(SocketError) -> Listener {
        let descriptor = try address.openSocket()
        let bound: SocketAddress
        do {
            try address.setOption(SO_REUSEPORT, at: SOL_SOCKET, to: 1, of: descriptor)
            // Accepted sockets inherit the option, which saves a system call for each.
            try address.setOption(TCP_NODELAY, at: Int32(IPPROTO_TCP), to: 1, of: descriptor)
            try address.bindSocket(descriptor)
            try require("listen", on: address) { Glibc.listen(descriptor, backlog) }
            bound = try SocketAddress(localAddressOf: descriptor)
        } catch {
            close(descriptor)
            throw error
        }
        let listener = Listener(
            descriptor: descriptor, address: bound, loop: self, maximumConnections: maximumConnections,
            security: security, makeRoom: makeRoom, accept: accept)
        execute { listener.attach() }
        return listener
    }
}

/// A listening socket of one loop.
package final class Listener: EventSource, @unchecked Sendable {  // ok: its state is touched on the loop's thread only
    /// The address that it listens on, with the actual port.
    package let address: SocketAddress

    private static let acceptsPerTurn = 64
    private static let pauseAfterShortage = Duration.milliseconds(100)

    private let descriptor: Int32
    private let loop: EventLoop
    private let maximumConnections: Int
    /// The TLS configuration of its connections; `nil` without TLS.
    let security: TLSAcceptor?
    private let makeRoom: (@Sendable () -> Bool)?
    private let accept: (Connection) -> (any ConnectionDelegate)?
    private var token: UInt64?
    private var isWatching = true
    private(set) var isShort = false
    private var isClosed = false

    init(
        descriptor: Int32, address: SocketAddress, loop: EventLoop, maximumConnections: Int,
        security: TLSAcceptor?, makeRoom: (@Sendable () -> Bool)?,
        accept: sending @escaping (Connection) -> (any ConnectionDelegate)?
    ) {
        self.descriptor = descriptor
        self.address = address
        self.loop = loop
        self.maximumConnections = max(1, maximumConnections)
        self.security = security
        self.makeRoom = makeRoom
        self.accept = accept
    }

    deinit {
        if !isClosed { Glibc.close(descriptor) }
    }

    /// Stops accepting and closes the listening descriptor. Open connections stay open. Callable from any thread.
    package func close() {
        guard loop.isCurrent else { return loop.execute { self.close() } }
        guard !isClosed else { return }
        isClosed = true
        loop.listeners.removeAll { $0 === self }
        if let token { loop.unregister(descriptor: descriptor, token: token) }
        loop.poller.remove(descriptor)
        Glibc.close(descriptor)
    }

    func attach() {
        guard !isClosed else { return }
        token = loop.register(self, descriptor: descriptor, interest: .read)
        if token != nil { loop.listeners.append(self) }
        if token == nil { loop.schedule(after: Self.pauseAfterShortage) { self.attach() } }
    }

    func handle(_ readiness: Readiness) {
        // This event usually means that a client is waiting.
        if isFull, isWanted, makeRoom?() != true { return pause() }
        for _ in 0..<Self.acceptsPerTurn where isWanted && !isFull {
            switch acceptNext() {
            case .accepted, .unlucky: continue
            case .drained: return
            case .shortage: pause()
            }
        }
        updateInterest()
    }

    /// Resumes accepting after a connection of the loop has closed.
    func roomDidGrow() {
        isShort = false
        updateInterest()
    }

    private var isFull: Bool { loop.acceptedConnectionCount >= maximumConnections }

    private var isWanted: Bool { !isClosed && !isShort && (!isFull || makeRoom != nil) }

    private func updateInterest() {
        guard !isClosed, isWanted != isWatching, let token else { return }
        isWatching = isWanted
        if !loop.poller.modify(descriptor, token: token, interest: isWatching ? .read : []) { isWatching.toggle() }
    }

    private func pause() {
        isShort = true
        updateInterest()
        loop.schedule(after: Self.pauseAfterShortage) {
            self.isShort = false
            self.updateInterest()
        }
    }

    private func acceptNext() -> AcceptOutcome {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let flags = Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let outcome = attempt {
            withUnsafeMutableBytes(of: &storage) {
                Int(accept4(descriptor, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), &length, flags))
            }
        }
        switch outcome {
        case .done(let accepted): return serve(Int32(truncatingIfNeeded: accepted), from: SocketAddress(storage))
        case .wouldBlock: return .drained
        case .failed(let code): return AcceptOutcome(errno: code)
        }
    }

    private func serve(_ descriptor: Int32, from address: SocketAddress?) -> AcceptOutcome {
        guard let address else {
            Glibc.close(descriptor)
            return .unlucky
        }
        let connection = Connection(
            descriptor: descriptor, remoteAddress: address, loop: loop, listener: self, isSecure: security != nil)
        guard connection.attach() else {
            Glibc.close(descriptor)
            return .shortage
        }
        if let delegate = accept(connection) {
            connection.delegate = delegate
        } else {
            connection.close()
        }
        return .accepted
    }
}

/// The outcome of an accept(2).
enum AcceptOutcome {
    case accepted
    /// No client is waiting.
    case drained
    /// This connection failed or has an address of an unknown family; the next one can succeed.
    case unlucky
    /// The system is out of a resource, or the error is another one; retrying at once could spin.
    case shortage
}

extension AcceptOutcome {
    /// Maps the errors of accept(2). On Linux it also reports pending errors of the new connection, which concern one
    /// client only.
    init(errno: Int32) {
        self =
            switch errno {
            case ECONNABORTED, EPROTO, ENETDOWN, ENOPROTOOPT, EHOSTDOWN, ENONET, EHOSTUNREACH, EOPNOTSUPP, ENETUNREACH,
                EPERM, ETIMEDOUT:
                .unlucky
            // EMFILE, ENFILE, ENOBUFS, ENOMEM, and every other error.
            default: .shortage
            }
    }
}
