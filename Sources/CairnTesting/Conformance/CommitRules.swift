import SessionStores

/// The rules of `commit` under a current lease.
enum CommitRules {
    static let all = [
        StoreRule("The checkpoint of a new session is its whole log.", newSession),
        StoreRule("Appended changes follow one another in the log.", append),
        StoreRule("A commit after another revision than the newest is overtaken and changes nothing.", otherRevision),
        StoreRule("A commit for a new session is overtaken if the session exists.", existingSession),
        StoreRule("A commit after a revision is overtaken if the session is missing, and creates nothing.", noSession),
        StoreRule("An append without a session is refused and creates nothing.", appendWithoutSession),
        StoreRule("A change that is committed twice is overtaken by itself and is made once.", twice),
        StoreRule("A new session that is committed twice is overtaken by itself and is made once.", newTwice),
        StoreRule("After a commit with keepsLease, a second one follows under the same lease.", keepsLease),
    ]

    private static func newSession(_ trial: Trial) async throws {
        var session = SampleSession()
        let lease = try await trial.store.lease(session.id, expecting: .missing)
        try await session.make(session.replacing(), under: lease, in: trial.store)
        try await session.verify(in: trial.store)
    }

    private static func append(_ trial: Trial) async throws {
        var session = try await SampleSession(in: trial.store)
        for _ in 0..<20 {
            try await session.append(in: trial.store)
            try await session.verify(in: trial.store)
        }
    }

    private static func otherRevision(_ trial: Trial) async throws {
        var session = try await SampleSession(in: trial.store, appended: 2)
        guard let newest = session.revision else { return }
        let others = [
            session.log.first?.revision, Revision(number: newest.number, salt: newest.salt ^ 1),
            Revision(number: newest.number - 1, salt: newest.salt), .following(newest),
        ]
        for other in others {
            for change in session.changesOfEachKind() {
                let wrong = SessionChange(change.content, after: other, newID: change.newID)
                let lease = try await trial.store.lease(session.id)
                try await trial.store.commit(wrong, under: lease, expecting: .overtaken(by: newest))
                try await session.verify(in: trial.store)
                if let newID = change.newID { try await trial.store.load(newID, expecting: .missing) }
            }
        }
        try await session.append(in: trial.store)
        try await session.verify(in: trial.store)
    }

    private static func existingSession(_ trial: Trial) async throws {
        var session = try await SampleSession(in: trial.store, appended: 1)
        let change = SessionChange(.replace(session.element()), after: nil)
        let lease = try await trial.store.lease(session.id)
        try await trial.store.commit(change, under: lease, expecting: .overtaken(by: session.revision))
        try await session.verify(in: trial.store)
    }

    private static func noSession(_ trial: Trial) async throws {
        var session = SampleSession()
        for change in session.changesOfEachKind() {
            let late = SessionChange(change.content, after: Revision(number: 1, salt: 1), newID: change.newID)
            let lease = try await trial.store.lease(session.id)
            try await trial.store.commit(late, under: lease, expecting: .overtaken(by: nil))
            try await session.verify(in: trial.store)
            if let newID = change.newID { try await trial.store.load(newID, expecting: .missing) }
        }
        try await trial.store.count(expecting: 0)
    }

    private static func appendWithoutSession(_ trial: Trial) async throws {
        var session = SampleSession()
        try await trial.store.commitRefused(session.appending(), under: trial.store.lease(session.id))
        try await session.verify(in: trial.store)
        try await trial.store.count(expecting: 0)
        try await session.replace(in: trial.store)
        try await session.verify(in: trial.store)
    }

    private static func twice(_ trial: Trial) async throws {
        var session = try await SampleSession(in: trial.store, appended: 1)
        for (isAppend, keepsLease) in [(true, false), (true, true), (false, false), (false, true)] {
            let change =
                isAppend ? session.appending(keepsLease: keepsLease) : session.replacing(keepsLease: keepsLease)
            let lease = try await trial.store.lease(session.id)
            try await session.make(change, under: lease, in: trial.store)
            try await trial.store.commit(change, under: lease, expecting: .overtaken(by: session.revision))
            try await session.verify(in: trial.store)
            let later = try await trial.store.lease(session.id)
            try await trial.store.commit(change, under: later, expecting: .overtaken(by: session.revision))
            try await session.verify(in: trial.store)
        }
    }

    private static func newTwice(_ trial: Trial) async throws {
        var session = SampleSession()
        let change = session.replacing()
        let lease = try await trial.store.lease(session.id)
        try await session.make(change, under: lease, in: trial.store)
        try await trial.store.commit(change, under: lease, expecting: .overtaken(by: session.revision))
        try await session.verify(in: trial.store)
        try await trial.store.count(expecting: 1)
    }

    private static func keepsLease(_ trial: Trial) async throws {
        var session = SampleSession()
        let lease = try await trial.store.lease(session.id)
        try await session.make(session.replacing(keepsLease: true), under: lease, in: trial.store)
        try await session.make(session.appending(keepsLease: true), under: lease, in: trial.store)
        try await session.make(session.appending(), under: lease, in: trial.store)
        try await session.verify(in: trial.store)
    }
}
