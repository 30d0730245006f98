import Synchronization

/// Ends sessions that are in use: after their absolute lifetime, or when their user ends all other sessions.
extension SessionTable {
    /// What became of a session that a request names.
    enum Found {
        case session(Session)
        case unknown
        /// The user ended it from another session.
        case ended
    }

    /// Looks for the session called `id` in memory and in the store, and removes it if it is over.
    func find(_ id: SessionID) async throws -> Found {
        let session: Session
        if case .live(let live)? = place(of: id) {
            live.prefetch()
            session = live
        } else if let revived = try await revive(id) {
            session = revived
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
                    .sessionEvicted, "\(hosted.name): a session that its user ended was used",
                    from: session.owner.network))
            await end(id)
            return .ended
        }
        session.endingsSeen.store(endings, ordering: .relaxed)
        return .session(session)
    }

    func end(_ id: SessionID) async {
        evict(id)
        // If it fails, the session is found over once more.
        try? await store?.remove(id)
    }

    /// Stores that a user ended the other sessions, so that it holds after a restart.
    ///
    /// - Throws: ``StoreError``.
    func store(_ ending: UserEnding) async throws {
        guard let store else { return }
        // Of no network: the user's next ending, from another one, replaces the file.
        try await failing {
            try await store.save(ending.bytes, for: UserEnding.id(of: ending.user), from: nil, .always)
        }
    }

    /// Ends the other sessions. Only after the commit: until then the session that ends them is of before the ending, too.
    func note(_ ending: UserEnding, from network: UInt64?) {
        userEndings.note(ending, now: time.now)
        noteSecurity(SecurityEvent(.sessionEvicted, "\(hosted.name): a user ended all other sessions", from: network))
    }

    /// Reads what the user of a stored session ended before this process began.
    func readEnding(of user: String) async throws {
        guard time.now <= limits.idle, let bytes = try await stored(UserEnding.id(of: user)),
            let ending = UserEnding(bytes, of: user)
        else { return }
        userEndings.note(ending, now: time.now)
    }
}
