import SessionStores
import SharedLogs
import Synchronization

extension EventStoreRule {
    static let all =
        reading + [
            EventStoreRule("A record is appended only after the last one.", conflict),
            EventStoreRule("A record that is appended again is overtaken by its own revision.", again),
            EventStoreRule("One of several appends after the same record is made.", concurrent),
            EventStoreRule("A record of more than 64 KiB is refused.", tooLong),
            EventStoreRule("A checkpoint replaces the records up to its revision.", compaction),
            EventStoreRule("A record follows a checkpoint of the whole log.", appendAfterCheckpoint),
            EventStoreRule("A checkpoint of a revision that the log lacks changes nothing.", unknownCheckpoint),
            EventStoreRule("A checkpoint of 2 MiB is kept.", largeCheckpoint),
            EventStoreRule("A follower is notified of an appended record.", follow),
            EventStoreRule("A released subscription is not notified.", release),
            EventStoreRule("A store that is opened again has every log.", needs: .reopening, reopen),
            EventStoreRule("Another process reads and follows the same log.", needs: .secondProcess, otherProcess),
            EventStoreRule("Of two processes, one appends after a record.", needs: .secondProcess, otherAppend),
        ]

    // MARK: - Reading

    private static let reading = [
        EventStoreRule("A log that was never written to is empty.") { trial in
            try await SampleLog(in: try await trial.store()).verify(.unchanged)
        },
        EventStoreRule("A copy of an empty log with a revision gets the empty log.") { trial in
            try await SampleLog(in: try await trial.store())
                .verify(after: Revision(number: 3, salt: 1), .whole(checkpoint: nil, []))
        },
        EventStoreRule("Records come back in their order, with their bytes.") { trial in
            var log = SampleLog(in: try await trial.store())
            try await log.append(Array(0...255))
            try await log.append([0])
            try await log.append([UInt8](repeating: 13, count: 65_536))
            try await log.append([10, 13, 10], times: 5)
            try await log.verify(log.whole)
        },
        EventStoreRule("A copy gets the records after its revision.") { trial in
            var log = SampleLog(in: try await trial.store())
            try await log.append(times: 4)
            try await log.verify()
        },
        EventStoreRule("A copy with a revision that the log lacks gets the whole log.") { trial in
            var log = SampleLog(in: try await trial.store())
            try await log.append(times: 3)
            for (number, salt) in [(2, 1), (3, 1), (4, 0), (.max, 0)] as [(UInt64, UInt32)] {
                let same = log.records.first { $0.revision.number == number }?.revision
                let unknown = Revision(number: number, salt: same.map { $0.salt ^ salt } ?? salt)
                try await log.verify(after: unknown, log.whole)
            }
        },
        EventStoreRule("Logs with different names do not mix.") { trial in
            let store = try await trial.store()
            var (first, second) = (SampleLog("sample", in: store), SampleLog("sample-2", in: store))
            try await first.append([1], times: 2)
            try await second.append([2])
            try await first.append([3])
            try await first.compact(1)
            try await first.verify()
            try await second.verify()
        },
    ]

    // MARK: - Appending

    private static func conflict(_ trial: EventTrial) async throws {
        var log = SampleLog(in: try await trial.store())
        try await log.verifyAppend(log.next(), after: Revision(number: 1, salt: 7), .overtaken(by: nil))
        try await log.append(times: 2)
        guard let last = log.last, let first = log.records.first?.revision else { return }
        for wrong in [nil, first, Revision(number: last.number, salt: ~last.salt), .following(last)] {
            try await log.verifyAppend(log.next(), after: wrong, .overtaken(by: last))
        }
        try await log.verify()
    }

    private static func again(_ trial: EventTrial) async throws {
        var log = SampleLog(in: try await trial.store())
        try await log.append(times: 2)
        guard let last = log.records.last else { return }
        try await log.verifyAppend(last, after: log.records.first?.revision, .overtaken(by: last.revision))
        try await log.verify()
    }

    private static func concurrent(_ trial: EventTrial) async throws {
        let store = try await trial.store()
        var log = SampleLog(in: store)
        for _ in 0..<10 {
            let (name, last, records) = (log.name, log.last, (0..<8).map { log.next([UInt8($0)]) })
            let made = try await withThrowingTaskGroup(of: LogElement?.self) { group in
                for record in records {
                    group.addTask { try await store.append(record, to: name, after: last) == .done ? record : nil }
                }
                return try await group.reduce(into: [LogElement]()) { $0 += $1.map { [$0] } ?? [] }
            }
            try Mismatch.require(made.count, equals: 1, "the number of appends that were made")
            log.records += made
            try await log.verify(log.whole)
        }
    }

    private static func tooLong(_ trial: EventTrial) async throws {
        var log = SampleLog(in: try await trial.store())
        try await log.append()
        let result = try? await log.store.append(
            log.next([UInt8](repeating: 0, count: 65_537)), to: log.name, after: log.last)
        try Mismatch.require(result == nil, equals: true, "an error for a record of 65,537 bytes")
        try await log.append()
        try await log.verify()
    }

    // MARK: - Checkpoints

