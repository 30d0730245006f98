import Sessions
import SessionStores
import Synchronization

/// Counts the open streams of a server, so that neither a session nor a network nor all clients together can open too
/// many.
final class StreamBudget: Sendable {
    private struct State {
        var count = 0
        var byNetwork: [UInt64: Int] = [:]
        /// The streams of each session, the oldest first.
        var bySession: [SessionID: [EventStream]] = [:]
    }

    private let state = Mutex(State())
    private let limit: Int
    private let limitOfNetwork: Int

    /// The maximum number of streams of a session. Browsers open at most six connections to a host over HTTP/1.1, so
    /// more streams would leave none for pages.
    static let limitOfSession = 4

    /// - Parameters:
    ///   - limit: the maximum number of streams.
    ///   - limitOfNetwork: the maximum number of streams of an IPv4 address or IPv6 /64.
    init(limit: Int, limitOfNetwork: Int = .max) { (self.limit, self.limitOfNetwork) = (limit, limitOfNetwork) }

    /// The number of reserved streams.
    var count: Int { state.withLock(\.count) }

    /// The number of begun streams of a session.
    func count(of session: SessionID) -> Int { state.withLock { $0.bySession[session]?.count ?? 0 } }

    /// Reserves a stream, before its page is rendered; `nil` at a limit.
    ///
    /// - Parameter network: the network of the client; `nil` if it is unknown, such as behind a proxy that names none.
    func reserve(from network: UInt64?) -> Reservation? {
        let isFree = state.withLock { state in
            guard state.count < limit else { return false }
            if let network {
                guard state.byNetwork[network, default: 0] < limitOfNetwork else { return false }
                state.byNetwork[network, default: 0] += 1
            }
            state.count += 1
            return true
        }
        return isFree ? Reservation(in: self, from: network) : nil
    }

    fileprivate func release(_ network: UInt64?) {
        state.withLock { state in
            state.count -= 1
            guard let network, let count = state.byNetwork[network] else { return }
            state.byNetwork[network] = count > 1 ? count - 1 : nil
        }
    }

    /// Adds a stream that has begun.
    ///
    /// - Returns: the oldest streams of its session above the limit, to be ended.
    func add(_ stream: EventStream, of session: SessionID) -> ArraySlice<EventStream> {
        state.withLock { state in
            state.bySession[session, default: []].append(stream)
            return state.bySession[session]?.dropLast(Self.limitOfSession) ?? []
        }
    }

    /// Ends the streams of a session that has ended.
    func endStreams(of session: SessionID) {
        for stream in state.withLock({ $0.bySession[session] }) ?? [] { stream.endSession() }
    }

    func remove(_ stream: EventStream, of session: SessionID) {
        state.withLock { state in
            state.bySession[session]?.removeAll { $0 === stream }
            if state.bySession[session]?.isEmpty ?? false { state.bySession[session] = nil }
        }
    }

    /// One stream of the budget, as long as this object exists.
    final class Reservation: Sendable {
        let budget: StreamBudget
        private let network: UInt64?

        fileprivate init(in budget: StreamBudget, from network: UInt64?) {
            (self.budget, self.network) = (budget, network)
        }

        deinit { budget.release(network) }
    }
}
