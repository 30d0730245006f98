import Synchronization

/// Sessions by the network they came from, so that nobody can crowd out others by first clicks alone (DESIGN D10).
final class Newcomers: Sendable {
    /// Session names in the order they came; those before `first` are gone.
    private struct Line {
        var ids: [SessionID] = []
        var first = 0

        var count: Int { ids.count - first }

        mutating func removeFirst() -> SessionID? {
            guard first < ids.count else { return nil }
            defer { first += 1 }
            let id = ids[first]
            if first > 64, first * 2 > ids.count {
                ids.removeFirst(first)
                first = 0
            }
            return id
        }
    }

    private let lines = Mutex<[UInt64: Line]>([:])
    private let reapedAt = Atomic<UInt64>(0)
    /// A minute, in nanoseconds.
    private static let reapedEvery: UInt64 = 60_000_000_000
    private let limit: Int

    init(limit: Int) { self.limit = max(limit, 1) }

    /// Notes a new session.
    ///
    /// - Parameter isYoung: whether a session has seen no more than one action, and so may go.
    /// - Returns: the session that makes room, if the network has as many as it may have.
    func add(_ id: SessionID, from network: UInt64, isYoung: (SessionID) -> Bool) -> SessionID? {
        lines.withLock { lines in
            lines[network, default: Line()].ids.append(id)
            while let count = lines[network]?.count, count > limit {
                guard let oldest = lines[network]?.removeFirst() else { return nil }
                if isYoung(oldest) { return oldest }
            }
            return nil
        }
    }

    /// Forgets the sessions that are gone or have come to stay, once a minute.
    func reap(now: UInt64, isYoung: (SessionID) -> Bool) {
        guard now &- reapedAt.load(ordering: .relaxed) >= Self.reapedEvery else { return }
        reapedAt.store(now, ordering: .relaxed)
        lines.withLock { lines in
            lines = lines.compactMapValues { line in
                let young = line.ids[line.first...].filter(isYoung)
                return young.isEmpty ? nil : Line(ids: young)
            }
        }
    }
}
