import SessionStores
import Synchronization

/// The sessions that have ended last, so that a store need not be asked for them.
final class RecentEnds: Sendable {
    private struct State {
        var ids: [SessionID] = []
        var next = 0
    }

    private let state = Mutex(State())

    /// The maximum number of sessions. A forgotten one is noticed when its page is requested.
    private static let limit = 256

    func insert(_ id: SessionID) {
        state.withLock { state in
            guard state.ids.count == Self.limit else { return state.ids.append(id) }
            state.ids[state.next] = id
            state.next = (state.next + 1) % Self.limit
        }
    }

    func contains(_ id: SessionID) -> Bool { state.withLock { $0.ids.contains(id) } }
}
