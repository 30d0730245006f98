import Synchronization

extension SessionTable {
    func insert(_ session: Session, as id: SessionID, from network: UInt64? = nil) {
        if total.load(ordering: .relaxed) >= limits.count { evictOne(near: id.shard) }
        shards[id.shard].entries.withLock { $0.set(.live(session), as: id) }
        total.wrappingAdd(1, ordering: .relaxed)
        guard let network else { return }
        let oldest = newcomers.add(id, from: network, isYoung: isYoungAndIdle)
        if let oldest { evict(oldest) }
    }

    /// Whether `id` names a session that has seen no more than one action and is not at work.
    private func isYoungAndIdle(_ id: SessionID) -> Bool {
        guard let place = place(of: id) else { return false }
        return place.isYoung && !place.isBusy
    }

    func rename(_ id: SessionID, to newID: SessionID) {
        guard let place = shards[id.shard].entries.withLock({ $0.remove(id) }) else { return }
        shards[newID.shard].entries.withLock { $0.set(place, as: newID) }
    }

    func evict(_ id: SessionID) {
        let evicted = shards[id.shard].entries.withLock { $0.remove(id) }
        if evicted != nil { total.wrappingSubtract(1, ordering: .relaxed) }
    }

    /// Lets go of the session that was not used for longest among a few drawn by lot: near enough to the oldest, at a
    /// cost that does not grow with their number. With a store it is only out of memory.
    func evictOne(near first: Int) {
        for offset in 0..<shards.count {
            let evicted = shards[(first + offset) & (SessionShard.count - 1)].entries.withLock {
                entries -> SessionShard.Place? in
                let drawn = (0..<8).compactMap { _ in entries.all.randomElement() }.filter { !$0.place.isBusy }
                let young = drawn.filter(\.place.isYoung)
                let oldest = (young.isEmpty ? drawn : young).min { $0.place.lastUse < $1.place.lastUse }
                return oldest.flatMap { entries.remove($0.id) }
            }
            if evicted != nil {
                total.wrappingSubtract(1, ordering: .relaxed)
                return
            }
        }
    }

    /// Lets go of sessions that were not used for longer than the limit. A timer calls it; no traffic is needed.
    ///
    /// - Returns: how many there were.
    @discardableResult
    public func reap() -> Int {
        repeats.reap()
        let now = time.now
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
            reaped += idle.count
        }
        total.wrappingSubtract(reaped, ordering: .relaxed)
        newcomers.reap(now: now) { self.place(of: $0)?.isYoung ?? false }
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
                            bytes: session.snapshot(), lastUse: session.lastUse.load(ordering: .relaxed),
                            isYoung: session.isYoung))
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

    func isUnused(_ session: Session, _ now: UInt64? = nil) -> Bool {
        (now ?? time.now).isLater(than: session.lastUse.load(ordering: .relaxed), by: limits.parked)
    }
}

extension UInt64 {
    /// Whether this time is more than `nanoseconds` after `earlier`. What was used since somebody asked for the time is not.
    package func isLater(than earlier: UInt64, by nanoseconds: UInt64) -> Bool {
        self > earlier && self - earlier > nanoseconds
    }
}
