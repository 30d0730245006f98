import SessionStores
import Synchronization

/// Counts the sessions in memory of each network, and selects the session to evict.
///
/// At the limit of a network, one of its own sessions is evicted. At the limit of the table, a network with the most
/// anonymous sessions loses one, so that a flood from one network evicts its own sessions. Logged-in sessions are
/// evicted only if none of the anonymous ones examined first can be.
final class NetworkQuota: Sendable {
    /// The result of an attempt to evict a session.
    enum Eviction {
        case evicted
        /// The session's mutex is held, such as by an action.
        case busy
        /// The session was used after the queue recorded its last use.
        case used(at: UInt64)
        case gone
    }

    fileprivate struct Members {
        var anonymous = SessionQueue()
        var identified = SessionQueue()
        var count: Int { anonymous.count + identified.count }

        func count(_ isIdentified: Bool) -> Int { isIdentified ? identified.count : anonymous.count }
    }

    fileprivate struct Place {
        var isIdentified: Bool
        /// The blocks that the session counts for, smallest first, and its node in each.
        var nodes: [(block: NetworkBlock, node: Int)]
    }

    fileprivate struct State {
        var nodes = SessionNodes()
        var members: [NetworkBlock: Members] = [:]
        var places: [SessionID: Place] = [:]
        var anonymous = Ranking<NetworkBlock>()
        var identified = Ranking<NetworkBlock>()
    }

    private let state = Mutex(State())
    private let limit: Int
    /// The quota of a site (IPv6 /48) as a multiple of a network's quota.
    static let networksPerSite = 8
    /// The maximum number of sessions that one search examines; it skips sessions that are busy or were used since
    /// they were queued.
    private static let maxAttempts = 256
    /// The maximum number of networks that are compared if several have the highest count: on a public site, nearly all
    /// can have one session.
    private static let maxNetworks = 8

    init(limit: Int) { self.limit = max(limit, 1) }

    private func limit(of block: NetworkBlock) -> Int {
        switch block {
        case .unknown: .max
        case .network: limit
        case .site: min(limit, .max / Self.networksPerSite) * Self.networksPerSite
        }
    }

    /// The number of sessions counted; for tests.
    var count: Int { state.withLock(\.places.count) }

    // MARK: - Counting

    func add(_ id: SessionID, from network: UInt64?, isIdentified: Bool, lastUse: UInt64) {
        state.withLock { state in
            guard state.places[id] == nil else { return }
            state.add(id, to: NetworkBlock.all(of: network), isIdentified: isIdentified, seen: lastUse)
        }
    }

    func remove(_ id: SessionID) { state.withLock { $0.remove(id) } }

    /// Counts the session under its new id, even if a concurrent eviction has already removed the old id.
    func rename(_ id: SessionID, to newID: SessionID, from network: UInt64?, isIdentified: Bool, lastUse: UInt64) {
        state.withLock { state in
            let blocks = state.places[id]?.nodes.map(\.block) ?? NetworkBlock.all(of: network)
            state.remove(id)
            state.add(newID, to: blocks, isIdentified: isIdentified, seen: lastUse)
        }
    }

    // MARK: - Making room

    /// Evicts sessions of `network` until it is within its limits or no session can be evicted; never `newest`.
    ///
    /// - Parameter evict: evicts a session unless it is busy or was used after the given time.
    /// - Returns: the number of evicted sessions.
    func evictExcess(
        of network: UInt64?, keeping newest: SessionID, _ evict: (SessionID, UInt64) -> Eviction
    ) -> Int {
        var evicted = 0
        for block in NetworkBlock.all(of: network) {
            while state.withLock({ $0.members[block]?.count ?? 0 }) > limit(of: block),
                evictOldest(of: block, keeping: newest, evict)
            {
                evicted += 1
            }
        }
        return evicted
    }

    /// Evicts about the least recently used session of a network with the most anonymous sessions; if none can be
    /// evicted, of one with the most logged-in sessions.
    ///
    /// - Parameter evict: evicts a session unless it is busy or was used after the given time.
    /// - Returns: true if a session was evicted.
    func evictOne(_ evict: (SessionID, UInt64) -> Eviction) -> Bool {
        for isIdentified in [false, true] {
            for ignoresUse in [false, true] {
                // Rank again in each round: the round without `ignoresUse` can update the last-use times.
                for block in state.withLock({ $0.largest(isIdentified, atMost: Self.maxNetworks) })
                where evictOldest(of: block, isIdentified, ignoresUse: ignoresUse, keeping: nil, evict) { return true }
            }
        }
        return false
    }

