import SystemCalls

extension EventLoop {
    /// Connects to an endpoint on this loop. Callable from any task; the members of the connection are for the loop's
    /// thread, so the caller usually prefers the loop as its executor.
    ///
    /// The connection has no listener: it does not count towards `maximumConnections`, the `UnsentBudget` neither
    /// counts nor resets it, and its unsent bytes never pause its reading.
    ///
    /// - Parameters:
    ///   - security: the TLS configuration and the name of the server; `nil` without TLS.
    ///   - limit: the maximum time until the connection is established, with the TLS handshake.
    ///   - delegate: receives the events of the connection once it is established. A caller on another thread can get
    ///     the connection after the first events.
    /// - Throws: ``SocketError``; also `timedOut`, `cancelled` if the task is cancelled, and `loopHasEnded`. The
    ///   delegate is then never called.
    package func connect(
        to endpoint: Endpoint, security: TLSPeer? = nil, within limit: Duration,
        delegate: sending any ConnectionDelegate
    ) async throws(SocketError) -> Connection {
        let request = ConnectionRequest(
            security: security, deadline: SystemClock.monotonic + limit.nanoseconds, delegate: delegate)
        return try await connect(to: endpoint, request, until: request.deadline)
    }

    /// Connects to the first of the addresses that accepts: tries each in turn, and gives each an equal share of the
    /// time that is left. A server that does not pass the TLS handshake ends the attempt: its other addresses have
    /// the same certificate.
    ///
    /// - Parameters:
    ///   - addresses: the addresses of one server; at least one.
    ///   - security: the TLS configuration and the name of the server; `nil` without TLS.
    ///   - limit: the maximum time until the connection is established, for all addresses together.
    ///   - delegate: receives the events of the connection once it is established.
    /// - Throws: ``SocketError``: that of the last address.
    package func connect(
        toFirstOf addresses: [SocketAddress], security: TLSPeer? = nil, within limit: Duration,
        delegate: sending any ConnectionDelegate
    ) async throws(SocketError) -> Connection {
        let request = ConnectionRequest(
            security: security, deadline: SystemClock.monotonic + limit.nanoseconds, delegate: delegate)
        return try await connect(toFirstOf: addresses, request)
    }

    /// Looks up a host, and connects to the first of its addresses that accepts.
    ///
    /// - Parameters:
    ///   - host: a name or a numeric address; with TLS, the certificate of the server must contain it.
    ///   - pool: runs the look-up.
    ///   - connector: verifies the server; `nil` without TLS.
    ///   - limit: the maximum time until the connection is established, with the look-up.
    ///   - delegate: receives the events of the connection once it is established.
    /// - Throws: ``SocketError``: of the look-up, or that of the last address.
    package func connect(
        toHost host: String, port: UInt16, lookingUpOn pool: BlockingPool, connector: TLSConnector? = nil,
        within limit: Duration, delegate: sending any ConnectionDelegate
    ) async throws(SocketError) -> Connection {
        let request = ConnectionRequest(
            security: connector.map { TLSPeer(name: host, connector: $0) },
            deadline: SystemClock.monotonic + limit.nanoseconds, delegate: delegate)
        if let numeric = try? SocketAddress(host: host, port: port) {
            return try await connect(to: .address(numeric), request, until: request.deadline)
        }
        let pending = SocketAddress.pendingLookUp(of: host)
        let timer = schedule(after: limit) { pending.fail(with: .timedOut) }
        defer { timer.cancel() }
        let addresses = try await pending.value { pending.lookUp(host: host, port: port, on: pool) }
        return try await connect(toFirstOf: addresses, request)
    }

    private func connect(
        toFirstOf addresses: [SocketAddress], _ request: ConnectionRequest
    ) async throws(SocketError) -> Connection {
        guard let last = addresses.last else {
            throw SocketError(.invalidAddress, operation: SocketError.connecting, address: "no address")
        }
        for (index, address) in addresses.dropLast().enumerated() {
            let now = SystemClock.monotonic
            let left = request.deadline > now ? request.deadline - now : 0
            do throws(SocketError) {
                let end = now + left / UInt64(addresses.count - index)
                return try await connect(to: .address(address), request, until: end)
            } catch {
                guard error.concernsOneAddress else { throw error }
            }
        }
        return try await connect(to: .address(last), request, until: request.deadline)
    }

    private func connect(
        to endpoint: Endpoint, _ request: ConnectionRequest, until deadline: UInt64
    ) async throws(SocketError) -> Connection {
        let outcome = PendingResult<Connection>(of: SocketError.connecting, on: endpoint.description)
        // The attempt is created inside the closure, so that a loop that has ended releases it with its own closure.
        return try await outcome.value {
            let attempt = ConnectionAttempt(to: endpoint, on: self, request, until: deadline, outcome: outcome)
            if isCurrent { attempt.begin() } else { execute { attempt.begin() } }
        }
    }
}

extension SocketError {
    /// True if another address of the same server can succeed.
    fileprivate var concernsOneAddress: Bool {
        switch code {
        case .certificateRefused, .handshakeFailed, .cancelled, .loopHasEnded, .outOfDescriptors, .outOfMemory: false
        default: true
        }
    }
}
