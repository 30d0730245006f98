import NavigationKit
import SessionStores
import Synchronization

/// The state of an app's store, for load balancers and operators.
extension SessionTable {
    /// The time without an answer after which a store counts as away: 5 s.
    private static let patience: UInt64 = 5_000_000_000

    /// True if there is no store, or if it has answered within the last five seconds.
    package var isStoreAnswering: Bool {
        store == nil || !time.now.isLater(than: lastAnswer.load(ordering: .relaxed), by: Self.patience)
    }

    /// Asks the store for a session that does not exist. A timer calls it about once a second. Does nothing while an
    /// earlier question is unanswered.
    package func probeStore() async {
        guard let store, !isProbing.exchange(true, ordering: .relaxed) else { return }
        defer { isProbing.store(false, ordering: .relaxed) }
        guard (try? await store.load(SessionID.random(), since: nil)) != nil else { return }
        lastAnswer.store(time.now, ordering: .relaxed)
    }
}
