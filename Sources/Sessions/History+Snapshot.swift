import NavigationKit
import Snapshots

/// The snapshot format of a session: its versions, with shared parts written once, and the data of the whole session.
///
/// ```
/// session = saved count first *version ended [ owner ]  ; snapshots of earlier releases have no owner
/// version = window path flags draft performed          ; flags: 1 canonical, 2 complete
/// performed = count *( token path flags version operation )
/// ended = count *( prefix onward last )
/// ```
/// The items are defined by NavigationKit's snapshot format.
extension History {
    /// Returns the snapshot; leaves out the oldest versions if it would exceed `limit` bytes.
    func snapshot(limit: Int) -> [UInt8] {
        var history = self
        var bytes = history.written()
        while bytes.count > limit, history.count > 1 {
            history.forgetOldest(max(1, history.count / 4))
            bytes = history.written()
        }
        return bytes
    }

    /// - Parameter hasOwner: `false` writes the format of earlier releases, for tests.
    func written(hasOwner: Bool = true) -> [UInt8] {
        var writer = SnapshotWriter()
        writer.write(saved)
        writer.write(kept.count)
        writer.write(kept.first?.version.number ?? 0)
        for entry in kept {
            let version = entry.version
            writer.write(version.state)
            writer.write(version.location.path)
            writer.write((entry.isCanonical ? 1 : 0) | (version.location.isComplete ? 2 : 0))
            writer.write(entry.draft)
            let performed = entry.performed ?? [:]
            writer.write(performed.count)
            for (token, done) in performed { writer.write(done, of: token) }
        }
        writer.write(ended.count)
        for flow in ended {
            writer.write(flow.prefix.path)
            writer.write(flow.onward.path)
            writer.write(flow.last)
        }
        if hasOwner { owner.write(to: &writer) }
        return writer.finish()
    }

    /// Restores the history from the bytes of ``snapshot(limit:)``.
    ///
    /// - Parameter now: the wall-clock time; the absolute lifetime starts now if the snapshot has no owner.
    /// - Throws: `SnapshotError` if the bytes are damaged or contain a value out of range.
    init(snapshot: [UInt8], now: UInt64) throws {
        var reader = try SnapshotReader(snapshot)
        let saved = try reader.readSavedValues()
        let count = try reader.readNumber()
        let first = try reader.readNumber()
        guard count > 0, count <= 1 << 20, first >= 0, first < 1 << 60 else { throw Self.impossible }
        var kept: [Entry] = []
        for number in first..<first + count { kept.append(try reader.readEntry(number)) }
        var ended: [EndedFlow] = []
        for _ in 0..<min(max(0, try reader.readNumber()), History.maxEndedFlows) {
            ended.append(
                EndedFlow(
                    prefix: Location(try reader.readText()), onward: Location(try reader.readText()),
                    last: try reader.readNumber()))
        }
        let owner = reader.isAtEnd ? SessionOwner(since: now) : try SessionOwner(from: &reader)
        try reader.finish()
        guard let newest = kept.last?.version else { throw Self.impossible }
        self.init(kept, newest: newest, saved: saved, ended: ended, owner: owner)
    }

    fileprivate static var impossible: SnapshotError { .malformed("a number in the history is out of range") }
}

extension SnapshotWriter {
    fileprivate mutating func write(_ done: ActionOutcome.Done, of token: String) {
        write(token)
        write(done.location.path)
        write((done.isCanonical ? 1 : 0) | (done.location.isComplete ? 2 : 0))
        write(done.version)
        write(done.operation?.rawValue ?? "")
    }
}

extension SnapshotReader {
    fileprivate mutating func readEntry(_ number: Int) throws -> History.Entry {
        let state = try readState()
        let path = try readText()
        let flags = try readNumber()
        let version = Version(
            number: number, state: state, location: Location(path, isComplete: flags & 2 != 0))
        var entry = History.Entry(version, isCanonical: flags & 1 != 0)
        entry.draft = try readDraft()
        let count = try readNumber()
        guard count >= 0, count <= 1 << 16 else { throw History.impossible }
        for _ in 0..<count {
            let (token, done) = try readPerformed()
            entry.performed = (entry.performed ?? [:]).merging([token: done]) { first, _ in first }
        }
        return entry
    }

    private mutating func readPerformed() throws -> (token: String, done: ActionOutcome.Done) {
        let token = try readText()
        let path = try readText()
        let flags = try readNumber()
        let done = ActionOutcome.Done(
            location: Location(path, isComplete: flags & 2 != 0), version: try readNumber(),
            isCanonical: flags & 1 != 0,
            operation: Operation(rawValue: try readText()), chain: [], newID: nil, clearsCache: false, failure: nil)
        return (token, done)
    }
}