    /// Evicts about the least recently used session of `block` (second-chance algorithm), anonymous sessions first.
    ///
    /// If every examined session was used since it was queued, such as in a flood of two clicks per session, one of
    /// them is evicted anyway, so that the flood does not evict a logged-in visitor.
    private func evictOldest(
        of block: NetworkBlock, keeping newest: SessionID?, _ evict: (SessionID, UInt64) -> Eviction
    ) -> Bool {
        for isIdentified in [false, true] {
            for ignoresUse in [false, true]
            where evictOldest(of: block, isIdentified, ignoresUse: ignoresUse, keeping: newest, evict) { return true }
        }
        return false
    }

    private func evictOldest(
        of block: NetworkBlock, _ isIdentified: Bool, ignoresUse: Bool, keeping newest: SessionID?,
        _ evict: (SessionID, UInt64) -> Eviction
    ) -> Bool {
        // Examine each session at most once, and limit the attempts because a request waits for them.
        let count = state.withLock { $0.members[block]?.count(isIdentified) ?? 0 }
        for _ in 0..<min(count, Self.maxAttempts) {
            guard let (id, seen) = state.withLock({ $0.oldest(of: block, isIdentified) }) else { return false }
            switch id == newest ? .busy : evict(id, ignoresUse ? .max : seen) {
            case .evicted:
                remove(id)
                return true
            case .gone: remove(id)
            case .busy: state.withLock { $0.requeue(id, of: block, seen) }
            case .used(let time): state.withLock { $0.requeue(id, of: block, time) }
            }
        }
        return false
    }
}

extension NetworkQuota.State {
    fileprivate mutating func add(
        _ id: SessionID, to blocks: [NetworkBlock], isIdentified: Bool, seen: UInt64
    ) {
        var place = NetworkQuota.Place(isIdentified: isIdentified, nodes: [])
        for block in blocks {
            var own = members.removeValue(forKey: block) ?? NetworkQuota.Members()
            let node =
                isIdentified
                ? nodes.append(id, seen: seen, to: &own.identified)
                : nodes.append(id, seen: seen, to: &own.anonymous)
            place.nodes.append((block, node))
            members[block] = own
        }
        places[id] = place
        rank(place, by: 1)
    }

    fileprivate mutating func remove(_ id: SessionID) {
        guard let place = places.removeValue(forKey: id) else { return }
        rank(place, by: -1)
        for (block, node) in place.nodes {
            guard var own = members[block] else { continue }
            place.isIdentified ? nodes.remove(node, from: &own.identified) : nodes.remove(node, from: &own.anonymous)
            members[block] = own.count == 0 ? nil : own
        }
    }

    /// Ranks only the largest block of the session, so that a site with many networks counts as one.
    private mutating func rank(_ place: NetworkQuota.Place, by change: Int) {
        guard let block = place.nodes.last?.block, let own = members[block] else { return }
        let count = place.isIdentified ? own.identified.count : own.anonymous.count
        let old = change > 0 ? count - 1 : count
        if place.isIdentified {
            identified.move(block, from: old, to: old + change)
        } else {
            anonymous.move(block, from: old, to: old + change)
        }
    }

    /// Returns some of the blocks with the most sessions of one kind, ordered by the last use of their oldest session.
    fileprivate func largest(_ isIdentified: Bool, atMost count: Int) -> [NetworkBlock] {
        let blocks = (isIdentified ? identified : anonymous).highest(atMost: count)
        return blocks.map { ($0, oldest(of: $0, isIdentified)?.seen ?? 0) }.sorted { $0.1 < $1.1 }.map(\.0)
    }

    fileprivate func oldest(of block: NetworkBlock, _ isIdentified: Bool) -> (id: SessionID, seen: UInt64)? {
        guard let own = members[block], let node = isIdentified ? own.identified.first : own.anonymous.first else {
            return nil
        }
        return (nodes.id(at: node), nodes.lastSeen(at: node))
    }

    fileprivate mutating func requeue(_ id: SessionID, of block: NetworkBlock, _ seen: UInt64) {
        guard let place = places[id], let node = place.nodes.first(where: { $0.block == block })?.node,
            var own = members.removeValue(forKey: block)
        else { return }
        if place.isIdentified {
            nodes.moveToEnd(node, of: &own.identified, seen: seen)
        } else {
            nodes.moveToEnd(node, of: &own.anonymous, seen: seen)
        }
        members[block] = own
    }
}
