import Synchronization

extension SessionTable {
    func insert(_ session: Session, as id: SessionID) {
        makeRoom()
        shards[id.shard].entries.withLock { $0.set(.live(session), as: id) }
        total.wrappingAdd(1, ordering: .relaxed)
        count(session, as: id)
    }

    /// Counts a session that is in memory now for its network; at the limit of that another one of it goes.
    func count(_ session: Session, as id: SessionID) {
        let owner = session.owner
        quota.add(
            id, from: owner.network, isIdentified: owner.isIdentified,
            lastUse: session.lastUse.load(ordering: .relaxed))
        // What is evicted is freed after the locks are.
        var evicted: [SessionShard.Place] = []
        let count = quota.evictExcess(of: owner.network, keeping: id) { evict($0, unusedSince: $1, into: &evicted) }
        guard count > 0 else { return }
        total.wrappingSubtract(count, ordering: .relaxed)
        noteSecurity(
            SecurityEvent(
                .limitReached, "\(hosted.name): \(limits.countPerNetwork) sessions of one network", from: owner.network)
        )
    }

    func rename(_ id: SessionID, to newID: SessionID, isIdentified: Bool, of network: UInt64?) {
        noteChange(isIdentified: isIdentified, from: network)
        guard let place = shards[id.shard].entries.withLock({ $0.remove(id) }) else { return }
        shards[newID.shard].entries.withLock { $0.set(place, as: newID) }
        quota.rename(
            id, to: newID, from: place.session?.owner.network, isIdentified: isIdentified, lastUse: place.lastUse)
    }

    func noteChange(isIdentified: Bool, from network: UInt64?) {
        let change = isIdentified ? "a visitor logged in" : "a visitor logged out"
        noteSecurity(SecurityEvent(.identityChanged, "\(hosted.name): \(change)", from: network))
    }

    func evict(_ id: SessionID) {
        let evicted = shards[id.shard].entries.withLock { $0.remove(id) }
        quota.remove(id)
        if evicted != nil { total.wrappingSubtract(1, ordering: .relaxed) }
    }

    /// At the limit of the table, lets go of a session of the network that holds most. With a store it only leaves memory.
    func makeRoom() {
        guard total.load(ordering: .relaxed) >= limits.count else { return }
        var evicted: [SessionShard.Place] = []
        guard quota.evictOne({ evict($0, unusedSince: $1, into: &evicted) }) else { return }
        total.wrappingSubtract(1, ordering: .relaxed)
        guard store == nil else { return }
        noteSecurity(SecurityEvent(.sessionEvicted, "\(hosted.name): \(limits.count) sessions are kept"))
    }

    /// Removes the session `id` unless it is at work or was used since `time`; one that is kept nowhere else is lost.
    private func evict(
        _ id: SessionID, unusedSince time: UInt64, into evicted: inout [SessionShard.Place]
    ) -> NetworkQuota.Eviction {
        shards[id.shard].entries.withLock { entries in
            guard let place = entries[id] else { return .gone }
            guard !place.isBusy else { return .busy }
            let lastUse = place.lastUse
            guard lastUse <= time else { return .used(at: lastUse) }
            evicted.append(place)
            entries.remove(id)
            return .evicted
        }
    }

    /// Lets go of sessions that were not used for longer than the limit. A timer calls it; no traffic is needed.
    ///
    /// - Returns: how many there were.
    @discardableResult
    public func reap() -> Int {
        repeats.reap()
        let now = time.now
        // A stored session is idle from the time at which it left memory.
        let (age, isTooLarge) = limits.idle.addingReportingOverflow(limits.parked &* 2)
        userEndings.reap(now: now, after: isTooLarge ? .max : age)
        var reaped = 0
        for shard in shards {
            // What they hold is freed after the lock is.
            let idle = shard.entries.withLock { entries in
                let idle = entries.all.filter { entry in
                    now.isLater(than: entry.place.lastUse, by: limits.idle) && !entry.place.isBusy
                }
                for entry in idle { entries.remove(entry.id) }
                return idle
            }
            for entry in idle { quota.remove(entry.id) }
            reaped += idle.count
        }
        total.wrappingSubtract(reaped, ordering: .relaxed)
        return reaped
    }

    /// Turns sessions that nobody has used for a while into bytes. A timer calls it.
    ///
    /// - Returns: how many there were.
    @discardableResult
    public func park() -> Int {
        guard store == nil else { return 0 }
        var parked = 0
        for shard in shards {
            for (id, session) in unused(in: shard) {
                let hasParked = session.whileIdle {
                    let place = SessionShard.Place.parked(
                        ParkedSession(
                            bytes: session.snapshot(), lastUse: session.lastUse.load(ordering: .relaxed)))
                    return shard.entries.withLock { entries in
                        // Whoever has found it meanwhile goes on with it.
                        guard entries[id]?.session === session, isUnused(session) else { return false }
                        entries.set(place, as: id)
                        return true
                    }
                }
                if hasParked { parked += 1 }
            }
        }
        return parked
    }

    /// Lets go of the controllers of all sessions that nobody uses at the moment; the next request derives them from data.
    /// What lives then has leaked, or is being worked on.
    package func dropTrees() {
        for shard in shards {
            for session in shard.entries.withLock({ $0.all.compactMap(\.place.session) }) {
                _ = session.whileIdle {
                    session.live.drop()
                    return true
                }
            }
        }
    }

    /// The bytes of the session `id`, if it is parked; for measurements.
    package func parkedByteCount(of id: SessionID) -> Int? {
        if case .parked(let session)? = place(of: id) { session.bytes.count } else { nil }
    }

    /// The sessions of `shard` that are objects, though nobody has used them for a while.
    func unused(in shard: SessionShard) -> [(id: SessionID, session: Session)] {
        let now = time.now
        return shard.entries.withLock { entries in
            entries.all.compactMap { entry in
                guard let session = entry.place.session, isUnused(session, now) else { return nil }
                return (entry.id, session)
            }
        }
    }

    /// A session with a waiting draft, which is in memory only, stays an object until it has been idle for too long.
    func isUnused(_ session: Session, _ now: UInt64? = nil) -> Bool {
        (now ?? time.now).isLater(than: session.lastUse.load(ordering: .relaxed), by: limits.parked)
            && !session.hasWaitingDraft
    }
}

extension UInt64 {
    /// Whether this time is more than `nanoseconds` after `earlier`. What was used since somebody asked for the time is not.
    package func isLater(than earlier: UInt64, by nanoseconds: UInt64) -> Bool {
        self > earlier && self - earlier > nanoseconds
    }
}
