import Glibc
import SystemCalls

/// The parts of a request for a connection that apply to all addresses that are tried.
final class ConnectionRequest: @unchecked Sendable {  // ok: immutable, and only the loop's thread uses the delegate
    let security: TLSPeer?
    /// The time by the monotonic clock until which the connection must be established.
    let deadline: UInt64
    let delegate: any ConnectionDelegate

    init(security: TLSPeer?, deadline: UInt64, delegate: sending any ConnectionDelegate) {
        self.security = security
        self.deadline = deadline
        self.delegate = delegate
    }
}

/// An outgoing connection until it is established: connect(2), then the TLS handshake.
///
/// All members are for the loop's thread only, except `init` and `deinit`.
final class ConnectionAttempt: EventSource, @unchecked Sendable {  // ok: confined to its loop's thread
    private let endpoint: Endpoint
    private let loop: EventLoop
    private let request: ConnectionRequest
    /// The latest end of this attempt, by the monotonic clock.
    private let deadline: UInt64
    private let outcome: PendingResult<Connection>
    private var descriptor: Int32 = -1
    private var token: UInt64?
    private var interest: Readiness = []
    private var timer: Timer?
    #if TLS
        private var session: TLSSession?
    #endif

    init(
        to endpoint: Endpoint, on loop: EventLoop, _ request: ConnectionRequest, until deadline: UInt64,
        outcome: PendingResult<Connection>
    ) {
        self.endpoint = endpoint
        self.loop = loop
        self.request = request
        self.deadline = deadline
        self.outcome = outcome
    }

    /// A loop that has ended drops its closures, and with them an attempt that has not begun.
    deinit {
        if descriptor >= 0 { Glibc.close(descriptor) }
        outcome.fail(with: .loopHasEnded)
    }

    func begin() {
        guard !outcome.isFinished else { return }
        guard !loop.isStopping else { return close() }
        let now = SystemClock.monotonic
        guard deadline > now else { return outcome.fail(with: .timedOut) }
        timer = loop.schedule(after: Duration(nanoseconds: deadline - now)) { [weak self] in self?.timeIsOver() }
        do throws(SocketError) {
            descriptor = try endpoint.openSocket()
            if try endpoint.connect(descriptor) { try didConnect() } else { try wait(for: .write) }
        } catch {
            fail(with: error)
        }
        outcome.onCancel { [self] in
            if loop.isCurrent { release() } else { loop.execute { self.release() } }
        }
    }

    func handle(_ readiness: Readiness) {
        do throws(SocketError) {
            #if TLS
                if let session { return try handshake(of: session) }
            #endif
            try didConnect()
        } catch {
            fail(with: error)
        }
    }

    /// Ends the attempt because the loop ends.
    func close() {
        release()
        outcome.fail(with: .loopHasEnded)
    }

    private func didConnect() throws(SocketError) {
        try endpoint.requireConnected(descriptor)
        #if TLS
            if let security = request.security {
                let session = security.connector.session(on: descriptor, expecting: security.name)
                guard let session else { throw failure(.handshakeFailed, "no session for \(security.name)") }
                self.session = session
                return try handshake(of: session)
            }
        #endif
        try establish()
    }

    #if TLS
        private func handshake(of session: TLSSession) throws(SocketError) {
            switch session.handshake() {
            case .done: try establish()
            case .wantsToRead: try wait(for: .read)
            case .wantsToWrite: try wait(for: .write)
            case .refused(let reason):
                throw failure(.certificateRefused, "\(reason) (expected \(request.security?.name ?? "no name"))")
            case .failed(let reason): throw failure(.handshakeFailed, reason)
            }
        }
    #endif

    private func failure(_ code: SocketError.Code, _ reason: String? = nil) -> SocketError {
        SocketError(code, operation: SocketError.connecting, address: endpoint.description, reason: reason)
    }

    private func wait(for wanted: Readiness) throws(SocketError) {
        guard wanted != interest else { return }
        interest = wanted
        if let token {
            guard !loop.poller.modify(descriptor, token: token, interest: wanted) else { return }
        } else {
            token = loop.register(self, descriptor: descriptor, interest: wanted)
            guard token == nil else { return }
        }
        throw failure(.outOfMemory)
    }

    /// Passes the descriptor to a connection, which owns it from then on.
    private func establish() throws(SocketError) {
        if token != nil {
            stopWaiting()
            loop.poller.remove(descriptor)
        }
        let connection = Connection(
            descriptor: descriptor, remoteAddress: endpoint.address, loop: loop, listener: nil,
            isSecure: request.security != nil)
        #if TLS
            connection.secure = session
        #endif
        guard connection.attach() else { throw failure(.outOfMemory) }
        descriptor = -1
        release()
        // If the task was cancelled meanwhile, no caller has the connection, so its delegate must not hear of it.
        if outcome.finish(with: .success(connection)) {
            connection.delegate = request.delegate
        } else {
            connection.close()
        }
    }

    private func timeIsOver() {
        release()
        outcome.fail(with: .timedOut)
    }

    private func fail(with error: SocketError) {
        release()
        outcome.finish(with: .failure(error))
    }

    private func stopWaiting() {
        if let token { loop.unregister(descriptor: descriptor, token: token) }
        token = nil
    }

    private func release() {
        timer?.cancel()
        timer = nil
        stopWaiting()
        #if TLS
            session = nil
        #endif
        if descriptor >= 0 { Glibc.close(descriptor) }
        descriptor = -1
    }
}
