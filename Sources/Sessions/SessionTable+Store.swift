import Synchronization

extension SessionTable {
    /// Keeps a session's bytes in the store, under its new name if it has one.
    typealias Persistence = @Sendable (_ newID: SessionID?, _ bytes: [UInt8]) async throws -> Void

    /// What stores the session `id` within its turn; `nil` where sessions are in memory only.
    func persistence(for id: SessionID) -> Persistence? {
        guard let store else { return nil }
        return { newID, bytes in
            try await store.save(bytes, for: newID ?? id)
            guard newID != nil else { return }
            // The new name stands; what is left of the old one is only waste, and expires.
            try? await store.remove(id)
        }
    }

    /// The session that was kept as bytes under `id`, as objects again.
    @inline(never)
    func revive(_ id: SessionID) async -> Session? {
        do {
            guard let bytes = try await bytes(of: id) else { return nil }
            let session = try Session(hosted, limits: limits, time: time, snapshot: bytes)
            return adopt(session, as: id)
        } catch let error as StoreError where error.code != .damaged {
            report("\(hosted.name): a session cannot be read from the store: \(error)")
            return nil
        } catch {
            report("\(hosted.name): a session was lost: \(error)")
            evict(id)
            try? await store?.remove(id)
            return nil
        }
    }

    private func bytes(of id: SessionID) async throws -> [UInt8]? {
        if case .parked(let session)? = place(of: id) { return session.bytes }
        return try await store?.load(id)
    }

    /// Several requests may revive a session at once; the first one's stands.
    private func adopt(_ session: Session, as id: SessionID) -> Session? {
        if place(of: id) == nil, total.load(ordering: .relaxed) >= limits.count { evictOne(near: id.shard) }
        return shards[id.shard].entries.withLock { entries in
            switch entries[id] {
            case .live(let first):
                first.lastUse.store(time.now, ordering: .relaxed)
                return first
            case .parked: break
            case nil:
                // It was in memory when its bytes were looked for, and is gone: let go of, or called otherwise by now.
                guard store != nil else { return nil }
                total.wrappingAdd(1, ordering: .relaxed)
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
                    // Reading saves nothing, so the store is told of the use now.
                    do { try await store.save(session.snapshot(), for: id) } catch { return }
                    let isGone = shard.entries.withLock { entries in
                        guard entries[id]?.session === session, self.isUnused(session) else { return false }
                        entries.remove(id)
                        return true
                    }
                    if isGone { self.total.wrappingSubtract(1, ordering: .relaxed) }
                }
            }
        }
    }

    /// Lets the store forget sessions that were not used for longer than the limit. It looks at every file, so a timer
    /// calls it now and then.
    public func expireStored() async {
        guard let store else { return }
        do {
            try await store.removeExpired(idle: limits.idle) { id in
                self.place(of: id).map { self.time.now &- $0.lastUse }
            }
        } catch {
            report("\(hosted.name): the store cannot be tidied: \(error)")
        }
    }
}
