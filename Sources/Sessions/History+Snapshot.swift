import NavigationKit
import Snapshots

/// The snapshot format of a session: its versions, with shared parts written once, and the data of the whole session.
///
/// ```
/// session = app count first *entry ended owner
/// entry = window place performed [ draft ]
/// place = path flags                    ; flags: 1 canonical, 2 complete, 4 with a draft
/// performed = count *( token place version operation )
/// ended = count *( prefix onward last )
/// ```
/// `SnapshotFormat` defines `app`, `window` and `draft`; ``SessionOwner`` defines `owner`. The items `path`, `token`,
/// `operation`, `prefix` and `onward` are texts; the other items without a rule are integers.
extension History {
    /// Returns the snapshot; leaves out the oldest versions, but not the newest, if it would exceed `limit` bytes.
    ///
    /// - Parameter report: receives a diagnostic for each value that cannot be stored.
    func snapshot(limit: Int, report: (Diagnostic) -> Void = { _ in }) -> [UInt8] {
        var history = self
        var written = history.written()
        while written.bytes.count > limit, history.count > 1 {
            history.forgetOldest(max(1, history.count / 4))
            written = history.written()
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
            writer.write(entry.version.location, isCanonical: entry.isCanonical, hasDraft: entry.draft != nil)
            let performed = entry.performed ?? [:]
            writer.write(performed.count)
            for (token, done) in performed {
                writer.write(token)
                writer.write(done.location, isCanonical: done.isCanonical)
                writer.write(done.version)
                writer.write(done.operation?.rawValue ?? "")
            }
            if let draft = entry.draft { writer.write(draft) }
        }
        writer.write(ended.count)
        for flow in ended {
            writer.write(flow.prefix.path)
            writer.write(flow.onward.path)
            writer.write(flow.last)
        }
        owner.write(to: &writer)
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
            ended.append(
                EndedFlow(
                    prefix: Location(try reader.readText()), onward: Location(try reader.readText()),
                    last: try reader.readNumber()))
        }
        let owner = try SessionOwner(from: &reader)
        try reader.finish()
        self.init(kept, newest: kept[count - 1].version, saved: saved, ended: ended, owner: owner)
    }
}

extension SnapshotWriter {
    fileprivate mutating func write(_ location: Location, isCanonical: Bool, hasDraft: Bool = false) {
        write(location.path)
        write((isCanonical ? 1 : 0) | (location.isComplete ? 2 : 0) | (hasDraft ? 4 : 0))
    }
}

extension SnapshotReader {
    fileprivate mutating func readNumber(in range: ClosedRange<Int>) throws -> Int {
        let number = try readNumber()
        guard range ~= number else { throw SnapshotError.malformed("a number in the history is out of range") }
        return number
    }

    private mutating func readPlace() throws -> (location: Location, isCanonical: Bool, hasDraft: Bool) {
        let (path, flags) = (try readText(), try readNumber())
        return (Location(path, isComplete: flags & 2 != 0), flags & 1 != 0, flags & 4 != 0)
    }

    fileprivate mutating func readEntry(_ number: Int) throws -> History.Entry {
        let (state, place) = (try readState(), try readPlace())
        let version = Version(number: number, state: state, location: place.location)
        var entry = History.Entry(version, isCanonical: place.isCanonical)
        var performed: [String: ActionOutcome.Done] = [:]
        for _ in 0..<(try readNumber(in: 0...1 << 16)) {
            let (token, place) = (try readText(), try readPlace())
            let done = ActionOutcome.Done(
                location: place.location, version: try readNumber(), isCanonical: place.isCanonical,
                operation: Operation(rawValue: try readText()), chain: [], newID: nil, clearsCache: false, failure: nil)
            performed[token] = performed[token] ?? done
        }
        entry.performed = performed.isEmpty ? nil : performed
        entry.draft = place.hasDraft ? try readDraft() : nil
        return entry
    }
}
