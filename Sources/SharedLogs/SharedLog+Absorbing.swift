import SessionStores
import Snapshots

extension SharedLog {
    /// The decoded answer of a store, so that nothing is decoded under the mutex.
    enum News: Sendable {
        case tail([DecodedRecord])
        case whole(State, Revision?, checkpointSize: Int, [DecodedRecord])
    }

    struct DecodedRecord: Sendable {
        let revision: Revision
        let byteCount: Int
        let events: [State.Event]
    }

    /// Decodes what the store has returned.
    ///
    /// - Throws: ``SharedLogError`` if an event cannot be read.
    func decoded(_ stored: StoredEvents) throws -> News {
        switch stored {
        case .unchanged: return .tail([])
        case .tail(let records): return .tail(try records.map(decoded))
        case .whole(let checkpoint, let records):
            var state = initial
            if let checkpoint {
                do {
                    state.restore(
                        try CBOR.decode(State.Checkpoint.self, from: checkpoint.bytes, limit: EventLimits.checkpoint))
                } catch {
                    throw SharedLogError(.unreadable, log: name, detail: "its checkpoint: \(error)")
                }
            }
            return .whole(
                state, checkpoint?.revision, checkpointSize: checkpoint?.bytes.count ?? 0, try records.map(decoded))
        }
    }

    private func decoded(_ record: LogElement) throws -> DecodedRecord {
        do {
            let events = try CBOR.decode([State.Event].self, from: record.bytes, limit: EventLimits.record)
            return DecodedRecord(revision: record.revision, byteCount: record.bytes.count, events: events)
        } catch {
            throw SharedLogError(.unreadable, log: name, detail: "revision \(record.revision): \(error)")
        }
    }
}

extension SharedLog.Content {
    mutating func absorb(_ stored: SharedLog.News) {
        switch stored {
        case .tail(let records):
            for record in records { apply(record) }
        case .whole(let restored, let checkpointRevision, let checkpointSize, let records):
            (state, revision, tail) = (restored, checkpointRevision, (0, 0))
            news.isUnknown = true
            compaction = Self.compaction(after: checkpointSize)
            for record in records { apply(record) }
        }
    }

    mutating func apply(_ record: SharedLog.DecodedRecord) {
        for event in record.events { apply(event) }
        revision = record.revision
        tail.records += 1
        tail.bytes += record.byteCount
    }

    mutating func apply(_ event: State.Event) {
        state.apply(event)
        if news.isWanted { news.add(state.topics(changedBy: event)) }
    }

    // MARK: - Compaction

    /// True if this node should replace the records of the log by a checkpoint.
    var needsCompaction: Bool { isFull || tail.records >= compaction.records || tail.bytes >= compaction.bytes }

    /// True if the records after the checkpoint take so much space that a client could not load more.
    var isFull: Bool { tail.bytes >= maxTail || tail.records >= EventLimits.records }

    /// The tail at which a checkpoint of this size is worth replacing: 1,024 records, or twice its size, and at least
    /// 1 MiB.
    static func compaction(after checkpointSize: Int) -> (records: Int, bytes: Int) {
        (SharedLog.minRecords, max(SharedLog.minBytes, 2 * checkpointSize))
    }
}
