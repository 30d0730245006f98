import NavigationKit
import Snapshots

/// The format of a change in a session's log.
///
/// ```
/// change  = parts [ recorded ] first [ request ] drafts [ leaving ] [ ended ] [ base entry ] [ saved ] [ owner ] [ once ]
/// drafts  = count *( version draft )
/// leaving = window place            ; as differences from those of the newest version
/// entry   = window place            ; as differences from those of `leaving`, or without it of version `base`
/// ended   = ended-flow
/// once    = version result
/// ```
/// `parts` has one bit for each optional part, in their order. `ChangeFormat` defines `draft`, `window` and `saved`;
/// ``SessionOwner`` defines `owner`; ``RecordedAction`` defines `recorded`; ``ItemWriter`` defines `place`, `request`, `ended-flow` and `result`. The other
/// items are integers.
extension HistoryChange {
    private enum Part {
        static let request = 1
        static let leaving = 2
        static let ended = 4
        static let entry = 8
        static let saved = 16
        static let owner = 32
        static let once = 64
        static let recorded = 128
        static let all = 255
    }

    /// - Parameter action: the action that made the change, if it is recorded.
    /// - Returns: the bytes of a change, and the number of its objects; `nil` if a state is nested too deeply for a change, or if the
    ///   version that it is compared with is not kept.
    func encoded(
        after history: History, by action: RecordedAction? = nil, report: (Diagnostic) -> Void
    ) -> (bytes: [UInt8], objects: Int)? {
        var writer = ChangeWriter()
        let parts =
            (request == nil ? 0 : Part.request) | (leaving == nil ? 0 : Part.leaving)
            | (ended == nil ? 0 : Part.ended) | (entry == nil ? 0 : Part.entry)
            | (saved == nil ? 0 : Part.saved) | (owner == nil ? 0 : Part.owner) | (once == nil ? 0 : Part.once)
        writer.write(action == nil ? parts : parts | Part.recorded)
        // Before the other parts, so that it can be read without the history.
        if let action { action.write(to: &writer) }
        writer.write(first)
        if let request { writer.write(request) }
        writer.write(drafts.count)
        for (version, draft) in drafts {
            writer.write(version)
            writer.write(draft)
        }
        var earlier = history.newest
        if let leaving {
            writer.write(leaving, after: earlier)
            earlier = leaving.version
        }
        if let ended { writer.write(ended) }
        if let entry {
            writer.write(base)
            if leaving == nil {
                guard let version = history.kept(base) else { return nil }
                earlier = version
            }
            writer.write(entry, after: earlier)
        }
        if let saved { writer.write(saved, after: history.saved) }
        if let owner { owner.write(to: &writer) }
        if let once {
            writer.write(once.version)
            writer.write(once.result, of: once.token)
        }
        for diagnostic in writer.unstored { report(diagnostic) }
        return writer.isTooDeep ? nil : (writer.bytes, writer.objectCount)
    }

    /// Reads a change of `history`.
    ///
    /// - Parameter objectsLeft: the number of objects that the change may contain; reduced by those of this change.
    /// - Throws: `SnapshotError` if the bytes are damaged, or do not fit the history.
    init(_ bytes: [UInt8], after history: History, objectsLeft: inout Int) throws {
        var reader = try ChangeReader(bytes, objectsLeft: objectsLeft)
        let parts = try reader.readNumber()
        guard 0...Part.all ~= parts else { throw SnapshotError.malformed("a change has unknown parts") }
        if parts & Part.recorded != 0 { _ = try RecordedAction(from: &reader) }
        self.init(first: try reader.readNumber())
        let newest = history.newest.number
        let hasLeaving = parts & Part.leaving != 0
        if parts & Part.request != 0 { request = try reader.readRequest() }
        let count = try reader.readNumber()
        guard 0...2 ~= count else { throw SnapshotError.malformed("a change has too many drafts") }
        for _ in 0..<count { drafts.append((try reader.readNumber(), try reader.readDraft())) }
        var earlier = history.newest
        if hasLeaving {
            let leaving = try reader.readEntry(newest + 1, after: earlier)
            self.leaving = leaving
            earlier = leaving.version
        }
        if parts & Part.ended != 0 {
            ended = try reader.readEndedFlow()
        }
        if parts & Part.entry != 0 {
            base = try reader.readNumber()
            if !hasLeaving {
                guard let version = history.kept(base) else {
                    throw SnapshotError.malformed("a change refers to a version that is not kept")
                }
                earlier = version
            }
            entry = try reader.readEntry(newest + (hasLeaving ? 2 : 1), after: earlier)
        }
        if parts & Part.saved != 0 { saved = try reader.readSavedValues(after: history.saved) }
        if parts & Part.owner != 0 { owner = try SessionOwner(from: &reader) }
        if parts & Part.once != 0 {
            let (version, result) = (try reader.readNumber(), try reader.readResult())
            once = (version, result.token, result.result)
        }
        try reader.finish()
        objectsLeft = reader.objectsLeft
    }
}

extension HistoryChange {
    /// Returns the action that is recorded in the bytes of a change; `nil` if there is none.
    ///
    /// - Throws: `SnapshotError` if the bytes are damaged.
    static func recordedAction(in bytes: [UInt8]) throws -> RecordedAction? {
        var reader = try ChangeReader(bytes, objectsLeft: 0)
        return try reader.readNumber() & Part.recorded == 0 ? nil : try RecordedAction(from: &reader)
    }

    /// Returns true if the bytes of a change only record the intent of an action.
    ///
    /// - Throws: `SnapshotError` if the bytes are damaged.
    static func isOfIntent(_ bytes: [UInt8], after history: History) throws -> Bool {
        var objectsLeft = Int.max
        return try HistoryChange(bytes, after: history, objectsLeft: &objectsLeft).isOfIntent
    }
}

extension ChangeWriter {
    fileprivate mutating func write(_ entry: History.Entry, after earlier: Version) {
        let version = entry.version
        write(version.state, after: earlier.state)
        write(version.location, after: earlier.location, isCanonical: entry.isCanonical, salt: version.salt)
    }
}

extension ChangeReader {
    fileprivate mutating func readEntry(_ number: Int, after earlier: Version) throws -> History.Entry {
        let (state, place) = (try readState(after: earlier.state), try readPlace(after: earlier.location))
        return History.Entry(
            Version(number: number, state: state, location: place.location, salt: place.salt),
            isCanonical: place.isCanonical)
    }
}
