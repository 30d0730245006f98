package import SessionStores
import Synchronization

/// The subscriptions of one process to the logs of a store.
package final class EventFollowers: Sendable {
    package typealias Notify = @Sendable (_ last: Revision?) -> Void

    private struct State {
        var byLog: [String: [Int: Notify]] = [:]
        var lastNumber = 0
    }

    private let state = Mutex(State())

    package init() {}

    /// Adds a subscription.
    package func add(to log: String, _ notify: @escaping Notify) -> EventSubscription {
        let number = state.withLock { state in
            state.lastNumber += 1
            state.byLog[log, default: [:]][state.lastNumber] = notify
            return state.lastNumber
        }
        return EventSubscription { [weak self] in self?.remove(number, from: log) }
    }

    private func remove(_ number: Int, from log: String) {
        // Release the closure outside of the lock: its captures can hold the last reference to another subscription.
        let removed = state.withLock { state in
            let removed = state.byLog[log]?.removeValue(forKey: number)
            if state.byLog[log]?.isEmpty == true { state.byLog[log] = nil }
            return removed
        }
        _ = removed
    }

    /// Notifies the subscriptions to a log.
    package func notify(_ log: String, last: Revision?) {
        let followers = state.withLock { $0.byLog[log].map { Array($0.values) } ?? [] }
        for notify in followers { notify(last) }
    }
}
