import Snapshots

/// Reads the output of ``SnapshotWriter``, in the same order. Restores the sharing of objects. Routes are parsed only
/// when a container needs them. Reading arbitrary bytes returns a value or throws.
package struct SnapshotReader {
    private var bytes: ByteReader
    private var texts: [String] = []
    private var values: [[UInt8]] = []
    private var entries: [ReadObject<StackEntry>] = []
    private var states: [ReadObject<ControllerState>] = []
    private var saved: [ReadObject<SavedValues>] = []

    /// - Throws: ``SnapshotError`` if the bytes are damaged or of another format.
    package init(_ bytes: [UInt8]) throws {
        var checksum = ByteReader(bytes.suffix(MemoryLayout<UInt64>.size))
        let content = bytes.dropLast(MemoryLayout<UInt64>.size)
        guard let version = content.first, try checksum.readFixed(UInt64.self) == content.checksum
        else { throw SnapshotError.damaged }
        guard version == SnapshotFormat.version else { throw SnapshotError.unknownFormat(version) }
        self.bytes = ByteReader(content.dropFirst())
    }

    /// True if all bytes were read.
    package var isAtEnd: Bool { bytes.isAtEnd }

    /// Checks that all bytes were read.
    ///
    /// - Throws: ``SnapshotError`` if bytes are left.
    package consuming func finish() throws {
        guard bytes.isAtEnd else { throw SnapshotError.malformed("bytes follow its last value") }
    }

    /// Reads an integer.
    package mutating func readNumber() throws -> Int { try bytes.readInteger() }

    /// Reads a text, or the index of one that was read before.
    package mutating func readText() throws -> String {
        let number = try bytes.readNumber()
        guard number == 0 else { return try texts.element(number, "a text") }
        let text = try bytes.readText(try bytes.readCount())
        texts.append(text)
        return text
    }

    /// Reads the draft of a screen: its typed text.
    package mutating func readDraft() throws -> Draft? {
        let number = try bytes.readNumber()
        guard number > 0 else { return nil }
        var draft = Draft(values: [])
        for _ in 0..<(try bytes.checkedCount(number - 1, ofSize: 2)) {
            draft.values.append(FormSubmission.Value(name: try readText(), text: try readText()))
        }
        return draft
    }

    /// Reads the saved values of an application.
    package mutating func readSavedValues() throws -> SavedValues? {
        let head = try readObjects()
        guard head.subtracting(.root).isEmpty else { throw SnapshotReader.unknownParts }
        return head.isEmpty ? nil : try saved.ago(try bytes.readNumber(), "saved values").object
    }

    /// Reads a version's state.
    package mutating func readState() throws -> WindowState {
        let head = try readObjects()
        guard head.subtracting([.root, .alert, .alertIdentifier]).isEmpty else { throw SnapshotReader.unknownParts }
        let root = head.contains(.root) ? try states.ago(try bytes.readNumber(), "a state").object : nil
        guard head.contains(.alert) else { return WindowState(root: root, alert: nil) }
        var alert = Alert(title: try readText(), message: try readText(), dismissTitle: try readText())
        if head.contains(.alertIdentifier) { alert.identifier = try readText() }
        return WindowState(root: root, alert: alert)
    }
}

// MARK: - Objects

extension SnapshotReader {
    private static var unknownParts: SnapshotError { .malformed("an object has unknown flags") }

    /// Reads the objects that an item needs.
    ///
    /// - Returns: the flags for the parts of the item.
    private mutating func readObjects() throws -> SnapshotFormat.Head {
        while true {
            let head = SnapshotFormat.Head(rawValue: try bytes.readByte())
            switch head.kind {
            case .entry: entries.append(try readEntry(head.parts))
            case .state: states.append(try readControllerState(head.parts))
            case .saved: saved.append(try readSavedObject(head.parts))
            case .item, nil: return head.parts
            }
        }
    }

