import Synchronization

extension SessionTable {
    /// Keeps a session's bytes in the store, under its new name if it has one. `isLeaving` says that the visitor logs out,
    /// which must not depend on there being room.
    typealias Persistence =
        @Sendable (_ newID: SessionID?, _ bytes: [UInt8], _ isLeaving: Bool) async throws -> Void

    /// Gives a session its new name in the table.
    typealias Rename = @Sendable (_ newID: SessionID, _ isIdentified: Bool) -> Void

    /// Stores that a user ended the other sessions.
    typealias StoreEnding = @Sendable (_ ending: UserEnding) async throws -> Void

    /// What stores the session `id`, of `network`, within its turn; `nil` where sessions are in memory only.
    func persistence(for id: SessionID, of network: UInt64?, isNew: Bool = false) -> Persistence? {
        guard let store else { return nil }
        return { newID, bytes, isLeaving in
            let admission: StoreSpace.Admission =
                isLeaving ? .always : isNew ? .new : .saved(as: newID == nil ? nil : id)
            do {
                try await self.failing { try await store.save(bytes, for: newID ?? id, from: network, admission) }
            } catch {
                guard isLeaving else { throw error }
                self.report("\(self.hosted.name): a session that was logged out stays in memory only: \(error)")
            }
            guard let newID else { return }
            do {
                try await self.failing { try await store.remove(id) }
            } catch {
                // The old name would still open what it was changed to protect.
                try? await store.remove(newID)
                throw error
            }
        }
    }

    /// The same for a session that is in memory; it stores nothing for one that was ended meanwhile.
    func persistence(of session: Session, as id: SessionID) -> Persistence? {
        guard store != nil, let persist = persistence(for: id, of: session.owner.network) else { return nil }
        return { newID, bytes, isLeaving in
            guard self.place(of: id)?.session === session else { throw SessionError.renamed }
            try await persist(newID, bytes, isLeaving)
        }
    }

    /// Whatever a store throws, as a ``StoreError``.
    func failing<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let error as StoreError {
            throw error
        } catch {
            throw StoreError(.system, operation: "use", path: "the store", detail: "\(error)")
        }
    }

    /// The session that was kept as bytes under `id`, as objects again; `nil` if there is none, or it is damaged.
    ///
    /// - Throws: ``StoreError`` if the store cannot say; then the session is not lost.
    @inline(never)
    func revive(_ id: SessionID) async throws -> Session? {
        while true {
            let (place, removals) = shards[id.shard].entries.withLock { ($0[id], $0.removals) }
            let bytes: [UInt8]
            switch place {
            case .live(let session): return session
            case .parked(let session): bytes = session.bytes
            case nil:
                guard let stored = try await stored(id), !UserEnding.isEnding(stored) else { return nil }
                bytes = stored
            }
            let session: Session
            do {
                session = try Session(hosted, limits: limits, time: time, snapshot: bytes)
            } catch {
                // What a later or earlier program wrote is left for that program; the store forgets it when it is old.
                report("\(hosted.name): a session cannot be restored: \(error)")
                evict(id)
                return nil
            }
            if place == nil {
                if let user = session.owner.user { try await readEnding(of: user) }
                makeRoom()
            }
            if let adopted = adopt(session, as: id, of: place, removals) {
                if place == nil, adopted === session { count(session, as: id) }
                return adopted
            }
        }
    }

    /// The bytes of a session that is not in memory.
    func stored(_ id: SessionID) async throws -> [UInt8]? {
        do {
            return try await failing { try await store?.load(id) }
        } catch let error as StoreError where error.code == .damaged {
            report("\(hosted.name): a session was lost: \(error)")
            return nil
        }
    }

    /// Several requests may revive a session at once; the first one's stands. What was read while another session left
    /// memory may be older than what that one has stored, or go by an old name: then it is read once more.
    private func adopt(
        _ session: Session, as id: SessionID, of found: SessionShard.Place?, _ removals: Int
    ) -> Session? {
        shards[id.shard].entries.withLock { entries in
            switch (entries[id], found) {
            case (.live(let first), _):
                first.lastUse.store(time.now, ordering: .relaxed)
                return first
            case (.parked(let now), .parked(let before)) where now === before: break
            case (nil, nil) where entries.removals == removals: total.wrappingAdd(1, ordering: .relaxed)
            default: return nil
            }
            entries.set(.live(session), as: id)
            return session
        }
    }

    /// Takes sessions that nobody has used for a while out of memory, where a store has them. A timer calls it.
    public func parkInStore() async {
        guard let store else { return }
        for shard in shards {
            for (id, session) in unused(in: shard) {
                await session.whenIdle {
                    // It may go by another name by now; from here on, in its turn, it cannot.
                    guard self.place(of: id)?.session === session, self.isUnused(session) else { return }
                    // Saved again it would look younger than its ending.
                    guard !self.userEndings.hasEnded(session.owner) else { return await self.end(id) }
                    // Reading saves nothing, so the store is told of the use now.
                    do {
                        try await store.save(
                            session.snapshot(), for: id, from: session.owner.network, .saved(as: nil))
                    } catch {
                        return self.report("\(self.hosted.name): an idle session stays in memory: \(error)")
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

    /// Lets the store forget sessions that were not used for longer than the limit. It looks at every file, so a timer
    /// calls it now and then.
    public func expireStored() async {
        guard let store else { return }
        do {
            try await store.removeExpired(idle: limits.idle) { self.sinceUse }
        } catch {
            report("\(hosted.name): the store cannot be tidied: \(error)")
        }
    }

    /// The sessions in memory, and the nanoseconds since each was used.
    private var sinceUse: [(id: SessionID, sinceUse: UInt64)] {
        shards.flatMap { shard in
            shard.entries.withLock { entries in
                entries.all.map { entry in
                    // In this order: a session that is used meanwhile must not seem unused for long.
                    let used = entry.place.lastUse
                    return (entry.id, max(time.now, used) - used)
                }
            }
        }
    }
}
