/// The most octets that all connections of a process together hold for peers that do not take them.
///
/// Above the limit the peer is reset that needs longest for what is held for it, at the pace it has shown: the one that
/// takes nothing of much goes before the one that takes little, and a peer that reads steadily goes last.
public final class UnsentBudget: Sendable {
    fileprivate struct Holding {
        let connection: Connection
        let since: UInt64
        var held: Int
        var taken: Int
        /// It was chosen, and its loop has not reset it yet.
        var isGoing = false

        /// Nanoseconds for all that is held, more or less.
        func timeNeeded(at now: UInt64) -> Double {
            let age = now > since ? now - since : 0
            return Double(held) * Double(age + Self.firstAge) / Double(taken + Self.firstTaken)
        }

        /// The pace of a peer that has shown none yet: 64 KiB in a millisecond, so that it is not the slowest.
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
    ///   - limit: the most octets.
    ///   - report: called for each connection that is reset, on any loop's thread.
    public init(limit: Int, report: @escaping @Sendable (SocketAddress, _ held: Int) -> Void = { _, _ in }) {
        self.limit = limit
        self.report = report
    }

    /// The octets that are held now, without those of connections that are about to be reset.
    public var total: Int { state.withLock(\.total) }

    /// Notes what is held for `connection`, and that the kernel has taken so many octets of it since the last time. Called
    /// on the connection's loop, and only for connections whose peer does not take all at once.
    func note(_ held: Int, taken: Int, for connection: Connection) {
        for slow in note(held, taken: taken, for: connection, at: connection.loop.now) {
            // Never from inside a call of its owner's.
            slow.loop.execute {
                // Its peer may have taken all meanwhile.
                if self.isHolding(slow) { slow.reset() }
            }
        }
    }

    func isHolding(_ connection: Connection) -> Bool {
        state.withLock { $0.holdings[ObjectIdentifier(connection)] != nil }
    }

    /// As above. - Returns: the connections that have to be reset.
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

    /// The connection that is to be reset next; it does not count any more.
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
