import Glibc
import SystemCalls

/// An outgoing connection until it is established: connect(2), then the TLS handshake.
///
/// All members are for the loop's thread only, except `init` and `deinit`.
final class ConnectionAttempt: EventSource, @unchecked Sendable {  // ok: confined to its loop's thread
    private let endpoint: Endpoint
    private let loop: EventLoop
    private let delegate: any ConnectionDelegate
    /// The latest end of the attempt, by the monotonic clock.
    private let deadline: UInt64
    private let outcome: PendingResult<Connection>
    private var descriptor: Int32 = -1
    private var token: UInt64?
    private var timer: Timer?

    init(
        to endpoint: Endpoint, on loop: EventLoop, until deadline: UInt64, delegate: any ConnectionDelegate,
        outcome: PendingResult<Connection>
    ) {
        self.endpoint = endpoint
        self.loop = loop
        self.deadline = deadline
        self.delegate = delegate
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
        outcome.onCancel { [self] in
            if loop.isCurrent { release() } else { loop.execute { self.release() } }
        }
        do throws(SocketError) {
            descriptor = try endpoint.openSocket()
            if try endpoint.connect(descriptor) { return try didConnect() }
            try wait(for: .write)
        } catch {
            fail(with: error)
        }
    }

    func handle(_ readiness: Readiness) {
        do throws(SocketError) {
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
        try establish()
    }

    private func wait(for interest: Readiness) throws(SocketError) {
        token = loop.register(self, descriptor: descriptor, interest: interest)
        if token == nil { throw SocketError(.outOfMemory, operation: "epoll_ctl", address: endpoint.description) }
    }

    /// Passes the descriptor to a connection, which owns it from then on.
    private func establish() throws(SocketError) {
        if token != nil {
            stopWaiting()
            loop.poller.remove(descriptor)
        }
        let connection = Connection(descriptor: descriptor, remoteAddress: endpoint.address, loop: loop, listener: nil)
        guard connection.attach() else {
            throw SocketError(.outOfMemory, operation: "epoll_ctl", address: endpoint.description)
        }
        descriptor = -1
        release()
        // If the task was cancelled meanwhile, no caller has the connection, so its delegate must not hear of it.
        if outcome.finish(with: .success(connection)) { connection.delegate = delegate } else { connection.close() }
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
        if descriptor >= 0 { Glibc.close(descriptor) }
        descriptor = -1
    }
}
