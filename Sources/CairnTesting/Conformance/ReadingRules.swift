import SessionStores

/// The rules of `load`, and of the part of `begin` that is the same.
enum ReadingRules {
    static let all = [
        StoreRule("A session that was never committed is missing.", missing),
        StoreRule("A copy with the newest revision is unchanged.", unchanged),
        StoreRule("A copy with an older revision of the log gets the elements after it.", tail),
        StoreRule("A copy with a revision that is not in the log gets the whole log.", unknown),
        StoreRule("A revision with other random bits is not in the log.", otherSalt),
        StoreRule("A checkpoint replaces the elements before it.", checkpoint),
        StoreRule("A begin describes the session like a load.", begin),
        StoreRule("Elements come back byte for byte and in order.", bytes),
        StoreRule("Revisions come back with their number and random bits.", revisions),
    ]

    private static func missing(_ trial: Trial) async throws {
        let session = SampleSession()
        try await session.verify(in: trial.store)
        try await trial.store.load(session.id, since: .following(nil), expecting: .missing)
        _ = try await SampleSession(in: trial.store)
        try await session.verify(in: trial.store)
    }

    private static func unchanged(_ trial: Trial) async throws {
        var session = try await SampleSession(in: trial.store)
        try await trial.store.load(session.id, since: session.revision, expecting: .unchanged)
        try await session.append(in: trial.store)
        try await trial.store.load(session.id, since: session.revision, expecting: .unchanged)
    }

    private static func tail(_ trial: Trial) async throws {
        let session = try await SampleSession(in: trial.store, appended: 5)
        for (position, element) in session.log.dropLast().enumerated() {
            let tail = Array(session.log.dropFirst(position + 1))
            try await trial.store.load(session.id, since: element.revision, expecting: .tail(tail))
        }
    }

    private static func unknown(_ trial: Trial) async throws {
        let session = try await SampleSession(in: trial.store, appended: 3)
        for number in [0, 5, 1_000, UInt64.max] {
            let unknown = Revision(number: number, salt: session.revision?.salt ?? 0)
            try await trial.store.load(session.id, since: unknown, expecting: session.whole)
        }
    }

    private static func otherSalt(_ trial: Trial) async throws {
        let session = try await SampleSession(in: trial.store, appended: 3)
        for element in session.log {
            for bit in [UInt32(1), 0x8000_0000] {
                let other = Revision(number: element.revision.number, salt: element.revision.salt ^ bit)
                try await trial.store.load(session.id, since: other, expecting: session.whole)
                let lease = try await trial.store.lease(session.id, since: other, expecting: session.whole)
                trial.store.release(lease)
            }
        }
    }

    private static func checkpoint(_ trial: Trial) async throws {
        var session = try await SampleSession(in: trial.store, appended: 3)
        let replaced = session.log
        try await session.replace(in: trial.store)
        for element in replaced {
            try await trial.store.load(session.id, since: element.revision, expecting: session.whole)
        }
        try await session.verify(in: trial.store)
        let checkpoint = session.revision
        try await trial.store.load(session.id, since: checkpoint, expecting: .unchanged)
        try await session.append(in: trial.store)
        let tail = Array(session.log.suffix(1))
        try await trial.store.load(session.id, since: checkpoint, expecting: .tail(tail))
        try await session.verify(in: trial.store)
    }

    private static func begin(_ trial: Trial) async throws {
        let missing = SessionID.random()
        trial.store.release(try await trial.store.lease(missing, since: .following(nil), expecting: .missing))
        trial.store.release(try await trial.store.lease(missing, expecting: .missing))
        let session = try await SampleSession(in: trial.store, appended: 3)
        let revisions = [nil, Revision(number: 99, salt: 9)] + session.log.map(\.revision)
        for known in revisions {
            let loaded = try await trial.store.load(session.id, since: known)
            trial.store.release(try await trial.store.lease(session.id, since: known, expecting: loaded))
        }
        trial.store.release(
            try await trial.store.lease(session.id, since: session.revision, expecting: .unchanged))
    }

    private static func bytes(_ trial: Trial) async throws {
        let eachByte = [UInt8](0...255)
        var session = SampleSession()
        try await session.replace(eachByte, in: trial.store)
        let contents: [[UInt8]] = [
            [], [0], Array(eachByte.reversed()), Array("\r\n$-1\r\n".utf8), [0xFF, 0xFE, 0x80], [], [10],
            (0..<65_536).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) },
        ]
        for bytes in contents { try await session.append(bytes, in: trial.store) }
        try await session.verify(in: trial.store)
        try await session.replace([], in: trial.store)
        try await session.verify(in: trial.store)
        try await session.replace(contents.last, in: trial.store)
        try await session.verify(in: trial.store)
    }

    private static func revisions(_ trial: Trial) async throws {
        var session = SampleSession()
        var revision: Revision?
        for salt in [UInt32.min, 1, 0x0A00, 0x7FFF_FFFF, 0x8000_0000, .max] {
            let next = Revision(number: Revision.following(revision).number, salt: salt)
            let element = LogElement(revision: next, bytes: [])
            let content: SessionChange.Content = revision == nil ? .replace(element) : .append(element)
            try await session.make(SessionChange(content, after: revision), in: trial.store)
            revision = next
        }
        try await session.verify(in: trial.store)
    }
}
