/// A limit on the memory for unsent bytes of all connections of the loops that share it.
///
/// Above the limit, the connection is reset whose peer would need the longest to receive its held bytes at the observed
/// rate: first a peer with many held bytes that reads none of them, last a peer that reads steadily.
package final class UnsentBudget: Sendable {
    fileprivate struct Holding {
        let connection: Connection
        let since: UInt64
        var held: Int
        var taken: Int
        /// True if the connection was selected and its loop has not reset it yet.
        var isGoing = false

        /// The estimated time in nanoseconds until the peer has taken all held bytes.
        func timeNeeded(at now: UInt64) -> Double {
            let age = now > since ? now - since : 0
            return Double(held) * Double(age + Self.firstAge) / Double(taken + Self.firstTaken)
        }

        /// The assumed rate of a peer without history: 64 KiB per millisecond, so that a new peer is usually not the
        /// slowest.
        private static let firstAge: UInt64 = 1_000_000
        private static let firstTaken = 65_536
    }

    fileprivate struct State {
        var holdings: [ObjectIdentifier: Holding] = [:]
        var total = 0
    }

    private let limit: Int
    private let report: @Sendable (SocketAddress, _ held: Int) -> Void
    private let state = Lock(State())

    /// - Parameters:
    ///   - limit: the maximum number of held octets.
    ///   - report: called for each connection that is selected for a reset, on the thread of any loop.
    package init(limit: Int, report: @escaping @Sendable (SocketAddress, _ held: Int) -> Void = { _, _ in }) {
        self.limit = limit
        self.report = report
    }

    /// The number of octets held now, without those of connections that are about to be reset.
    package var total: Int { state.withLock(\.total) }

    /// Updates the number of octets held for `connection`; `taken` is the number that a flush has just
    /// sent, otherwise 0. Called on the connection's loop while octets are unsent, and once afterwards.
    func note(_ held: Int, taken: Int, for connection: Connection) {
        for slow in note(held, taken: taken, for: connection, at: connection.loop.now) {
            // Deferred, so that a connection is not closed from inside a call of its owner.
            slow.loop.execute {
                // The peer can have taken all bytes meanwhile, or the connection can have closed.
                if self.isHolding(slow) { slow.reset() }
            }
        }
    }

    func isHolding(_ connection: Connection) -> Bool {
        state.withLock { $0.holdings[ObjectIdentifier(connection)] != nil }
    }

    /// Updates the number of octets held for `connection` at the time `now`.
    ///
    /// - Returns: The connections to reset unless their peers take all octets before.
    func note(_ held: Int, taken: Int, for connection: Connection, at now: UInt64) -> [Connection] {
        let chosen = state.withLock { state -> [Holding] in
            state.note(held, taken: taken, for: connection, at: now)
            var chosen: [Holding] = []
            while state.total > limit, let next = state.choose(at: now) { chosen.append(next) }
            return chosen
        }
        for holding in chosen { report(holding.connection.remoteAddress, holding.held) }
        return chosen.map(\.connection)
    }
}

extension UnsentBudget.State {
    fileprivate mutating func note(_ held: Int, taken: Int, for connection: Connection, at now: UInt64) {
        let key = ObjectIdentifier(connection)
        guard var holding = holdings[key] else {
            guard held > 0 else { return }
            holdings[key] = UnsentBudget.Holding(connection: connection, since: now, held: held, taken: taken)
            total += held
            return
        }
        if !holding.isGoing { total += held - holding.held }
        holding.held = held
        holding.taken += taken
        holdings[key] = held > 0 ? holding : nil
    }

    /// Selects the connection to reset next and removes its octets from the total.
    fileprivate mutating func choose(at now: UInt64) -> UnsentBudget.Holding? {
        let slowest = holdings.lazy.filter { !$0.value.isGoing }.max {
            $0.value.timeNeeded(at: now) < $1.value.timeNeeded(at: now)
        }
        guard let slowest else { return nil }
        holdings[slowest.key]?.isGoing = true
        total -= slowest.value.held
        return slowest.value
    }
}
