package import Responders
import Snapshots

/// Reads the output of ``ChangeWriter``, in the same order and with the same earlier states. An unchanged part is the
/// object of the earlier state. Reading arbitrary bytes returns a value or throws.
package struct ChangeReader {
    private var cbor: CBORReader
    /// The number of entries and states that may still be read.
    package private(set) var objectsLeft: Int

    /// - Parameters:
    ///   - bytes: the change.
    ///   - objectsLeft: the number of entries and states that the change may contain.
    /// - Throws: ``SnapshotError`` if the bytes are of another format.
    package init(_ bytes: [UInt8], objectsLeft: Int = ChangeFormat.maxObjects) throws {
        guard let version = bytes.first else { throw SnapshotError.malformed("it is empty") }
        guard version == ChangeFormat.version else { throw SnapshotError.unknownFormat(version) }
        cbor = CBORReader(bytes.dropFirst())
        self.objectsLeft = objectsLeft
    }

    /// Checks that all bytes were read.
    ///
    /// - Throws: ``SnapshotError`` if bytes are left.
    package func finish() throws { try cbor.finish() }

    /// Reads an integer.
    package mutating func readNumber() throws -> Int { try cbor.readInteger() }

    /// Reads a text.
    package mutating func readText() throws -> String { try cbor.readText() }

    /// Reads a draft.
    package mutating func readDraft() throws -> Draft {
        var draft = Draft(values: [])
        for _ in 0..<(try cbor.checkedCount(try cbor.read(.map), ofSize: 2)) {
            draft.values.append(FormSubmission.Value(name: try readText(), text: try readText()))
        }
        return draft
    }

    /// Reads saved values.
    package mutating func readSavedValues(after earlier: SavedValues?) throws -> SavedValues {
        var entries: [SavedValues.Entry] = []
        for _ in 0..<(try cbor.checkedCount(try cbor.read(.array), ofSize: 2)) {
            let name = try readText()
            if let bytes = try cbor.readBytesOrNull() {
                entries.append(SavedValues.Entry(name: name, value: .unread(Array(bytes))))
            } else if let before = earlier?.entries.first(where: { $0.name == name }) {
                entries.append(before)
            } else {
                throw SnapshotError.malformed("a change refers to a value that does not exist")
            }
        }
        return SavedValues(entries: entries)
    }

    /// Reads a version's state.
    package mutating func readState(after earlier: WindowState) throws -> WindowState {
        var marks = try readMarks()
        let (root, alert) = (try marks.readMark(), try marks.readMark())
        let (hasIdentifier, hasActions) = (marks.readFlag(), marks.readFlag())
        let (hasFlash, hasUndo) = (marks.readFlag(), marks.readFlag())
        try marks.finish()
        let state: ControllerState? =
            switch root {
            case .absent: nil
            case .same: try Self.existing(earlier.root)
            case .written: try readState(after: earlier.root, nesting: 0)
            }
        let flash = hasFlash ? try readText() : nil
        let undo = hasUndo ? try readActions().first : nil
        switch alert {
        case .absent: return WindowState(root: state, alert: nil, flash: flash, undo: undo)
        case .same:
            return WindowState(
                root: state, presentedAlert: try Self.existing(earlier.presentedAlert), flash: flash,
                undo: undo.map(WindowState.Undo.init))
        case .written:
            return WindowState(
                root: state, alert: try readAlert(hasIdentifier: hasIdentifier, hasActions: hasActions), flash: flash,
                undo: undo)
        }
    }

    private mutating func readMarks() throws -> ChangeFormat.Marks {
        ChangeFormat.Marks(number: try cbor.read(.unsignedInteger))
    }

    private static func existing<Part>(_ part: Part?) throws -> Part {
        guard let part else { throw SnapshotError.malformed("a change refers to a part that does not exist") }
        return part
    }

    private mutating func readState(after earlier: ControllerState?, nesting: Int) throws -> ControllerState {
        guard nesting < ChangeFormat.maxNesting else { throw SnapshotError.malformed("it is nested too deeply") }
        try countObject()
        var marks = try readMarks()
        let (top, tabs, presented) = (try marks.readMark(), try marks.readMark(), try marks.readMark())
        let (saved, draft, pending) = (try marks.readMark(), try marks.readMark(), try marks.readMark())
        let hasSelected = marks.readFlag()
        try marks.finish()
        let selected = hasSelected ? try readNumber() : 0
        guard selected >= 0 else { throw SnapshotError.malformed("the selected tab is invalid") }
        let newTop = try readStack(top, after: earlier?.top, nesting)
        let newTabs = try readTabs(tabs, after: earlier?.tabs ?? [], nesting)
        let newPresented = try readStack(presented, after: earlier?.presented, nesting)
        let newSaved: SavedValues? =
            switch saved {
            case .absent: nil
            case .same: try Self.existing(earlier?.saved)
            case .written: try readSavedValues(after: earlier?.saved)
            }
        let newDraft: Draft? =
            switch draft {
            case .absent: nil
            case .same: try Self.existing(earlier?.draft)
            case .written: try readDraft()
            }
        return try ControllerState(
            top: newTop, tabs: newTabs, selectedTab: selected,
            pending: try readStack(pending, after: earlier?.pending, nesting), presented: newPresented, saved: newSaved,
            draft: newDraft)
    }

    private mutating func readTabs(
        _ mark: ChangeFormat.Mark, after earlier: [StackEntry], _ nesting: Int
    ) throws -> [StackEntry] {
        switch mark {
        case .absent: return []
        case .same: return earlier
        case .written: break
        }
        var tabs: [StackEntry] = []
        for index in 0..<(try cbor.checkedCount(try cbor.read(.array))) {
            var marks = try readMarks()
            let mark = try marks.readMark()
            try marks.finish()
            let before = index < earlier.count ? earlier[index] : nil
            tabs.append(try Self.existing(try readStack(mark, after: before, nesting)))
        }
        return tabs
    }

    private mutating func readStack(
        _ mark: ChangeFormat.Mark, after earlier: StackEntry?, _ nesting: Int
    ) throws -> StackEntry? {
        switch mark {
        case .absent: return nil
        case .same: return try Self.existing(earlier)
        case .written: break
        }
        let count = try readNumber()
        guard count >= 0, count <= objectsLeft else { throw SnapshotError.malformed("a change has too many parts") }
        let base = try readBase(of: earlier)
        let depth = (base.map { $0.depth + 1 } ?? 0) + count
        guard depth >= 1, depth < maxStackDepth else { throw SnapshotError.malformed("a stack is too deep or empty") }
        // The entries follow from the highest down, so each is compared with the earlier entry at its depth.
        var before = earlier
        var entries: [(text: String?, before: StackEntry?, state: ControllerState?)] = []
        for number in 0..<count {
            while let lower = before, lower.depth > depth - 1 - number { before = lower.below }
            let same = before?.depth == depth - 1 - number ? before : nil
            entries.append(try readEntry(after: same, nesting))
        }
        return try entries.reversed().reduce(base) { below, entry in
            if let text = entry.text { return StackEntry(unread: text, state: entry.state, below: below) }
            return try Self.existing(entry.before).with(state: entry.state, below: below)
        }
    }

    /// Returns the part of the earlier stack that is below the changed entries.
    private mutating func readBase(of earlier: StackEntry?) throws -> StackEntry? {
        let number = try readNumber()
        guard number != 0 else { return nil }
        let top = try Self.existing(earlier)
        guard number > 0, number - 1 <= top.depth else {
            throw SnapshotError.malformed("a change refers to a part that does not exist")
        }
        var entry = top
        for _ in 1..<number { entry = try Self.existing(entry.below) }
        return entry
    }

    private mutating func readEntry(
        after before: StackEntry?, _ nesting: Int
    ) throws -> (text: String?, before: StackEntry?, state: ControllerState?) {
        try countObject()
        var marks = try readMarks()
        let (text, state) = (try marks.readMark(), try marks.readMark())
        try marks.finish()
        let newText: String? =
            switch text {
            case .absent: throw SnapshotError.malformed("an entry has no text")
            case .same: nil
            case .written: try readText()
            }
        let newState: ControllerState? =
            switch state {
            case .absent: nil
            case .same: try Self.existing(before?.state)
            case .written: try readState(after: before?.state, nesting: nesting + 1)
            }
        return (newText, before, newState)
    }

    private mutating func countObject() throws {
        guard objectsLeft > 0 else { throw SnapshotError.malformed("a change has too many parts") }
        objectsLeft -= 1
    }
}
