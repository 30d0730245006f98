import SessionStores

/// The rules of `remove`, of the life of a session, and of `count` and `hasRoom`.
enum RemovalRules {
    static let all = [
        StoreRule("A removed session is missing, and other sessions remain.", remove),
        StoreRule("The removal of a missing session is not an error.", missing),
        StoreRule("A commit that was begun before a removal does not bring the session back.", commitAfterRemoval),
        StoreRule("A lease from before a removal does not create the session again.", leaseFromBefore),
        StoreRule("A removed session can be created again.", createAgain),
        StoreRule("A touch of a missing session does nothing.", touchMissing),
        StoreRule("A touch of a session does not change it.", touch),
        StoreRule("Expiry keeps sessions that are in use.", expiry),
        StoreRule("The count is the number of stored sessions.", count),
        StoreRule("A store without sessions has room for one.", room),
    ]

    private static func remove(_ trial: Trial) async throws {
        let other = try await SampleSession(in: trial.store, appended: 1)
        let session = try await SampleSession(in: trial.store, appended: 3)
        try await trial.store.remove(session.id)
        try await trial.store.load(session.id, expecting: .missing)
        try await trial.store.load(session.id, since: session.revision, expecting: .missing)
        trial.store.release(
            try await trial.store.lease(session.id, since: session.revision, expecting: .missing))
        try await other.verify(in: trial.store)
        try await trial.store.count(expecting: 1)
    }

    private static func missing(_ trial: Trial) async throws {
        let session = try await SampleSession(in: trial.store)
        try await trial.store.remove(.random())
        try await session.verify(in: trial.store)
        try await trial.store.remove(session.id)
        try await trial.store.remove(session.id)
        try await trial.store.count(expecting: 0)
    }

    private static func commitAfterRemoval(_ trial: Trial) async throws {
        for position in 0..<3 {
            var session = try await SampleSession(in: trial.store, appended: 1)
            let change = session.changesOfEachKind()[position]
            let lease = try await trial.store.lease(session.id)
            try await trial.store.remove(session.id)
            try await trial.store.commit(change, under: lease, expecting: .overtaken(by: nil))
            try await trial.store.load(session.id, expecting: .missing)
            if let newID = change.newID { try await trial.store.load(newID, expecting: .missing) }
        }
        try await trial.store.count(expecting: 0)
    }

    private static func leaseFromBefore(_ trial: Trial) async throws {
        var session = SampleSession()
        let change = session.replacing()
        let first = try await trial.store.lease(session.id)
        try await session.replace(in: trial.store)
        try await trial.store.remove(session.id)
        try await trial.store.commit(change, under: first, expecting: .overtaken(by: nil))
        try await trial.store.load(session.id, expecting: .missing)
        try await trial.store.count(expecting: 0)
    }

    private static func createAgain(_ trial: Trial) async throws {
        var session = try await SampleSession(in: trial.store, appended: 2)
        let removed = session.revision
        try await trial.store.remove(session.id)
        session.log = []
        try await session.replace(in: trial.store)
        try await session.append(in: trial.store)
        try await session.verify(in: trial.store)
        try await trial.store.load(session.id, since: removed, expecting: session.whole)
        try await trial.store.count(expecting: 1)
    }

    private static func touchMissing(_ trial: Trial) async throws {
        var session = SampleSession()
        trial.store.touch(session.id)
        try await session.verify(in: trial.store)
        try await trial.store.count(expecting: 0)
        let lease = try await trial.store.lease(session.id, expecting: .missing)
        trial.store.touch(session.id)
        try await session.make(session.replacing(), under: lease, in: trial.store)
        try await session.verify(in: trial.store)
        try await trial.store.remove(session.id)
        trial.store.touch(session.id)
        try await trial.store.load(session.id, expecting: .missing)
        try await trial.store.count(expecting: 0)
    }

    private static func touch(_ trial: Trial) async throws {
        var session = try await SampleSession(in: trial.store, appended: 2)
        let lease = try await trial.store.lease(session.id)
        trial.store.touch(session.id)
        try await session.verify(in: trial.store)
        try await trial.store.load(session.id, since: session.revision, expecting: .unchanged)
        try await session.make(session.appending(), under: lease, in: trial.store)
        try await session.verify(in: trial.store)
    }

    private static func expiry(_ trial: Trial) async throws {
        var sessions: [SampleSession] = []
        for appended in 0..<5 { sessions.append(try await SampleSession(in: trial.store, appended: appended)) }
        trial.store.touch(sessions[0].id)
        try await trial.store.removeExpired()
        for session in sessions { try await session.verify(in: trial.store) }
        try await trial.store.count(expecting: 5)
    }

    private static func count(_ trial: Trial) async throws {
        try await trial.store.count(expecting: 0)
        var sessions: [SampleSession] = []
        for number in 1...10 {
            sessions.append(try await SampleSession(in: trial.store, appended: number % 3))
            try await trial.store.count(expecting: number)
        }
        for number in sessions.indices.reversed() {
            try await sessions[number].replace(in: trial.store)
            try await trial.store.remove(sessions[number].id)
            try await trial.store.count(expecting: number)
        }
    }

    private static func room(_ trial: Trial) async throws {
        for network in [nil, 0, 0x0A00_0001, 0x2001_0DB8_0000_0001] as [UInt64?] {
            try trial.store.requireRoom(for: network)
        }
    }
}