    private static func compaction(_ trial: EventTrial) async throws {
        var log = SampleLog(in: try await trial.store())
        try await log.append(times: 6)
        let old = log.records.first?.revision
        for count in [2, 1] {
            try await log.compact(count, to: [UInt8](repeating: UInt8(count), count: 100))
            try await log.verify()
            try await log.verify(after: old, log.whole)
        }
        try await log.append()
        try await log.verify()
    }

    private static func appendAfterCheckpoint(_ trial: EventTrial) async throws {
        var log = SampleLog(in: try await trial.store())
        try await log.append(times: 2)
        try await log.compact(2)
        try await log.verify()
        try await log.verifyAppend(log.next(), after: nil, .overtaken(by: log.last))
        try await log.append(times: 2)
        try await log.verify()
    }

    private static func unknownCheckpoint(_ trial: EventTrial) async throws {
        var log = SampleLog(in: try await trial.store())
        try await log.append(times: 4)
        guard let first = log.records.first?.revision, let last = log.last else { return }
        try await log.compact(2)
        for revision in [first, Revision(number: last.number, salt: ~last.salt), .following(last)] {
            try await log.store.compact(log.name, to: LogElement(revision: revision, bytes: [7]))
            try await log.verify()
        }
    }

    private static func largeCheckpoint(_ trial: EventTrial) async throws {
        var log = SampleLog(in: try await trial.store())
        try await log.append(times: 2)
        try await log.compact(1, to: (0..<2 << 20).map { UInt8(truncatingIfNeeded: $0 &* 7) })
        try await log.verify()
    }

    // MARK: - Following

    private static func follow(_ trial: EventTrial) async throws {
        var log = SampleLog(in: try await trial.store())
        let notices = Notices()
        let subscription = log.store.follow(log.name) { notices.add($0) }
        defer { withExtendedLifetime(subscription) {} }
        for _ in 0..<3 {
            try await log.append()
            await notices.wait(for: log.last)
        }
    }

    private static func release(_ trial: EventTrial) async throws {
        var log = SampleLog(in: try await trial.store())
        let (released, notices) = (Notices(), Notices())
        _ = log.store.follow(log.name) { released.add($0) }
        let subscription = log.store.follow(log.name) { notices.add($0) }
        defer { withExtendedLifetime(subscription) {} }
        try await log.append()
        await notices.wait(for: log.last)
        // A store can notify a new follower at once, perhaps before the release.
        let count = released.count
        try await log.append()
        await notices.wait(for: log.last)
        try Mismatch.require(released.count - count, equals: 0, "the notifications of a released subscription")
    }

    // MARK: - Several stores on the same data

    private static func reopen(_ trial: EventTrial) async throws {
        let store = try await trial.store()
        var logs = [SampleLog("plain", in: store), SampleLog("compacted", in: store), SampleLog("empty", in: store)]
        for index in 0..<2 { try await logs[index].append(Array(0...255), times: 4) }
        try await logs[1].compact(3)
        let reopened = try await trial.reopenedStore()
        for log in logs {
            try await log.verify(in: reopened)
            let result = try await reopened.append(log.next(), to: log.name, after: log.last)
            try Mismatch.require(result, equals: .done, "append after reopening") { $0.summary }
        }
    }

    private static func otherProcess(_ trial: EventTrial) async throws {
        var log = SampleLog(in: try await trial.store())
        let other = try await trial.store()
        let notices = Notices()
        let subscription = other.follow(log.name) { notices.add($0) }
        defer { withExtendedLifetime(subscription) {} }
        for _ in 0..<3 {
            try await log.append(times: 2)
            await notices.wait(for: log.last)
            try await log.verify(in: other)
        }
        try await log.compact(3)
        try await log.verify(in: other)
    }

    private static func otherAppend(_ trial: EventTrial) async throws {
        var log = SampleLog(in: try await trial.store())
        var other = SampleLog(in: try await trial.store())
        for _ in 0..<3 {
            try await log.append()
            try await other.verifyAppend(other.next(), after: other.last, .overtaken(by: log.last))
            other.records = log.records
            try await other.append()
            try await log.verifyAppend(log.next(), after: log.last, .overtaken(by: other.last))
            log.records = other.records
            try await log.verify()
        }
    }
}

/// The notifications of a follower.
private final class Notices: Sendable {
    private struct State {
        var received: [Revision?] = []
        var waiting: (revision: Revision?, continuation: CheckedContinuation<Void, Never>)?
    }

    private let state = Mutex(State())

    var count: Int { state.withLock(\.received.count) }

    func add(_ revision: Revision?) {
        let continuation = state.withLock { state -> CheckedContinuation<Void, Never>? in
            state.received.append(revision)
            guard let waiting = state.waiting, revision == nil || revision == waiting.revision else { return nil }
            state.waiting = nil
            return waiting.continuation
        }
        continuation?.resume()
    }

    /// Returns when this revision, or an unknown one, was reported since the last call.
    func wait(for revision: Revision?) async {
        await withCheckedContinuation { continuation in
            let isReported = state.withLock { state in
                defer { state.received = [] }
                if state.received.contains(where: { $0 == nil || $0 == revision }) { return true }
                state.waiting = (revision, continuation)
                return false
            }
            if isReported { continuation.resume() }
        }
    }
}
