import SessionStores

/// The content of one log: a checkpoint, if there is one, and the records after it.
struct EventRecords: Sendable, Equatable {
    var checkpoint: LogElement?
    var records: [LogElement] = []

    /// The revision that the log leads to; `nil` if it is empty.
    var last: Revision? { records.last?.revision ?? checkpoint?.revision }

    /// Returns what a copy at `known` lacks.
    func since(_ known: Revision?) -> StoredEvents {
        if known == last { return .unchanged }
        guard let known else { return .whole(checkpoint: checkpoint, records) }
        if known == checkpoint?.revision { return .tail(records) }
        guard let index = records.lastIndex(where: { $0.revision == known }) else {
            return .whole(checkpoint: checkpoint, records)
        }
        return .tail(Array(records[(index + 1)...]))
    }

    /// Returns the log as it was when its last revision had this number, or 0 when it was empty; `nil` if its checkpoint
    /// is newer.
    func upTo(_ number: UInt64) -> EventRecords? {
        guard checkpoint?.revision.number ?? 0 <= number else { return nil }
        return EventRecords(checkpoint: checkpoint, records: records.filter { $0.revision.number <= number })
    }

    /// Returns the log with this checkpoint instead of the records that it covers; `nil` if no record has its revision.
    func compacted(to checkpoint: LogElement) -> EventRecords? {
        guard let index = records.lastIndex(where: { $0.revision == checkpoint.revision }) else { return nil }
        return EventRecords(checkpoint: checkpoint, records: Array(records[(index + 1)...]))
    }
}
