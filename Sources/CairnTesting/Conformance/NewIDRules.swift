import SessionStores

/// The rules of a commit that gives a session a new id.
enum NewIDRules {
    static let all = [
        StoreRule("A new id has exactly the checkpoint, and the old id is missing from then on.", moves),
        StoreRule("A session continues under its new id.", continues),
        StoreRule("A new id after another revision than the newest is overtaken and changes nothing.", otherRevision),
        StoreRule("A new id that is committed twice is overtaken by itself and is made once.", twice),
        StoreRule("After a new id, a commit under the old lease is overtaken and changes nothing.", oldLease),
        StoreRule("A new id that another session has is refused and changes nothing.", takenID),
        StoreRule("An append with a new id is refused and changes nothing.", appendWithNewID),
    ]

    private static func moves(_ trial: Trial) async throws {
        var session = try await SampleSession(in: trial.store, appended: 3)
        let before = session
        try await session.make(session.replacing(newID: .random()), in: trial.store)
        try await trial.store.load(before.id, expecting: .missing)
        try await trial.store.load(before.id, since: before.revision, expecting: .missing)
        try await trial.store.load(before.id, since: session.revision, expecting: .missing)
        try await session.verify(in: trial.store)
        try await trial.store.load(session.id, since: session.revision, expecting: .unchanged)
        try await trial.store.load(session.id, since: before.revision, expecting: session.whole)
        try await trial.store.count(expecting: 1)
        trial.store.release(try await trial.store.lease(before.id, expecting: .missing))
    }

    private static func continues(_ trial: Trial) async throws {
        var session = try await SampleSession(in: trial.store)
        for _ in 0..<3 {
            try await session.make(session.replacing(newID: .random()), in: trial.store)
            try await session.append(in: trial.store)
            try await session.append(in: trial.store)
            try await session.verify(in: trial.store)
        }
        try await trial.store.count(expecting: 1)
    }

    private static func otherRevision(_ trial: Trial) async throws {
        var session = try await SampleSession(in: trial.store, appended: 1)
        for other in [nil, session.log.first?.revision] {
            let newID = SessionID.random()
            let change = SessionChange(.replace(session.element()), after: other, newID: newID)
            let lease = try await trial.store.lease(session.id)
            try await trial.store.commit(change, under: lease, expecting: .overtaken(by: session.revision))
            try await session.verify(in: trial.store)
            try await trial.store.load(newID, expecting: .missing)
        }
        try await trial.store.count(expecting: 1)
    }

    private static func twice(_ trial: Trial) async throws {
        var session = try await SampleSession(in: trial.store, appended: 1)
        let oldID = session.id
        let change = session.replacing(newID: .random())
        let lease = try await trial.store.lease(oldID)
        try await session.make(change, under: lease, in: trial.store)
        try await trial.store.commit(change, under: lease, expecting: .overtaken(by: session.revision))
        let later = try await trial.store.lease(oldID, expecting: .missing)
        try await trial.store.commit(change, under: later, expecting: .overtaken(by: session.revision))
        try await session.verify(in: trial.store)
        try await trial.store.load(oldID, expecting: .missing)
        try await trial.store.count(expecting: 1)
    }

    private static func oldLease(_ trial: Trial) async throws {
        var session = try await SampleSession(in: trial.store, appended: 1)
        var old = session
        let lease = try await trial.store.lease(old.id)
        try await session.make(session.replacing(newID: .random()), under: lease, in: trial.store)
        _ = old.element()  // has the revision of the checkpoint
        for change in old.changesOfEachKind() {
            try await trial.store.commit(change, under: lease, expecting: .overtaken(by: nil))
            try await trial.store.load(old.id, expecting: .missing)
            if let newID = change.newID { try await trial.store.load(newID, expecting: .missing) }
            try await session.verify(in: trial.store)
        }
        try await trial.store.count(expecting: 1)
    }

    private static func takenID(_ trial: Trial) async throws {
        var session = try await SampleSession(in: trial.store, appended: 1)
        let other = try await SampleSession(in: trial.store, appended: 4)
        let lease = try await trial.store.lease(session.id)
        try await trial.store.commitRefused(session.replacing(newID: other.id), under: lease)
        try await session.verify(in: trial.store)
        try await other.verify(in: trial.store)
        try await trial.store.count(expecting: 2)
    }

    private static func appendWithNewID(_ trial: Trial) async throws {
        var session = try await SampleSession(in: trial.store, appended: 1)
        let newID = SessionID.random()
        let change = SessionChange(.append(session.element()), after: session.revision, newID: newID)
        try await trial.store.commitRefused(change, under: trial.store.lease(session.id))
        try await session.verify(in: trial.store)
        try await trial.store.load(newID, expecting: .missing)
        try await trial.store.count(expecting: 1)
    }
}
