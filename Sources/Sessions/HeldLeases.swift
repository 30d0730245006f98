import SessionStores
import Synchronization

/// The leases that the actions of an app hold, so that those of long actions are renewed.
final class HeldLeases: Sendable {
    private let held = Mutex<[UInt64: (lease: Lease, renewed: UInt64)]>([:])
    /// A lease is renewed after this many nanoseconds, long before ``Lease/duration`` has passed.
    private static let age: UInt64 = 1_500_000_000

    func insert(_ lease: Lease, at now: UInt64) { held.withLock { $0[lease.token] = (lease, now) } }

    func remove(_ lease: Lease) { held.withLock { _ = $0.removeValue(forKey: lease.token) } }

    /// Returns the leases to renew now.
    func due(at now: UInt64) -> [Lease] {
        held.withLock { held in
            held.values.filter { now.isLater(than: $0.renewed, by: Self.age) }.map { entry in
                held[entry.lease.token]?.renewed = now
                return entry.lease
            }
        }
    }
}
