import Synchronization

/// How many connections each network has, so that one cannot take the room of all.
final class ConnectionCounts: Sendable {
    private let counts = Mutex<[UInt64: Int]>([:])
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    /// Counts one connection more. - Returns: whether the network may have it.
    func add(_ network: UInt64) -> Bool {
        counts.withLock { counts in
            guard counts[network, default: 0] < limit else { return false }
            counts[network, default: 0] += 1
            return true
        }
    }

    /// Counts one connection less.
    func remove(_ network: UInt64) {
        counts.withLock { counts in
            guard let count = counts[network] else { return }
            counts[network] = count > 1 ? count - 1 : nil
        }
    }
}
