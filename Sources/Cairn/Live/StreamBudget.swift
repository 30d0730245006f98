import Sessions
import SessionStores
import Synchronization

/// Counts the open streams of a server, so that neither a session nor all clients together can open too many.
final class StreamBudget: Sendable {
    private struct State {
        var count = 0
        /// The streams of each session, the oldest first.
        var bySession: [SessionID: [EventStream]] = [:]
    }

    private let state = Mutex(State())
    private let limit: Int

    /// The maximum number of streams of a session. Browsers open at most six connections to a host over HTTP/1.1, so
    /// more streams would leave none for pages.
    static let limitOfSession = 4

    /// - Parameter limit: the maximum number of streams.
    init(limit: Int) { self.limit = limit }

    /// True if no further stream can be opened.
    var isSpent: Bool { state.withLock { $0.count >= limit } }

    /// The number of open streams.
    var count: Int { state.withLock(\.count) }

    /// Adds a stream.
    ///
    /// - Returns: the oldest streams of its session above the limit, to be ended.
    func add(_ stream: EventStream, of session: SessionID?) -> ArraySlice<EventStream> {
        state.withLock { state in
            state.count += 1
            guard let session else { return [] }
            state.bySession[session, default: []].append(stream)
            return state.bySession[session]?.dropLast(Self.limitOfSession) ?? []
        }
    }

    func remove(_ stream: EventStream, of session: SessionID?) {
        state.withLock { state in
            state.count -= 1
            guard let session else { return }
            state.bySession[session]?.removeAll { $0 === stream }
            if state.bySession[session]?.isEmpty ?? false { state.bySession[session] = nil }
        }
    }
}
