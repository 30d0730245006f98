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
    func find(_ id: SessionID) async throws -> Found {
        let session: Session
        if case .live(let live)? = place(of: id) {
            session = live
        } else if let restored = try await restore(id) {
            session = restored
        } else {
            return .unknown
        }
        let now = time.now
        session.lastUse.store(now, ordering: .relaxed)
        guard now < session.lifeEnd.load(ordering: .relaxed) else {
            await end(id)
            return .unknown
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
        // If removing fails, the next look-up finds that the session has ended and tries again.
        try? await store?.remove(id)
    }

    /// Persists the ending of a user's other sessions, so that it also applies after a restart.
    ///
    /// - Throws: ``StoreError``.
    func store(_ ending: UserEnding) async throws {
        guard let store else { return }
        // Count the file for no network: the user's next ending can replace it from another network.
        try await failing {
            try await store.save(ending.bytes, for: UserEnding.id(of: ending.user), from: nil, .always)
        }
    }

    /// Ends the user's other sessions. Call it after the commit, which updates `validFrom` of the session that ends
    /// them; before the commit the ending would apply to that session, too.
    func note(_ ending: UserEnding, from network: UInt64?) {
        userEndings.note(ending, now: time.now)
        noteSecurity(SecurityEvent(.sessionEvicted, "\(hosted.name): a user ended all other sessions", from: network))
    }

    /// Loads the user's stored ending, which can be from before this process started. Does nothing once the process has
    /// run for longer than the idle timeout, because unused sessions from before its start have expired by then.
    func readEnding(of user: String) async throws {
        guard time.now <= limits.nanoseconds.idle, let bytes = try await stored(UserEnding.id(of: user)),
            let ending = UserEnding(bytes, of: user)
        else { return }
        userEndings.note(ending, now: time.now)
    }
}
