import NavigationKit
import Snapshots

/// The snapshot format of a session: its versions, with shared parts written once, and the data of the whole session.
///
/// ```
/// session = app count first *entry ended owner [ requests ]
/// entry = window place count *result [ draft ]
/// ended = count *ended-flow
/// requests = count *request             ; missing without a store, and in snapshots of earlier releases
/// ```
/// `SnapshotFormat` defines `app`, `window` and `draft`; ``SessionOwner`` defines `owner`; ``ItemWriter`` defines
/// `place`, `result`, `ended-flow` and `request`. The other items are integers.
extension History {
    /// Returns the snapshot; leaves out the oldest versions, but not the newest, if it would exceed `limit` bytes.
    ///
    /// - Parameter report: receives a diagnostic for each value that cannot be stored.
    func snapshot(limit: Int, report: (Diagnostic) -> Void = { _ in }) -> [UInt8] {
        var history = self
        return history.trim(toSnapshotOf: limit, report: report)
    }

    /// Drops the oldest versions, but not the newest, until the snapshot has at most `limit` bytes, and returns it.
    ///
    /// - Parameter report: receives a diagnostic for each value that cannot be stored.
    mutating func trim(toSnapshotOf limit: Int, report: (Diagnostic) -> Void = { _ in }) -> [UInt8] {
        var written = written()
        while written.bytes.count > limit, count > 1 {
            forgetOldest(max(1, count / 4))
            written = self.written()
        }
        for diagnostic in written.unstored { report(diagnostic) }
        return written.bytes
    }

    private func written() -> (bytes: [UInt8], unstored: [Diagnostic]) {
        var writer = SnapshotWriter()
        writer.write(saved)
        writer.write(kept.count)
        writer.write(kept.first?.version.number ?? 0)
        for entry in kept {
            writer.write(entry.version.state)
            writer.write(
                entry.version.location, isCanonical: entry.isCanonical, hasDraft: entry.draft != nil,
                salt: entry.version.salt)
            let performed = entry.performed ?? [:]
            writer.write(performed.count)
            // In a fixed order, so that equal histories have equal snapshots.
            for (token, result) in performed.sorted(by: { $0.key < $1.key }) { writer.write(result, of: token) }
            if let draft = entry.draft { writer.write(draft) }
        }
        writer.write(ended.count)
        for flow in ended { writer.write(flow) }
        owner.write(to: &writer)
        if !requests.isEmpty {
            writer.write(requests.count)
            for request in requests { writer.write(request) }
        }
        let unstored = writer.unstored
        return (writer.finish(), unstored)
    }

    /// Restores the history from the bytes of ``snapshot(limit:)``.
    ///
    /// - Throws: `SnapshotError` if the bytes are damaged, of another format, or contain a value out of range.
    init(snapshot: [UInt8]) throws {
        var reader = try SnapshotReader(snapshot)
        let saved = try reader.readSavedValues()
        let count = try reader.readNumber(in: 1...1 << 20)
        let first = try reader.readNumber(in: 0...1 << 60)
        var kept: [Entry] = []
        for number in first..<first + count { kept.append(try reader.readEntry(number)) }
        var ended: [EndedFlow] = []
        for _ in 0..<(try reader.readNumber(in: 0...History.maxEndedFlows)) {
            ended.append(try reader.readEndedFlow())
        }
        let owner = try SessionOwner(from: &reader)
        var requests: [PerformedRequest] = []
        if !reader.isAtEnd {
            for _ in 0..<(try reader.readNumber(in: 0...PerformedRequest.maxCount)) {
                requests.append(try reader.readRequest())
            }
        }
        try reader.finish()
        self.init(
            kept, newest: kept[count - 1].version, saved: saved, ended: ended, owner: owner, requests: requests)
    }
}

extension SnapshotReader {
    fileprivate mutating func readEntry(_ number: Int) throws -> History.Entry {
        let (state, place) = (try readState(), try readPlace())
        let version = Version(number: number, state: state, location: place.location, salt: place.salt)
        var entry = History.Entry(version, isCanonical: place.isCanonical)
        var performed: [String: OnceResult] = [:]
        for _ in 0..<(try readNumber(in: 0...1 << 16)) {
            let (token, result) = try readResult()
            performed[token] = performed[token] ?? result
        }
        entry.performed = performed.isEmpty ? nil : performed
        entry.draft = place.hasDraft ? try readDraft() : nil
        return entry
    }
}
