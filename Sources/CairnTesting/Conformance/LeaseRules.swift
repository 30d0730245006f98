import SessionStores

/// The rules of leases within one process.
enum LeaseRules {
    static let all = [
        StoreRule("A lease alone creates no session.", createsNothing),
        StoreRule("A process that begins again gets a new lease at once.", beginAgain),
        StoreRule("The leases of a session have different tokens.", tokens),
        StoreRule("A commit under a replaced lease is overtaken and changes nothing.", replaced),
        StoreRule("A commit under a replaced lease creates no session.", replacedForNewSession),
        StoreRule("A replaced lease is over even after the later lease has ended.", replacedByEnded),
        StoreRule("The release of a replaced lease does not end the later one.", releaseOfReplaced),
        StoreRule("The lease of a session can be taken after a release.", release),
        StoreRule("A current lease is renewed.", renew),
    ]

    private static func createsNothing(_ trial: Trial) async throws {
        let session = SampleSession()
        let lease = try await trial.store.lease(session.id, expecting: .missing)
        try await session.verify(in: trial.store)
        try await trial.store.count(expecting: 0)
        trial.store.release(lease)
        try await session.verify(in: trial.store)
        try await trial.store.count(expecting: 0)
    }

    private static func beginAgain(_ trial: Trial) async throws {
        var session = SampleSession()
        for _ in 0..<3 {
            for _ in 0..<3 { _ = try await trial.store.lease(session.id, expecting: session.whole) }
            let lease = try await trial.store.lease(session.id, expecting: session.whole)
            try await session.make(session.replacing(), under: lease, in: trial.store)
            try await session.verify(in: trial.store)
        }
    }

    private static func tokens(_ trial: Trial) async throws {
        var session = SampleSession()
        var tokens: Set<UInt64> = []
        for round in 1...20 {
            let lease = try await trial.store.lease(session.id)
            tokens.insert(lease.token)
            try Mismatch.require(tokens.count, equals: round, "the number of different tokens")
            switch round % 4 {
            case 0: trial.store.release(lease)
            case 1: try await session.make(session.replacing(), under: lease, in: trial.store)
            case 2 where round > 10:
                try await trial.store.remove(session.id)
                session.log = []
            default: break
            }
        }
    }

    private static func replaced(_ trial: Trial) async throws {
        var session = try await SampleSession(in: trial.store, appended: 1)
        for change in session.changesOfEachKind() {
            let first = try await trial.store.lease(session.id)
            let second = try await trial.store.lease(session.id)
            try await trial.store.commit(change, under: first, expecting: .overtaken(by: session.revision))
            try await session.verify(in: trial.store)
            if let newID = change.newID { try await trial.store.load(newID, expecting: .missing) }
            try await session.make(session.appending(), under: second, in: trial.store)
            let late = session.appending()
            try await trial.store.commit(late, under: first, expecting: .overtaken(by: session.revision))
            try await session.verify(in: trial.store)
        }
    }

    private static func replacedForNewSession(_ trial: Trial) async throws {
        var session = SampleSession()
        let first = try await trial.store.lease(session.id)
        let second = try await trial.store.lease(session.id)
        try await trial.store.commit(session.replacing(), under: first, expecting: .overtaken(by: nil))
        try await session.verify(in: trial.store)
        try await session.make(session.replacing(), under: second, in: trial.store)
        try await session.verify(in: trial.store)
    }

    private static func replacedByEnded(_ trial: Trial) async throws {
        var session = try await SampleSession(in: trial.store)
        let first = try await trial.store.lease(session.id)
        let second = try await trial.store.lease(session.id)
        trial.store.release(second)
        try await trial.store.commit(
            session.appending(), under: first, expecting: .overtaken(by: session.revision))
        try await session.verify(in: trial.store)
        let third = try await trial.store.lease(session.id)
        try await session.make(session.appending(), under: third, in: trial.store)
        // The revision is the newest one, so only the lease is wrong.
        try await trial.store.commit(
            session.appending(), under: first, expecting: .overtaken(by: session.revision))
        try await session.verify(in: trial.store)
    }

    private static func releaseOfReplaced(_ trial: Trial) async throws {
        var session = try await SampleSession(in: trial.store)
        let first = try await trial.store.lease(session.id)
        let second = try await trial.store.lease(session.id)
        trial.store.release(first)
        try await session.verify(in: trial.store)
        try await session.make(session.appending(), under: second, in: trial.store)
        try await session.verify(in: trial.store)
    }

    private static func release(_ trial: Trial) async throws {
        var session = SampleSession()
        trial.store.release(try await trial.store.lease(session.id))
        try await session.replace(in: trial.store)
        for _ in 0..<3 {
            trial.store.release(try await trial.store.lease(session.id))
            try await session.append(in: trial.store)
        }
        try await session.verify(in: trial.store)
    }

    private static func renew(_ trial: Trial) async throws {
        var session = SampleSession()
        let lease = try await trial.store.lease(session.id)
        try await trial.store.renew(lease, expecting: true)
        try await session.make(session.replacing(keepsLease: true), under: lease, in: trial.store)
        try await trial.store.renew(lease, expecting: true)
        try await session.make(session.appending(), under: lease, in: trial.store)
        try await session.verify(in: trial.store)
    }
}
