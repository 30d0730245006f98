import SessionStores

/// The rules of concurrent calls.
enum ConcurrencyRules {
    static let all = [
        StoreRule("Sessions with similar ids do not mix.", similarIDs),
        StoreRule("The commits of 200 concurrent sessions do not mix.", manySessions),
        StoreRule("Of concurrent commits to one session, each that is done is in the log once.", oneSession),
        StoreRule("A load during commits returns the log as it was between two commits.", loadDuringCommits),
        StoreRule("Concurrent commits of two processes lose no change.", needs: .secondProcess, twoProcesses),
    ]

    private static func similarIDs(_ trial: Trial) async throws {
        let zeros = String(repeating: "0", count: 32)
        let texts = [0, 1, 15, 16, 30, 31].map { position in
            String(zeros.enumerated().map { $0.offset == position ? "a" : $0.element })
        }
        var sessions: [SampleSession] = []
        for id in ([zeros] + texts).compactMap(SessionID.init) {
            var session = SampleSession(id)
            try await session.verify(in: trial.store)
            try await session.replace(in: trial.store)
            try await session.append(in: trial.store)
            sessions.append(session)
        }
        for session in sessions { try await session.verify(in: trial.store) }
        try await trial.store.count(expecting: sessions.count)
    }

    private static func manySessions(_ trial: Trial) async throws {
        let store = trial.store
        let sessions = try await withThrowingTaskGroup(of: SampleSession.self) { group in
            for number in 0..<200 {
                group.addTask {
                    var session = try await SampleSession(in: store)
                    for step in 0..<5 {
                        await Task.yield()
                        let isCheckpoint = (number + step) % 4 == 0
                        let change = isCheckpoint ? session.replacing() : session.appending()
                        let lease = try await store.lease(session.id, expecting: session.whole)
                        await Task.yield()
                        try await session.make(change, under: lease, in: store)
                    }
                    return session
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        for session in sessions { try await session.verify(in: store) }
        try await store.count(expecting: sessions.count)
    }

    private static func oneSession(_ trial: Trial) async throws {
        let session = try await SampleSession(in: trial.store)
        let made = try await commitConcurrently(100, to: session, in: [trial.store])
        try await verifyLog(of: session, has: made, in: trial.store)
    }

    private static func twoProcesses(_ trial: Trial) async throws {
        let stores = [trial.store, try await trial.anotherStore()]
        let session = try await SampleSession(in: trial.store)
        let made = try await commitConcurrently(100, to: session, in: stores)
        for store in stores { try await verifyLog(of: session, has: made, in: store) }
    }

    /// Commits an append from each of many tasks, and returns the changes that were made.
    private static func commitConcurrently(
        _ count: Int, to session: SampleSession, in stores: [CheckedStore]
    ) async throws -> [SessionChange] {
        try await withThrowingTaskGroup(of: SessionChange?.self) { group in
            for number in 0..<count {
                let store = stores[number % stores.count]
                group.addTask {
                    // The tasks begin one after the other, each before the commits of some earlier ones.
                    for _ in 0..<number { await Task.yield() }
                    guard case .granted(let lease, .whole(let log)) = try await store.begin(session.id) else {
                        return nil
                    }
                    for _ in 0..<(number % 3) { await Task.yield() }
                    let newest = log.last?.revision
                    // The random bits are the number of the task, so that no two revisions are equal.
                    let revision = Revision(number: Revision.following(newest).number, salt: UInt32(number))
                    let change = SessionChange(
                        .append(LogElement(revision: revision, bytes: Array("\(number)".utf8))), after: newest)
                    return try await store.commit(change, under: lease) == .done ? change : nil
                }
            }
            return try await group.reduce(into: []) { if let change = $1 { $0.append(change) } }
        }
    }

    /// Requires that the log is the session's checkpoint and the changes, each after the revision that it expected.
    private static func verifyLog(
        of session: SampleSession, has changes: [SessionChange], in store: CheckedStore
    ) async throws {
        guard !changes.isEmpty else { throw Mismatch(expected: "at least one commit done", actual: "none") }
        var left = Dictionary(grouping: changes, by: \.expected)
        var log = session.log
        while let next = left.removeValue(forKey: log.last?.revision) {
            guard let change = next.first, next.count == 1 else {
                throw Mismatch(expected: "one commit done after each revision", actual: "\(next.count) commits")
            }
            log.append(change.element)
        }
        try Mismatch.require(left.count, equals: 0, "the number of commits after a revision that was not in the log")
        try await store.load(session.id, expecting: .whole(log))
    }

    private static func loadDuringCommits(_ trial: Trial) async throws {
        let start = try await SampleSession(in: trial.store)
        async let writing = statesOfCommits(to: start, in: trial.store)
        async let reading = statesOfLoads(of: start.id, in: trial.store)
        let (written, read) = try await (writing, reading)
        var position = written.startIndex
        for state in read {
            guard let next = written[position...].firstIndex(of: state) else {
                throw Mismatch(expected: "a state between two commits, not older than before", actual: state.summary)
            }
            position = next
        }
    }

    private static func statesOfCommits(
        to start: SampleSession, in store: CheckedStore
    ) async throws -> [StoredSession] {
        var session = start
        var states = [session.whole]
        for number in 1...50 {
            let change = number % 7 == 0 ? session.replacing() : session.appending()
            try await session.make(change, in: store)
            states.append(session.whole)
            await Task.yield()
        }
        return states
    }

    private static func statesOfLoads(of id: SessionID, in store: CheckedStore) async throws -> [StoredSession] {
        var states: [StoredSession] = []
        for _ in 0..<50 {
            states.append(try await store.load(id))
            await Task.yield()
        }
        return states
    }
}
