import Snapshots

/// Reads the output of ``SnapshotWriter``, in the same order. Restores the sharing of objects. Routes are parsed only
/// when a container needs them. Reading arbitrary bytes returns a value or throws.
package struct SnapshotReader {
    /// The extent of an object: the length of the longest chain of objects that it owns, and the number of objects in
    /// its tree, both including itself. An object that occurs twice in the tree counts twice; saved values do not
    /// count.
    private struct Extent {
        var height = 0
        var size = 0

        var withOwner: Extent { Extent(height: height + 1, size: size + 1) }
    }

    private typealias Read<Object> = (object: Object, extent: Extent)

    private var cbor: CBORReader
    private var texts: [String] = []
    private var values: [[UInt8]] = []
    private var entries: [Read<StackEntry>] = []
    private var states: [Read<ControllerState>] = []
    private var saved: [Read<SavedValues>] = []

    /// - Throws: ``SnapshotError`` if the bytes are damaged or of another format.
    package init(_ bytes: [UInt8]) throws {
        let content = bytes.dropLast(MemoryLayout<UInt64>.size)
        let checksum = bytes[content.endIndex...].reversed().reduce(0) { $0 << 8 | UInt64($1) }
        guard let version = content.first, checksum == content.checksum else { throw SnapshotError.damaged }
        guard version == SnapshotFormat.version else { throw SnapshotError.unknownFormat(version) }
        cbor = CBORReader(content.dropFirst())
    }

    /// Checks that all bytes were read.
    ///
    /// - Throws: ``SnapshotError`` if bytes are left.
    package func finish() throws { try cbor.finish() }

    /// True if all bytes were read.
    package var isAtEnd: Bool { cbor.isAtEnd }

    /// Reads an integer.
    package mutating func readNumber() throws -> Int { try cbor.readInteger() }

    /// Reads a text, or the number of one that was read before.
    package mutating func readText() throws -> String { try cbor.readText(&texts) }

    /// Reads a draft: the typed text of a screen or of a version.
    package mutating func readDraft() throws -> Draft {
        var draft = Draft(values: [])
        for _ in 0..<(try cbor.checkedCount(try cbor.read(.map), ofSize: 2)) {
            draft.values.append(FormSubmission.Value(name: try readText(), text: try readText()))
        }
        return draft
    }

    /// Reads the saved values of an application.
    package mutating func readSavedValues() throws -> SavedValues? {
        var (head, extent) = (try readObjects(), Extent())
        let values = try readReference(head.hasPart(), to: saved, &extent)
        try head.finish()
        return values
    }

    /// Reads a version's state.
    package mutating func readState() throws -> WindowState {
        var (head, extent) = (try readObjects(), Extent())
        let last = try readReference(head.hasPart(), to: states, &extent, distance: 0)
        let root = try readReference(head.hasPart(), to: states, &extent) ?? last
        let (hasAlert, hasIdentifier, hasActions) = (head.hasPart(), head.hasPart(), head.hasPart())
        let (hasFlash, hasUndo) = (head.hasPart(), head.hasPart())
        try head.finish()
        let flash = hasFlash ? try readText() : nil
        let undo = hasUndo ? try readActions().first : nil
        let alert = hasAlert ? try readAlert(hasIdentifier: hasIdentifier, hasActions: hasActions) : nil
        return WindowState(root: root, alert: alert, flash: flash, undo: undo)
    }
}

// MARK: - Objects

extension SnapshotReader {
    /// Reads the objects that an item needs, and returns the head of the item.
    private mutating func readObjects() throws -> SnapshotFormat.Head {
        while true {
            let item = try cbor.readHead()
            var head = SnapshotFormat.Head(number: item.argument)
            switch (item.type, head.kind) {
            case (.map, _): try readSavedObject(count: item.argument)
            case (.unsignedInteger, .item): return head
            case (.unsignedInteger, .entry): entries.append(try readEntry(&head))
            case (.unsignedInteger, .state): states.append(try readControllerState(&head))
            default: throw SnapshotError.malformed("an object has an unknown kind")
            }
        }
    }

    private mutating func readEntry(_ head: inout SnapshotFormat.Head) throws -> Read<StackEntry> {
        var extent = Extent()
        let text = try readText()
        let below = try readReference(head.hasPart(), to: entries, &extent)
        let state = try readReference(head.hasPart(), to: states, &extent)
        try head.finish()
        guard (below?.depth ?? 0) + 1 < maxStackDepth else { throw SnapshotError.malformed("a stack is too deep") }
        return (StackEntry(unread: text, state: state, below: below), extent.withOwner)
    }

    private mutating func readControllerState(_ head: inout SnapshotFormat.Head) throws -> Read<ControllerState> {
        var extent = Extent()
        let top = try readReference(head.hasPart(), to: entries, &extent)
        var (tabs, selectedTab): ([StackEntry], Int) = ([], 0)
        if head.hasPart() {
            let count = try cbor.checkedCount(try cbor.read(.array))
            selectedTab = try cbor.readInteger()
            guard count > 0, selectedTab >= 0 else { throw SnapshotError.malformed("the selected tab is invalid") }
            for _ in 1..<count { try readReference(true, to: entries, &extent).map { tabs.append($0) } }
        }
        let presented = try readReference(head.hasPart(), to: entries, &extent)
        let values = try readReference(head.hasPart(), to: saved, &extent)
        let draft = head.hasPart() ? try readDraft() : nil
        let pending = try readReference(head.hasPart(), to: entries, &extent)
        try head.finish()
        let state = try ControllerState(
            top: top, tabs: tabs, selectedTab: selectedTab, pending: pending, presented: presented, saved: values,
            draft: draft)
        return (state, extent.withOwner)
    }

    /// Reads the distance to an earlier object unless it is given, and adds the object's extent to `extent`.
    private mutating func readReference<Object>(
        _ isPresent: Bool, to objects: [Read<Object>], _ extent: inout Extent, distance: UInt64? = nil
    ) throws -> Object? {
        guard isPresent else { return nil }
        let distance = try distance ?? cbor.read(.unsignedInteger)
        guard distance < UInt64(objects.count) else { throw SnapshotError.malformed("a reference is invalid") }
        let read = objects[objects.count - 1 - Int(distance)]
        extent.height = max(extent.height, read.extent.height)
        extent.size += read.extent.size
        // A longer chain could not be freed recursively. The root of a window is one above the tallest entry.
        guard extent.height <= SnapshotFormat.maxHeight + 1 else {
            throw SnapshotError.malformed("it is nested too deeply")
        }
        // Visiting a tree takes time for each occurrence of an object, and a few bytes can describe 2^40 of them.
        guard extent.size <= SnapshotFormat.maxTreeSize else {
            throw SnapshotError.malformed("a state repeats its parts too often")
        }
        return read.object
    }

    private mutating func readSavedObject(count: UInt64) throws {
        var entries: [SavedValues.Entry] = []
        for _ in 0..<(try cbor.checkedCount(count, ofSize: 2)) {
            entries.append(SavedValues.Entry(name: try readText(), value: .unread(try readValue())))
        }
        saved.append((SavedValues(entries: entries), Extent()))
    }

    private mutating func readValue() throws -> [UInt8] {
        let head = try cbor.readHead()
        switch head.type {
        case .byteString: values.append(Array(try cbor.readBytes(head.argument)))
        case .unsignedInteger where head.argument < UInt64(values.count): return values[Int(head.argument)]
        default: throw SnapshotError.malformed("an item is neither a value nor the number of an earlier one")
        }
        return values[values.count - 1]
    }
}
