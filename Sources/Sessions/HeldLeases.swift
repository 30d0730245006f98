import SessionStores
import Synchronization

/// The leases that the actions of an app hold, so that those of long actions are renewed.
final class HeldLeases: Sendable {
    private let held = Mutex<[UInt64: (lease: Lease, taken: UInt64, renewed: UInt64)]>([:])
    /// A lease is renewed after this many nanoseconds, long before ``Lease/duration`` has passed.
    private static let age: UInt64 = 1_500_000_000
    /// A lease is no longer renewed after this many nanoseconds: an hour, the longest timeout of a handler.
    ///
    /// A handler that never ends would otherwise keep its session from every other node. Its commit is refused then.
    private static let maxAge: UInt64 = 3_600_000_000_000

    func insert(_ lease: Lease, at now: UInt64) { held.withLock { $0[lease.token] = (lease, now, now) } }

    func remove(_ lease: Lease) { held.withLock { _ = $0.removeValue(forKey: lease.token) } }

    /// Returns the leases to renew now.
    func due(at now: UInt64) -> [Lease] {
        held.withLock { held in
            for (token, entry) in held where now.isLater(than: entry.taken, by: Self.maxAge) { held[token] = nil }
            return held.values.filter { now.isLater(than: $0.renewed, by: Self.age) }.map { entry in
                held[entry.lease.token]?.renewed = now
                return entry.lease
            }
        }
    }
}
