import SessionStores

/// The rules of a store that is closed and opened again.
enum ReopeningRules {
    static let all = [
        StoreRule("A store that is opened again has every session.", needs: .reopening, sessions),
        StoreRule("A store that is opened again has no removed session and no old id.", needs: .reopening, removed),
        StoreRule("A change that was made before the store was closed is not made again.", needs: .reopening, twice),
    ]

    private static func sessions(_ trial: Trial) async throws {
        var sessions: [SampleSession] = []
        for number in 0..<20 {
            var session = try await SampleSession(in: trial.store, appended: number % 5)
            if number % 3 == 0 { try await session.replace(in: trial.store) }
            if number % 4 == 0 { try await session.append([], in: trial.store) }
            if number % 6 == 0 { try await session.make(session.replacing(newID: .random()), in: trial.store) }
            sessions.append(session)
        }
        let store = try await trial.reopenedStore()
        try await store.count(expecting: sessions.count)
        for var session in sessions {
            try await session.verify(in: store)
            try await store.load(session.id, since: session.revision, expecting: .unchanged)
            let tail = Array(session.log.dropFirst())
            if let checkpoint = session.log.first?.revision, !tail.isEmpty {
                try await store.load(session.id, since: checkpoint, expecting: .tail(tail))
            }
            try await session.append(in: store)
            try await session.verify(in: store)
        }
    }

    private static func removed(_ trial: Trial) async throws {
        let removed = try await SampleSession(in: trial.store, appended: 2)
        var moved = try await SampleSession(in: trial.store, appended: 2)
        let oldID = moved.id
        try await moved.make(moved.replacing(newID: .random()), in: trial.store)
        try await trial.store.remove(removed.id)
        let store = try await trial.reopenedStore()
        try await store.load(removed.id, expecting: .missing)
        try await store.load(oldID, expecting: .missing)
        try await moved.verify(in: store)
        try await store.count(expecting: 1)
    }

    private static func twice(_ trial: Trial) async throws {
        var session = try await SampleSession(in: trial.store, appended: 1)
        let change = session.appending()
        try await session.make(change, in: trial.store)
        let store = try await trial.reopenedStore()
        let lease = try await store.lease(session.id, expecting: session.whole)
        try await store.commit(change, under: lease, expecting: .overtaken(by: session.revision))
        try await session.verify(in: store)
    }
}
