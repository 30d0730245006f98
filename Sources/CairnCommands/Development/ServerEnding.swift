import Glibc

/// A server that can be ended.
protocol EndableServer: AnyObject {
    var isRunning: Bool { get }
    /// Asks the server to finish its requests and to end.
    func terminate()
    /// Ends the server at once.
    func kill()
    /// How the server has ended, once; `nil` while it runs.
    func takeEnding() -> (text: String, isRestartable: Bool)?
}

/// Ends the server of the command `dev`, if need be by force.
struct ServerEnding {
    /// The time in which the server can finish its requests.
    let grace: Duration
    /// Waits for a signal of this program for at most so many milliseconds; `nil` if none comes.
    let nextSignal: (Int32) -> Int32?

    /// The time in which a killed process ends.
    static let killTime = Duration.seconds(2)

    /// Ends the server. A signal other than SIGCHLD ends it at once.
    ///
    /// - Returns: true if such a signal has come, so that this program has to end.
    func end(_ server: some EndableServer) -> Bool {
        server.terminate()
        let result = wait(for: server, within: grace)
        guard result != .ended else { return false }
        server.kill()
        return wait(for: server, within: Self.killTime) == .signal || result == .signal
    }

    private enum Result { case ended, late, signal }

    private func wait(for server: some EndableServer, within limit: Duration) -> Result {
        let end = ContinuousClock.now + limit
        while server.isRunning, server.takeEnding() == nil {
            guard .now < end else { return .late }
            if let signal = nextSignal(100), signal != SIGCHLD { return .signal }
        }
        return .ended
    }
}
