import NavigationKit
import SessionStores
import Synchronization

extension SessionTable {
    /// Logs a commit that was refused for lack of space as a security event, because those lines are rate-limited and a
    /// client can cause such commits at will.
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

    /// The time in nanoseconds for which a copy in memory is shown while the store does not answer.
    private static let maxStaleness: UInt64 = 5_000_000_000

    func reportUnreadable(_ error: any Error) { report("\(hosted.name): a session cannot be restored: \(error)") }

    /// Applies the changes that other processes made since a session was last compared with the store.
    ///
    /// While the store does not answer, a copy counts that was current less than ``maxStaleness`` ago, unless the visitor
    /// has seen a newer revision, or the store has announced one.
    /// - Returns: false if the store no longer has the session.
    /// - Throws: ``SessionLoadError``.
    func refresh(_ session: Session, as id: SessionID, seen: UInt64) async throws -> Bool {
        guard let store, let known = session.history.withLock({ $0.log?.revision }) else { return true }
        do {
            let stored = try await failing {
                seen > known.number ? try await store.reload(id, since: known) : try await store.load(id, since: known)
            }
            guard try session.update(from: stored, since: known) else { return false }
            session.proven.store(time.now, ordering: .relaxed)
            return true
        } catch let error as StoreError {
            let proven = session.proven.load(ordering: .relaxed)
            if error.code == .unavailable || error.code == .outcomeUnknown, known.number >= seen,
                !time.now.isLater(than: proven, by: Self.maxStaleness), !store.isOutdated(id)
            {
                return true
            }
            throw SessionLoadError(cause: error)
        } catch {
            reportUnreadable(error)
            return false
        }
    }

    /// Renews the leases of actions that take long. A timer calls it about once a second.
    package func renewLeases() async {
        guard let store else { return }
        for lease in leases.due(at: time.now) {
            // If renewing fails, the store decides at the commit.
            if (try? await store.renew(lease)) == false { leases.remove(lease) }
        }
    }

    /// Restores the hibernated or stored session `id`; `nil` if there is none, or it cannot be decoded.
    ///
    /// - Throws: ``SessionLoadError`` if the store cannot be read; then the session is not lost.
    func restore(_ id: SessionID, isUse: Bool = true) async throws -> Session? {
        while true {
            let (place, removals) = shards[id.shard].entries.withLock { ($0[id], $0.removals) }
            let history: History
            do {
                switch place {
                case .live(let session): return session
                case .hibernated(let session): history = try History(snapshot: session.bytes)
                case nil:
                    guard let log = try await stored(id), !UserEnding.isEnding(log) else { return nil }
                    history = try History(log: log)
                }
            } catch let error as SessionLoadError {
                throw error
            } catch {
                // Leave it in the store until it expires: it can be from another release, which can still read it.
                reportUnreadable(error)
                evict(id)
                return nil
            }
            let session = Session(hosted, limits: limits, time: time, history: history)
            if !isUse, case .hibernated(let former)? = place {
                session.lastUse.store(former.lastUse, ordering: .relaxed)
            }
            if place == nil {
                if let user = session.owner.user { try await readEnding(of: user) }
                makeRoom()
            }
            if let current = insertIfCurrent(session, as: id, of: place, removals) {
                if place == nil, current === session {
                    count(session, as: id)
                    // The store does not know of uses since the last commit or touch, before the session left memory.
                    if isUse { store?.touch(id) }
                }
                return current
            }
        }
    }

    /// Loads the log of a session or an ending; `nil` if there is none, or it is damaged.
    ///
    /// - Throws: ``SessionLoadError``.
    func stored(_ id: SessionID) async throws -> [LogElement]? {
        guard let store else { return nil }
        do {
            guard case .whole(let log) = try await failing({ try await store.load(id, since: nil) }) else { return nil }
            return log
        } catch let error as StoreError where error.code == .damaged {
            report("\(hosted.name): a stored session is lost: \(error)")
            return nil
        } catch let error as StoreError {
            throw SessionLoadError(cause: error)
        }
    }

    /// Takes the lease of a session. Waits while another process has it, within ``SessionLimits/maxWait``.
    ///
    /// - Throws: ``SessionLoadError``, ``SessionError/busy``, `CancellationError`.
    func takeLease(of id: SessionID, since known: Revision?) async throws -> (lease: Lease, stored: StoredSession) {
        guard let store else { throw StoreError(.closed, operation: "use", path: "the store") }
        let start = time.now
        var wait = Duration.milliseconds(2)
        while true {
            let result: LeaseResult
            do { result = try await failing { try await store.begin(id, since: known) } } catch let error as StoreError
            {
                throw SessionLoadError(cause: error)
            }
            switch result {
            case .granted(let lease, let stored):
                if store.isShared { leases.insert(lease, at: time.now) }
                return (lease, stored)
            case .busy(let remaining):
                guard !time.now.isLater(than: start, by: limits.nanoseconds.maxWait) else { throw SessionError.busy }
                try await time.sleep(for: min(wait, max(remaining, .milliseconds(1))))
                wait = min(wait * 2, .milliseconds(50))
            }
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

    /// Evicts sessions from memory if they were not used for ``SessionLimits/hibernation``; the store has all that they
    /// contain. A timer calls it.
    package func evictToStore() {
        guard store != nil else { return }
        for shard in shards {
            for (id, session) in unused(in: shard) {
                let isGone = session.whileIdle {
                    shard.entries.withLock { entries in
                        guard entries[id]?.session === session, isUnused(session), session.isInStore else {
                            return false
                        }
                        entries.remove(id)
                        return true
                    }
                }
                guard isGone else { continue }
                quota.remove(id)
                total.wrappingSubtract(1, ordering: .relaxed)
            }
        }
    }

    /// Removes sessions from the store whose life has ended. A timer calls it at long intervals, because a store can
    /// have to look at every session.
    package func expireStored() async {
        guard let store else { return }
        do {
            try await store.removeExpired()
        } catch let error as StoreError where error.code == .closed {
            // The server stops: the next process removes them.
        } catch {
            report("\(hosted.name): cannot remove expired sessions from the store: \(error)")
        }
    }
}
