import NavigationKit
import SessionStores
import Synchronization

/// Ends sessions that are in use: after their absolute lifetime, or when their user ends all other sessions.
extension SessionTable {
    /// The result of looking up a session.
    enum Found {
        case session(Session)
        case unknown
        /// The user ended the session from another session.
        case ended
    }

    /// Looks up the session `id` in memory and in the store, and removes it if it has ended.
    ///
    /// - Parameters:
    ///   - seen: the number of the newest revision that the visitor has seen.
    ///   - isLeased: true if the caller takes the lease next, which compares the copy in memory with the store.
    func find(
        _ id: SessionID, seen: UInt64 = 0, isLeased: Bool = false, isUse: Bool = true
    ) async throws -> Found {
        let session: Session
        if case .live(let live)? = place(of: id) {
            session = live
        } else if let restored = try await restore(id, isUse: isUse) {
            session = restored
        } else {
            return .unknown
        }
        let now = time.now
        if isUse { session.lastUse.store(now, ordering: .relaxed) }
        if let store, isUse,
            now.isLater(than: session.touched.load(ordering: .relaxed), by: limits.nanoseconds.idle / 4)
        {
            session.touched.store(now, ordering: .relaxed)
            store.touch(id)
        }
        guard now < session.lifeEnd.load(ordering: .relaxed) else {
            await end(id)
            return .unknown
        }
        if let store, store.isShared {
            if !isLeased {
                guard try await refresh(session, as: id, seen: seen) else {
                    evict(id)
                    return .unknown
                }
            }
            // Another process can have ended the user's sessions.
            if let user = session.owner.user { try await readEnding(of: user) }
        }
        let endings = userEndings.count
        guard session.endingsSeen.load(ordering: .relaxed) != endings else { return .session(session) }
        guard !userEndings.hasEnded(session.owner) else {
            noteSecurity(
                SecurityEvent(
                    .sessionEvicted, "\(hosted.name): a request used a session that its user had ended",
                    from: session.owner.network))
            await end(id)
            return .ended
        }
        session.endingsSeen.store(endings, ordering: .relaxed)
        return .session(session)
    }

    func end(_ id: SessionID) async {
        evict(id)
        noteEnd(of: id)
        // If removing fails, the next look-up finds that the session has ended and tries again.
        try? await store?.remove(id)
    }

    /// The number of attempts to store an ending, while other sessions of the user do the same.
    private static let endingAttempts = 8

    /// Persists the ending of a user's other sessions, so that it also applies after a restart.
    ///
    /// - Throws: ``StoreError``.
    func store(_ ending: UserEnding) async throws {
        guard let store else { return }
        let id = UserEnding.id(of: ending.user)
        for _ in 0..<Self.endingAttempts {
            let (lease, stored) = try await takeLease(of: id, since: nil)
            defer {
                leases.remove(lease)
                store.release(lease)
            }
            let last: LogElement? = if case .whole(let log) = stored { log.last } else { nil }
            let current = last?.revision
            if let last, let earlier = UserEnding(last.bytes, of: ending.user), earlier.before >= ending.before {
                return
            }
            // Without a network: the user's next ending can replace it from another network.
            let change = SessionChange(
                .replace(LogElement(revision: .following(current), bytes: ending.bytes)), after: current,
                isAlwaysAdmitted: true)
            if case .done = try await failing({ try await store.commit(change, under: lease) }) { return }
        }
        throw SessionError.busy
    }

    /// Ends the user's other sessions. Call it after the commit, which updates `validFrom` of the session that ends
    /// them; before the commit the ending would apply to that session, too.
    func note(_ ending: UserEnding, from network: UInt64?) {
        userEndings.note(ending, now: time.now)
        noteSecurity(SecurityEvent(.sessionEvicted, "\(hosted.name): a user ended all other sessions", from: network))
    }

    /// Loads the user's stored ending, which can be from before this process started, or of another process. If no
    /// other process uses the store, does nothing once this one has run for longer than a stored session lives, because
    /// unused sessions from before its start have expired by then.
    func readEnding(of user: String) async throws {
        guard let store, store.isShared || time.now <= limits.nanoseconds.storedLife,
            let log = try await stored(UserEnding.id(of: user)), let bytes = log.last?.bytes,
            let ending = UserEnding(bytes, of: user)
        else { return }
        userEndings.note(ending, now: time.now)
    }
}
