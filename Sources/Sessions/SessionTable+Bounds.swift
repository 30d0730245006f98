import NavigationKit
package import SessionStores
import Synchronization

extension SessionTable {
    func insert(_ session: Session, as id: SessionID) {
        makeRoom()
        shards[id.shard].entries.withLock { $0.set(.live(session), as: id) }
        total.wrappingAdd(1, ordering: .relaxed)
        count(session, as: id)
    }

    /// Counts a session in memory for its network, and evicts others of that network if it exceeds its limit.
    func count(_ session: Session, as id: SessionID) {
        let owner = session.owner
        quota.add(
            id, from: owner.network, isIdentified: owner.isIdentified,
            lastUse: session.lastUse.load(ordering: .relaxed))
        // Release evicted sessions outside the locks.
        var evicted: [SessionShard.Place] = []
        let count = quota.evictExcess(of: owner.network, keeping: id) { evict($0, unusedSince: $1, into: &evicted) }
        guard count > 0 else { return }
        counters.note(.networkLimit, count)
        total.wrappingSubtract(count, ordering: .relaxed)
        noteSecurity(
            SecurityEvent(
                .limitReached, "\(hosted.name): evicted sessions at the limit of \(limits.countPerNetwork) per network",
                from: owner.network))
    }

    /// Re-keys a session and logs the change. A new session is not in the table yet, so its change is only logged.
    ///
    /// - Parameter isForAnother: true if the tasks of the session end, because it is another user's now.
    func rename(
        _ id: SessionID, to newID: SessionID, isIdentified: Bool, isForAnother: Bool, of network: UInt64?
    ) {
        noteChange(isIdentified: isIdentified, from: network)
        let place = place(of: id)
        if let place { shards[newID.shard].entries.withLock { $0.set(place, as: newID) } }
        // While both ids exist, so that no check finds that the session of its tasks has ended.
        moveTasks(of: id, to: isForAnother ? nil : newID)
        guard let place else { return }
        guard shards[id.shard].entries.withLock({ $0.remove(id) }) != nil else {
            // A request that did not find the old id in the store has evicted the session: it is restored by the new one.
            shards[newID.shard].entries.withLock { _ = $0.remove(newID) }
            return
        }
        quota.rename(
            id, to: newID, from: place.session?.owner.network, isIdentified: isIdentified, lastUse: place.lastUse)
        noteEnd(of: id)
    }

    private func noteChange(isIdentified: Bool, from network: UInt64?) {
        let change = isIdentified ? "a visitor logged in" : "a visitor logged out"
        noteSecurity(SecurityEvent(.identityChanged, "\(hosted.name): \(change)", from: network))
    }

    func evict(_ id: SessionID) {
        let evicted = shards[id.shard].entries.withLock { $0.remove(id) }
        quota.remove(id)
        if evicted != nil { total.wrappingSubtract(1, ordering: .relaxed) }
    }

    /// At the limit of the table, evicts one session, see ``NetworkQuota/evictOne(_:)``. A stored session stays in the
    /// store.
    func makeRoom() {
        guard total.load(ordering: .relaxed) >= limits.count else { return }
        var evicted: [SessionShard.Place] = []
        guard quota.evictOne({ evict($0, unusedSince: $1, into: &evicted) }) else { return }
        counters.note(.limit)
        total.wrappingSubtract(1, ordering: .relaxed)
        guard store == nil else { return }
        noteSecurity(
            SecurityEvent(.sessionEvicted, "\(hosted.name): evicted a session at the limit of \(limits.count)"))
    }

    /// Evicts the session `id` unless it is busy or was used after `time`. Without a store the session is lost.
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

    /// Removes from memory the sessions that were idle for longer than ``SessionLimits/idle``, and expired idempotency
    /// results and endings. A timer calls it, so they expire without traffic.
    ///
    /// - Returns: the number of removed sessions.
    @discardableResult
    package func reap() -> Int {
        idempotencyCache.reap()
        let now = time.now
        // Keep endings longer than the idle timeout, which starts for a stored session only when it leaves memory.
        let (age, isTooLarge) = limits.nanoseconds.storedLife.addingReportingOverflow(
            limits.nanoseconds.hibernation &* 2)
        userEndings.reap(now: now, after: isTooLarge ? .max : age)
        var reaped = 0
        for shard in shards {
            // Release the sessions outside the lock.
            let idle = shard.entries.withLock { entries in
                let idle = entries.all.filter { entry in
                    now.isLater(than: entry.place.lastUse, by: limits.nanoseconds.idle) && !entry.place.isBusy
                }
                for entry in idle { entries.remove(entry.id) }
                return idle
            }
            for entry in idle { quota.remove(entry.id) }
            reaped += idle.count
        }
        total.wrappingSubtract(reaped, ordering: .relaxed)
        counters.note(.idle, reaped)
        hosted.tasks.endTasks { !canExist($0) }
        return reaped
    }

    /// Hibernates sessions that were not used for ``SessionLimits/hibernation``. A timer calls it. Does nothing with a
    /// store; ``evictToStore()`` evicts those sessions instead.
    ///
    /// - Returns: the number of hibernated sessions.
    @discardableResult
    package func hibernate() -> Int {
        guard store == nil else { return 0 }
        var hibernated = 0
        for shard in shards {
            for (id, session) in unused(in: shard) {
                let hasHibernated = session.whileIdle {
                    let place = SessionShard.Place.hibernated(
                        HibernatedSession(
                            bytes: session.snapshot(), lastUse: session.lastUse.load(ordering: .relaxed)))
                    return shard.entries.withLock { entries in
                        // Keep the session live if a request has used it since.
                        guard entries[id]?.session === session, isUnused(session) else { return false }
                        entries.set(place, as: id)
                        return true
                    }
                }
                if hasHibernated { hibernated += 1 }
            }
        }
        return hibernated
    }

    /// Drops the controllers of all idle sessions, to find leaks: controllers that still exist afterwards have leaked
    /// or are in use. The next request builds new ones from data.
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

    /// The snapshot size of the session `id` if it is hibernated, in bytes; for measurements.
    package func hibernatedByteCount(of id: SessionID) -> Int? {
        if case .hibernated(let session)? = place(of: id) { session.bytes.count } else { nil }
    }

    /// The live sessions of `shard` that were not used for ``SessionLimits/hibernation``.
    func unused(in shard: SessionShard) -> [(id: SessionID, session: Session)] {
        let now = time.now
        return shard.entries.withLock { entries in
            entries.all.compactMap { entry in
                guard let session = entry.place.session, isUnused(session, now) else { return nil }
                return (entry.id, session)
            }
        }
    }

    /// Returns true if the session was not used for ``SessionLimits/hibernation``. False for a session with a waiting
    /// draft: the draft is in memory only, so such a session stays live.
    func isUnused(_ session: Session, _ now: UInt64? = nil) -> Bool {
        (now ?? time.now).isLater(than: session.lastUse.load(ordering: .relaxed), by: limits.nanoseconds.hibernation)
            && !session.hasWaitingDraft
    }
}

extension UInt64 {
    /// Returns true if this time is more than `nanoseconds` after `earlier`. False if `earlier` is later, such as for a
    /// session that was used after the clock was read.
    package func isLater(than earlier: UInt64, by nanoseconds: UInt64) -> Bool {
        self > earlier && self - earlier > nanoseconds
    }
}