    private mutating func readEntry(_ parts: SnapshotFormat.Head) throws -> ReadObject<StackEntry> {
        guard parts.subtracting([.below, .state]).isEmpty else { throw SnapshotReader.unknownParts }
        let text = try readText()
        let below = parts.contains(.below) ? try entries.ago(try bytes.readNumber(), "a stack entry") : nil
        let state = parts.contains(.state) ? try states.ago(try bytes.readNumber(), "a state") : nil
        guard (below?.object.depth ?? 0) + 1 < deepestStack else {
            throw SnapshotError.malformed("a stack is too deep")
        }
        let entry = StackEntry(unread: text, state: state?.object, below: below?.object)
        return try ReadObject(entry, above: [below?.height, state?.height])
    }

    private mutating func readControllerState(_ parts: SnapshotFormat.Head) throws -> ReadObject<ControllerState> {
        var heights: [Int?] = []
        let top = try readPlace(parts.contains(.top), &heights)
        var tabs: [StackEntry] = []
        var selectedTab = 0
        if parts.contains(.tabs) {
            let count = try bytes.readCount()
            guard let selected = Int(exactly: try bytes.readNumber()) else {
                throw SnapshotError.malformed("the index of the selected tab is out of range")
            }
            selectedTab = selected
            for _ in 0..<count { try readPlace(true, &heights).map { tabs.append($0) } }
        }
        let pending = try readPlace(parts.contains(.pending), &heights)
        let presented = try readPlace(parts.contains(.presented), &heights)
        let values = parts.contains(.saved) ? try saved.ago(try bytes.readNumber(), "saved values").object : nil
        let draft = parts.contains(.draft) ? try readDraft() : nil
        let state = try ControllerState(
            top: top, tabs: tabs, selectedTab: selectedTab, pending: pending, presented: presented, saved: values,
            draft: draft)
        return try ReadObject(state, above: heights)
    }

    private mutating func readPlace(_ isThere: Bool, _ heights: inout [Int?]) throws -> StackEntry? {
        guard isThere else { return nil }
        let entry = try entries.ago(try bytes.readNumber(), "a stack entry")
        heights.append(entry.height)
        return entry.object
    }

    private mutating func readSavedObject(_ parts: SnapshotFormat.Head) throws -> ReadObject<SavedValues> {
        guard parts.isEmpty else { throw SnapshotReader.unknownParts }
        var entries: [SavedValues.Entry] = []
        for _ in 0..<(try bytes.readCount(ofSize: 2)) {
            entries.append(SavedValues.Entry(name: try readText(), value: .unread(try readValue())))
        }
        return try ReadObject(SavedValues(entries: entries), above: [])
    }

    private mutating func readValue() throws -> [UInt8] {
        let number = try bytes.readNumber()
        guard number == 0 else { return try values.element(number, "a saved value") }
        let value = Array(try bytes.readBytes(try bytes.readCount()))
        values.append(value)
        return value
    }
}

/// An object that was read, and the length of the longest chain of objects that it owns, including itself.
private struct ReadObject<Object> {
    let object: Object
    let height: Int

    /// - Throws: ``SnapshotError`` if the chain is too long to be freed recursively.
    init(_ object: Object, above heights: [Int?]) throws {
        self.object = object
        height = 1 + heights.reduce(0) { max($0, $1 ?? 0) }
        guard height <= SnapshotFormat.tallest + 1 else { throw SnapshotError.malformed("it is nested too deeply") }
    }
}

extension Array {
    /// Returns the element with this number, counted from 1.
    fileprivate func element(_ number: UInt64, _ what: String) throws -> Element {
        guard number > 0, number <= UInt64(count) else {
            throw SnapshotError.malformed("the reference to \(what) is invalid")
        }
        return self[Int(number) - 1]
    }

    /// Returns the element that was added `number` elements ago; 1 is the last.
    fileprivate func ago(_ number: UInt64, _ what: String) throws -> Element {
        guard number <= UInt64(count) else { throw SnapshotError.malformed("the reference to \(what) is invalid") }
        return try element(UInt64(count) - number + 1, what)
    }
}
