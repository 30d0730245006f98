import SessionStores
import SharedLogs

/// A log that a rule writes, with the content that the store must have.
struct SampleLog {
    let name: String
    var checkpoint: LogElement?
    var records: [LogElement] = []
    let store: any EventStore

    init(_ name: String = "sample", in store: any EventStore) {
        self.name = name
        self.store = store
    }

    var last: Revision? { records.last?.revision ?? checkpoint?.revision }

    /// The whole content.
    var whole: StoredEvents { last == nil ? .unchanged : .whole(checkpoint: checkpoint, records) }

    /// Returns a new record that follows the last one.
    func next(_ bytes: [UInt8] = [1, 2, 3]) -> LogElement {
        LogElement(revision: .following(last), bytes: bytes)
    }

    /// Appends a record.
    mutating func append(_ bytes: [UInt8] = [1, 2, 3], times: Int = 1) async throws {
        for _ in 0..<times {
            let record = next(bytes)
            try await verifyAppend(record, after: last, .done)
            records.append(record)
        }
    }

    /// Replaces the first `count` records by a checkpoint.
    mutating func compact(_ count: Int, to bytes: [UInt8] = [9]) async throws {
        let checkpoint = LogElement(revision: records[count - 1].revision, bytes: bytes)
        try await store.compact(name, to: checkpoint)
        self.checkpoint = checkpoint
        records.removeFirst(count)
    }

    /// Throws a mismatch if an append has another result.
    func verifyAppend(_ record: LogElement, after expected: Revision?, _ result: CommitResult) async throws {
        let actual = try await store.append(record, to: name, after: expected)
        try Mismatch.require(actual, equals: result, "append of \(record.revision)") { $0.summary }
    }

    /// Throws a mismatch if the store, by default the one of the log, has another content.
    func verify(after known: Revision? = nil, _ expected: StoredEvents, in other: (any EventStore)? = nil) async throws
    {
        let actual = try await (other ?? store).read(name, after: known)
        try Mismatch.require(actual, equals: expected, "read after \(known.map { "\($0)" } ?? "nil")") { $0.summary }
    }

    /// Throws a mismatch if the store has another content, or returns another tail.
    func verify(in other: (any EventStore)? = nil) async throws {
        try await verify(whole, in: other)
        try await verify(after: last, .unchanged, in: other)
        if let checkpoint, !records.isEmpty {
            try await verify(after: checkpoint.revision, .tail(records), in: other)
        }
        for (index, record) in records.enumerated().dropLast() {
            try await verify(after: record.revision, .tail(Array(records[(index + 1)...])), in: other)
        }
    }
}

extension StoredEvents {
    /// The kind of the answer, and the revision and size of each element.
    var summary: String {
        switch self {
        case .unchanged: "unchanged"
        case .tail(let records): "the tail \(Self.summary(of: records))"
        case .whole(let checkpoint, let records):
            "the whole log \(Self.summary(of: checkpoint.map { [$0] } ?? [])) \(Self.summary(of: records))"
        }
    }

    private static func summary(of elements: [LogElement]) -> String {
        let shown = elements.prefix(20).map { "\($0.revision) (\($0.bytes.count) bytes)" }
        return "[\(shown.joined(separator: ", "))\(elements.count > shown.count ? " …" : "")]"
    }
}
