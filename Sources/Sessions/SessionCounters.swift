import Synchronization

/// Counts rare events of an app's sessions, for metrics. Nothing here is written by a request that does not wait.
package final class SessionCounters: Sendable {
    /// The reasons for which a session leaves memory.
    package enum Eviction: Int, Sendable, CaseIterable {
        /// The limit of the app's sessions.
        case limit
        /// The limit of the sessions of one network.
        case networkLimit
        /// The session was idle for longer than its timeout.
        case idle

        /// The name in metrics.
        package var name: String {
            switch self {
            case .limit: "limit"
            case .networkLimit: "network-limit"
            case .idle: "idle"
            }
        }
    }

    private let evicted = InlineArray<3, Atomic<Int>> { _ in Atomic(0) }
    private let waits = Atomic(0)
    private let waitNanoseconds = Atomic(0)
    private let timeouts = Atomic(0)

    func note(_ eviction: Eviction, _ count: Int = 1) {
        evicted[eviction.rawValue].wrappingAdd(count, ordering: .relaxed)
    }

    /// Counts an action that waited for its session's mutex.
    func noteWait(_ nanoseconds: UInt64) {
        waits.wrappingAdd(1, ordering: .relaxed)
        waitNanoseconds.wrappingAdd(Int(clamping: nanoseconds), ordering: .relaxed)
    }

    /// Counts an action that was refused because it waited too long, or because too many others waited.
    func noteTimeout() { timeouts.wrappingAdd(1, ordering: .relaxed) }

    /// The number of sessions that left memory for this reason.
    package func evictions(_ eviction: Eviction) -> Int { evicted[eviction.rawValue].load(ordering: .relaxed) }

    /// The number of actions that waited for their session's mutex, and their time.
    package var lockWaits: (count: Int, nanoseconds: Int) {
        (waits.load(ordering: .relaxed), waitNanoseconds.load(ordering: .relaxed))
    }

    /// The number of actions that were refused because earlier ones took too long.
    package var lockTimeouts: Int { timeouts.load(ordering: .relaxed) }
}
