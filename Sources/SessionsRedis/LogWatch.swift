import SessionStores
import Synchronization

/// Fetches the newest revision of a log after each message that the log was changed, and passes it on.
///
/// The server sends no further message until the key is read again, so a read must follow each message. One read at a
/// time, so that the revisions keep their order.
final class LogWatch: Sendable {
    private struct State {
        var isFetching = false
        var mustFetchAgain = false
    }

    private let state = Mutex(State())
    private let fetch: @Sendable () async -> Revision?
    private let notify: @Sendable (Revision?) -> Void

    /// - Parameters:
    ///   - fetch: returns the newest revision; `nil` if it is unknown.
    ///   - notify: gets each revision; must not block.
    init(fetch: @escaping @Sendable () async -> Revision?, notify: @escaping @Sendable (Revision?) -> Void) {
        (self.fetch, self.notify) = (fetch, notify)
    }

    /// Notes that the log can have been changed.
    func update() {
        let starts = state.withLock { state in
            defer { (state.isFetching, state.mustFetchAgain) = (true, state.isFetching) }
            return !state.isFetching
        }
        guard starts else { return }
        Task {
            repeat { notify(await fetch()) } while mustFetchAgain()
        }
    }

    /// Returns true if another message came meanwhile; otherwise the next one begins anew.
    private func mustFetchAgain() -> Bool {
        state.withLock { state in
            defer { (state.isFetching, state.mustFetchAgain) = (state.mustFetchAgain, false) }
            return state.mustFetchAgain
        }
    }
}
