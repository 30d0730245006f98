import NavigationKit
package import SessionStores
import Synchronization

/// Tells the open pages of a session what happens to it.
extension SessionTable {
    /// Calls `ended` with each session that ends while it is in use, or gets a new id for another identity.
    package func observeEnds(_ ended: @escaping @Sendable (SessionID) -> Void) {
        observers.withLock { $0.append(ended) }
    }

    /// Notes that a session cannot be used by its id any more.
    func noteEnd(of id: SessionID) {
        for ended in observers.withLock(\.self) { ended(id) }
    }

    /// Follows changes of the session by other processes as long as the result exists: they change the topic of the
    /// session. Begin before the session is read.
    ///
    /// - Returns: `nil` without a store that other processes use.
    package func follow(_ id: SessionID) -> (any Sendable)? {
        store?.follow(id) { [self] isCertain in
            hosted.topicCenter.announce(.session(id.description))
            // After a lost connection, all sessions at once would ask the store.
            if isCertain { Task.detached { await self.noteEndElsewhere(of: id) } }
        }
    }

    private func noteEndElsewhere(of id: SessionID) async {
        guard let found = try? await find(id, isUse: false) else { return }
        if case .session = found { return }
        noteEnd(of: id)
    }
}
