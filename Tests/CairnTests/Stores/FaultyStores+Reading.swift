import SessionStores

struct KnowsEveryCopy: AlteringStore {
    let base: MemoryStore
    func altered(_ session: StoredSession, of id: SessionID, since known: Revision?) -> StoredSession {
        known == nil || session == .missing ? session : .unchanged
    }
}

struct NeverUnchanged: AlteringStore {
    let base: MemoryStore
    func altered(_ session: StoredSession, of id: SessionID, since known: Revision?) -> StoredSession {
        session == .unchanged ? .tail([]) : session
    }
}

struct IgnoresSalt: AlteringStore {
    let base: MemoryStore
    func altered(_ session: StoredSession, of id: SessionID, since known: Revision?) -> StoredSession {
        guard let known, case .whole(let log) = session else { return session }
        guard let position = log.firstIndex(where: { $0.revision.number == known.number }) else { return session }
        let tail = Array(log[(position + 1)...])
        return tail.isEmpty ? .unchanged : .tail(tail)
    }
}

struct LosesTail: AlteringStore {
    let base: MemoryStore
    func altered(_ session: StoredSession, of id: SessionID, since known: Revision?) -> StoredSession {
        guard case .whole(let log) = session else { return session }
        return .whole(Array(log.prefix(1)))
    }
}

struct EndsAtZero: AlteringStore {
    let base: MemoryStore
    func altered(_ session: StoredSession, of id: SessionID, since known: Revision?) -> StoredSession {
        guard case .whole(let log) = session else { return session }
        return .whole(
            log.map { LogElement(revision: $0.revision, bytes: Array($0.bytes.prefix { $0 != 0 })) })
    }
}

struct ReversesLog: AlteringStore {
    let base: MemoryStore
    func altered(_ session: StoredSession, of id: SessionID, since known: Revision?) -> StoredSession {
        guard case .whole(let log) = session else { return session }
        return .whole(log.reversed())
    }
}

struct MixesIDs: WrappingStore {
    let base: MemoryStore
    private func near(_ id: SessionID) -> SessionID { SessionID("\(id)".dropLast() + "0") ?? id }
    func load(_ id: SessionID, since known: Revision?) async throws -> StoredSession {
        try await base.load(near(id), since: known)
    }
}

struct Invents: AlteringStore {
    let base: MemoryStore
    func altered(_ session: StoredSession, of id: SessionID, since known: Revision?) -> StoredSession {
        session == .missing ? .whole([]) : session
    }
}
