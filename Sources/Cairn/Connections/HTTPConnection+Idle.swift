import HTTPProtocol
import Sessions
import Sockets
import Synchronization

/// At the connection limits, closes idle connections to accept new ones, as nginx does with keep-alive connections.
extension HTTPConnection {
    /// The time for a connection's first request, in nanoseconds. A silent connection counts as idle after it.
    static let firstRequestTime: UInt64 = 1_000_000_000

    /// True if the connection waits for the first octet of a request and has no unsent bytes.
    var isIdle: Bool {
        guard let connection, !connection.isClosed, connection.unsentByteCount == 0 else { return false }
        return idleSince.load(ordering: .relaxed) != 0 && exchange.activity == .idle
    }

    /// Records the time at which the connection became idle, or 0 if it is in use.
    func noteIdleTime(of connection: Connection, in activity: ServerConnection.Activity) {
        let isIdle = activity == .idle && connection.unsentByteCount == 0
        idleSince.store(isIdle ? worker.loop.now : 0, ordering: .relaxed)
    }

    /// Counts this connection in `network`.
    ///
    /// - Returns: false if the network is at its limit and no idle connection of it is found.
    func admit(to connections: NetworkConnections, from network: UInt64) -> Bool {
        switch connections.add(self, from: network, at: worker.loop.now) {
        case .admitted: return true
        case .inPlaceOf(let other):
            other.worker.loop.execute { other.makeRoom(in: connections, for: network) }
            note("--max-connections-per-ip: the longest idle connection is closed", network)
            return true
        case .refused:
            note("--max-connections-per-ip: none is idle, so the new connection is closed", network)
            return false
        }
    }

    private func note(_ limit: String, _ network: UInt64) {
        site.log.note(SecurityEvent(.limitReached, limit, from: network))
    }

    /// Closes this connection, unless a request has arrived since it was chosen.
    private func makeRoom(in connections: NetworkConnections, for network: UInt64) {
        guard connection != nil else { return }
        if isIdle { closeNow() } else { connections.keep(self, from: network) }
    }
}

extension Worker {
    private static let maxClosedAtOnce = 32

    /// Closes the longest idle connections: an eighth of the idle ones, 1 to 32, so that the scan does not run for each
    /// new client.
    ///
    /// - Returns: true if a connection was closed.
    func closeLongestIdle() -> Bool {
        let idle = connections.values.filter(\.isIdle)
            .map { (connection: $0, since: $0.idleSince.load(ordering: .relaxed)) }
            .filter { $0.since <= loop.now }
            .sorted { $0.since < $1.since }
        let closed = idle.prefix(max(1, min(idle.count / 8, Self.maxClosedAtOnce)))
        for entry in closed { entry.connection.closeNow() }
        if let site = closed.first?.connection.site {
            site.log.note(SecurityEvent(.limitReached, "--max-connections: the longest idle connections are closed"))
        }
        return !closed.isEmpty
    }
}
