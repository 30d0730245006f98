import Synchronization
import SystemCalls

extension SessionTable {
    /// Logs a save that was refused for lack of space as a security event, because those lines are rate-limited and a
    /// client can cause such saves at will.
    func noteIfOverQuota(_ error: any Error, isNew: Bool, from network: UInt64?) {
        guard let error = error as? StoreError, error.code == .overQuota else { return }
        let session = isNew ? "a new session" : "a saved session that has grown"
        noteSecurity(SecurityEvent(.limitReached, "\(hosted.name): no room for \(session)", from: network))
    }

    /// Converts every error that a store throws to a ``StoreError``.
    func failing<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let error as StoreError {
            throw error
        } catch {
            throw StoreError(.system, operation: "use", path: "the store", detail: "\(error)")
        }
    }

    /// Restores the hibernated or stored session `id`; `nil` if there is none, or it cannot be decoded.
    ///
    /// - Throws: ``SessionLoadError`` if the store cannot be read; then the session is not lost.
    @inline(never)
    func restore(_ id: SessionID) async throws -> Session? {
        while true {
            let (place, removals) = shards[id.shard].entries.withLock { ($0[id], $0.removals) }
            let bytes: [UInt8]
            switch place {
            case .live(let session): return session
            case .hibernated(let session): bytes = session.bytes
            case nil:
                guard let stored = try await stored(id), !UserEnding.isEnding(stored) else { return nil }
                bytes = stored
            }
            let session: Session
            do {
                session = try Session(hosted, limits: limits, time: time, snapshot: bytes)
            } catch {
                // Leave the file until it expires: it can be from another release, which can still read it.
                report("\(hosted.name): a session cannot be restored: \(error)")
                evict(id)
                return nil
            }
            if place == nil {
                if let user = session.owner.user { try await readEnding(of: user) }
                makeRoom()
            }
            if let current = insertIfCurrent(session, as: id, of: place, removals) {
                if place == nil, current === session { count(session, as: id) }
                return current
            }
        }
    }

    /// Loads the stored bytes of a session or an ending; `nil` if there are none, or they are damaged.
    ///
    /// - Throws: ``SessionLoadError``.
    func stored(_ id: SessionID) async throws -> [UInt8]? {
        do {
            return try await failing { try await store?.load(id) }
        } catch let error as StoreError where error.code == .damaged {
            report("\(hosted.name): a stored session is lost: \(error)")
            return nil
        } catch let error as StoreError {
            throw SessionLoadError(cause: error)
        }
    }

    /// Inserts a restored session if the entry is unchanged since it was read.
    ///
    /// If several requests restore a session at once, all use the session that was inserted first. If any session of
    /// the shard left memory since the read, the bytes can be outdated or belong to an old id.
    /// - Returns: the session to use; `nil` if the caller must read again.
    private func insertIfCurrent(
        _ session: Session, as id: SessionID, of found: SessionShard.Place?, _ removals: Int
    ) -> Session? {
        shards[id.shard].entries.withLock { entries in
            switch (entries[id], found) {
            case (.live(let first), _):
                first.lastUse.store(time.now, ordering: .relaxed)
                return first
            case (.hibernated(let now), .hibernated(let before)) where now === before: break
            case (nil, nil) where entries.removals == removals: total.wrappingAdd(1, ordering: .relaxed)
            default: return nil
            }
            entries.set(.live(session), as: id)
            return session
        }
    }

    /// Evicts sessions from memory to the store if they were not used for ``SessionLimits/hibernation``. A timer calls
    /// it.
    package func evictToStore() async {
        guard let store else { return }
        for shard in shards {
            for (id, session) in unused(in: shard) {
                await session.whenIdle {
                    // The session can have been re-keyed; under its mutex that is no longer possible.
                    guard self.place(of: id)?.session === session, self.isUnused(session) else { return }
                    // Do not save an ended session: its file would expire later than that of the ending.
                    guard !self.userEndings.hasEnded(session.owner) else { return await self.end(id) }
                    // Reading a page or refusing input saves nothing, so save now to store drafts and the use.
                    do {
                        try await store.save(
                            session.snapshot(), for: id, from: session.owner.network, .saved(as: nil))
                    } catch {
                        return self.report("\(self.hosted.name): cannot save an idle session, kept in memory: \(error)")
                    }
                    let isGone = shard.entries.withLock { entries in
                        guard entries[id]?.session === session, self.isUnused(session) else { return false }
                        entries.remove(id)
                        return true
                    }
                    guard isGone else { return }
                    self.quota.remove(id)
                    self.total.wrappingSubtract(1, ordering: .relaxed)
                }
            }
        }
    }

    /// Removes sessions from the store that were idle for longer than ``SessionLimits/idle``. A
    /// ``DirectoryStore`` reads every file's time, so a timer calls it at long intervals.
    package func expireStored() async {
        guard let store else { return }
        do {
            try await store.removeExpired(idle: limits.idle) { self.sinceUse }
        } catch {
            report("\(hosted.name): cannot remove expired sessions from the store: \(error)")
        }
    }

    /// The sessions in memory, and the time since the last use of each.
    private var sinceUse: [(id: SessionID, sinceUse: Duration)] {
        shards.flatMap { shard in
            shard.entries.withLock { entries in
                entries.all.map { entry in
                    // Read the last use before the clock, and clamp: a concurrent use must not make the difference
                    // negative.
                    let used = entry.place.lastUse
                    return (entry.id, Duration(nanoseconds: max(time.now, used) - used))
                }
            }
        }
    }
}
