import Cairn
import Synchronization

/// The followers of sessions in a ``MemoryStore``.
final class StoreFollowers: Sendable {
    /// Ends the calls when it is released.
    final class Follower: Sendable {
        let id: SessionID
        let changed: @Sendable (Bool) -> Void
        init(_ id: SessionID, _ changed: @escaping @Sendable (Bool) -> Void) { (self.id, self.changed) = (id, changed) }
    }

    private struct Weak: Sendable { weak let follower: Follower? }
    private let all = Mutex<[Weak]>([])

    func follow(_ id: SessionID, _ changed: @escaping @Sendable (Bool) -> Void) -> Follower {
        let follower = Follower(id, changed)
        all.withLock { all in all = all.filter { $0.follower != nil } + [Weak(follower: follower)] }
        return follower
    }

    func notify(of id: SessionID) {
        for follower in all.withLock({ $0.compactMap(\.follower) }) where follower.id == id { follower.changed(true) }
    }
}
