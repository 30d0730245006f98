import SystemCalls

extension EventLoop {
    /// Connects to an endpoint on this loop. Callable from any task; for the use of the connection, the caller needs to
    /// run on the loop (`executorPreference`).
    ///
    /// The connection has no listener: it does not count towards `maximumConnections`, the `UnsentBudget` neither
    /// counts nor resets it, and its unsent bytes never pause its reading.
    ///
    /// - Parameters:
    ///   - limit: the maximum time until the connection is established.
    ///   - delegate: receives the events of the connection once it is established. A caller on another thread can get
    ///     the connection after the first events.
    /// - Throws: ``SocketError``: also `timedOut`, `cancelled` if the task is cancelled, and `loopHasEnded`. The
    ///   delegate is then never called.
    package func connect(
        to endpoint: Endpoint, within limit: Duration, delegate: sending any ConnectionDelegate
    ) async throws(SocketError) -> Connection {
        let deadline = SystemClock.monotonic &+ limit.nanoseconds
        let outcome = PendingResult<Connection>(of: "connect", on: endpoint.description)
        // The attempt is created here and not outside, so that dropping the closure releases it.
        return try await outcome.value {
            let attempt = ConnectionAttempt(
                to: endpoint, on: self, until: deadline, delegate: delegate, outcome: outcome)
            if isCurrent { attempt.begin() } else { execute { attempt.begin() } }
        }
    }
}
