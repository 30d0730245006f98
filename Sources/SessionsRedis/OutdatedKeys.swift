import Synchronization

/// The keys for which a connection got a message about a change that no reply or commit has followed: while the server
/// does not answer, copies of them are known to be outdated.
///
/// A copy in memory counts for at most five seconds without the server, so older messages are forgotten.
final class OutdatedKeys: Sendable {
    /// The messages of one period.
    private struct Period {
        let number: UInt64
        var keys: Set<[UInt8]> = []
        /// True if any key can be outdated.
        var hasAll = false
    }

    private let periods = Mutex((current: Period(number: 0), previous: Period(number: 0)))

    /// The length of a period in nanoseconds: 10 s. A message is kept for one to two periods.
    private static let period: UInt64 = 10_000_000_000
    /// The maximum number of keys of a period, some 5 MB. Beyond it, any key can be outdated.
    private static let limit = 50_000

    /// Notes a message about a change of the key.
    func insert(_ key: [UInt8], at now: UInt64) {
        update(at: now) { current in
            if current.keys.count < Self.limit { current.keys.insert(key) } else { current.hasAll = true }
        }
    }

    /// Notes that any key can have changed.
    func insertAll(at now: UInt64) { update(at: now) { $0.hasAll = true } }

    private func update(at now: UInt64, _ change: (inout Period) -> Void) {
        periods.withLock { periods in
            let number = now / Self.period
            if number != periods.current.number {
                periods.previous = number == periods.current.number &+ 1 ? periods.current : Period(number: number &- 1)
                periods.current = Period(number: number)
            }
            change(&periods.current)
        }
    }

    /// Notes that a reply or a commit has shown the newest revision.
    func remove(_ key: [UInt8]) {
        periods.withLock { periods in
            if !periods.current.keys.isEmpty { periods.current.keys.remove(key) }
            if !periods.previous.keys.isEmpty { periods.previous.keys.remove(key) }
        }
    }

    /// Returns true if a copy of the key is known to be outdated.
    func contains(_ key: [UInt8]) -> Bool {
        periods.withLock { periods in
            periods.current.hasAll || periods.previous.hasAll || periods.current.keys.contains(key)
                || periods.previous.keys.contains(key)
        }
    }
}
