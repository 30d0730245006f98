import Snapshots

/// Writes states and the other data of a session as bytes, in the format of ``SnapshotFormat``.
///
/// Objects that several states share are written once, so a history takes little more space than its changes. Read the
/// bytes with ``SnapshotReader``, in the same order.
package struct SnapshotWriter {
    private var cbor = CBORWriter()
    private var texts: [ExactText: Int] = [:]
    private var values: [[UInt8]: Int] = [:]
    private var places = WrittenObjects()
    private var counts = (entries: 0, states: 0, saved: 0)
    /// Retains the written objects: the address of a freed object could be reused, and addresses identify objects here.
    private var written: [any Sendable] = []
    /// The values that could not be written.
    package private(set) var unstored: [Diagnostic] = []

    /// Creates a writer and writes the format's version.
    package init() { cbor.write(byte: SnapshotFormat.version) }

    /// Returns all written bytes with their checksum.
    package consuming func finish() -> [UInt8] {
        cbor.bytes + withUnsafeBytes(of: cbor.bytes.checksum.littleEndian, Array.init)
    }

    /// Writes an integer; small ones take one byte.
    package mutating func write(_ number: Int) { cbor.write(number) }

    /// Writes a text, or its number if it was written before.
    package mutating func write(_ text: String) { cbor.write(text, &texts) }

    /// Writes a draft: the typed text of a screen or of a version.
    package mutating func write(_ draft: Draft) {
        cbor.write(.map, UInt64(draft.values.count))
        for value in draft.values {
            write(value.name)
            write(value.text)
        }
    }

    /// Writes the saved values of an application.
    package mutating func write(_ values: SavedValues?) {
        if let values {
            written.append(values)
            writeObject(values)
        }
        write(SnapshotFormat.Head(.item).with(values != nil))
        write(values?.identity, of: counts.saved)
    }

    /// Writes a version's state.
    package mutating func write(_ state: WindowState) {
        written.append(state)
        if let root = state.root { writeObjects(of: root) }
        let root = state.root.flatMap { places[$0.identity] }
        let isLast = root?.number == counts.states - 1
        let head = SnapshotFormat.Head(.item).with(isLast).with(root != nil && !isLast)
        let hasActions = !(state.alert?.actions.isEmpty ?? true)
        write(
            head.with(state.alert != nil).with(state.alert?.identifier != nil).with(hasActions)
                .with(state.flash != nil).with(state.undo != nil))
        if let root, !isLast { cbor.write(counts.states - 1 - root.number) }
        if let flash = state.flash { write(flash) }
        if let undo = state.undo { write([undo.action]) }
        guard let alert = state.alert else { return }
        for text in [alert.title, alert.message, alert.dismissTitle] { write(text) }
        if let identifier = alert.identifier { write(identifier) }
        if !alert.actions.isEmpty { write(alert.actions) }
    }
}

// MARK: - Objects

extension SnapshotWriter {
    private enum Object {
        case entry(StackEntry)
        case state(ControllerState)
    }

    /// Writes `root` and the objects that it consists of, parts first. Iterative, because stacks can be deep.
    private mutating func writeObjects(of root: ControllerState) {
        var begun: [Object] = places[root.identity] == nil ? [.state(root)] : []
        while let object = begun.last {
            switch object {
            case .entry(let entry):
                if let below = entry.below, places[below.identity] == nil {
                    begun.append(.entry(below))
                } else if let state = entry.state, places[state.identity] == nil {
                    begun.append(.state(state))
                } else {
                    writeObject(entry)
                    begun.removeLast()
                }
            case .state(let state):
                if let part = unwrittenPart(of: state) {
                    begun.append(.entry(part))
                } else {
                    writeObject(state)
                    begun.removeLast()
                }
            }
        }
    }

    private func unwrittenPart(of state: ControllerState) -> StackEntry? {
        if let top = state.top, places[top.identity] == nil { return top }
        if let pending = state.pending, places[pending.identity] == nil { return pending }
        if let presented = state.presented, places[presented.identity] == nil { return presented }
        return state.tabs.first { places[$0.identity] == nil }
    }

    private mutating func write(_ head: SnapshotFormat.Head) { cbor.write(.unsignedInteger, head.number) }

    /// Writes a reference to the object of this identity: its distance to the last of `count` objects of its kind.
    private mutating func write(_ identity: UInt?, of count: Int) {
        if let identity { cbor.write(count - 1 - (places[identity]?.number ?? 0)) }
    }

    private mutating func writeObject(_ entry: StackEntry) {
        // Omit a part that would make the chain too long to be freed recursively; keep the entries above it.
        let below = entry.below.flatMap { places[$0.identity] }.flatMap { $0.isOfMaxHeight ? nil : $0 }
        let state = entry.state.flatMap { places[$0.identity] }.flatMap { $0.isOfMaxHeight ? nil : $0 }
        write(SnapshotFormat.Head(.entry).with(below != nil).with(state != nil))
        write(entry.text)
        if let below { cbor.write(counts.entries - 1 - below.number) }
        if let state { cbor.write(counts.states - 1 - state.number) }
        let height = 1 + max(below?.height ?? 0, state?.height ?? 0)
        places.add(.init(address: entry.identity, number: counts.entries, height: height))
        counts.entries += 1
    }

    private mutating func writeObject(_ state: ControllerState) {
        if let values = state.saved { writeObject(values) }
        let head = SnapshotFormat.Head(.state).with(state.top != nil).with(!state.tabs.isEmpty)
            .with(state.presented != nil)
        write(head.with(state.saved != nil).with(state.draft != nil).with(state.pending != nil))
        var height = 0
        write(state.top, &height)
        if !state.tabs.isEmpty {
            cbor.write(.array, UInt64(state.tabs.count + 1))
            cbor.write(max(0, state.selectedTab))
            for tab in state.tabs { write(tab, &height) }
        }
        write(state.presented, &height)
        write(state.saved?.identity, of: counts.saved)
        if let draft = state.draft { write(draft) }
        write(state.pending, &height)
        places.add(.init(address: state.identity, number: counts.states, height: height + 1))
        counts.states += 1
    }

    /// Writes a reference to an entry, and raises `height` to the entry's height.
    private mutating func write(_ entry: StackEntry?, _ height: inout Int) {
        guard let place = entry.flatMap({ places[$0.identity] }) else { return }
        cbor.write(counts.entries - 1 - place.number)
        height = max(height, place.height)
    }

    private mutating func writeObject(_ values: SavedValues) {
        guard places[values.identity] == nil else { return }
        var written: [(name: String, bytes: [UInt8])] = []
        for entry in values.entries {
            do {
                written.append((entry.name, try entry.bytes()))
            } catch {
                unstored.append(.unstoredValue(entry.name, error: "\(error)"))
            }
        }
        cbor.write(.map, UInt64(written.count))
        for value in written {
            write(value.name)
            write(value: value.bytes)
        }
        places.add(.init(address: values.identity, number: counts.saved, height: 1))
        counts.saved += 1
    }

    private mutating func write(value: [UInt8]) {
        if let number = values[value] { return cbor.write(number) }
        values[value] = values.count
        cbor.write(.byteString, value)
    }
}
