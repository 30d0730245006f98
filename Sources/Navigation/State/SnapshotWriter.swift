import Snapshots

/// Writes states and the other data of a session as bytes, in the format of ``SnapshotFormat``.
///
/// Objects that several states share are written once, so a history takes little more space than its changes. Read the
/// bytes with ``SnapshotReader``, in the same order.
package struct SnapshotWriter {
    private var bytes = ByteWriter()
    private var texts: [ExactText: Int] = [:]
    private var values: [[UInt8]: Int] = [:]
    private var places = WrittenObjects()
    private var counts = (entries: 0, states: 0, saved: 0)
    /// Retains the written objects: the address of a freed object could be reused, and addresses identify objects here.
    private var written: [any Sendable] = []

    /// Creates a writer and writes the format's version.
    package init() { bytes.write(byte: SnapshotFormat.version) }

    /// Returns all written bytes with their checksum.
    package consuming func finish() -> [UInt8] {
        bytes.write(fixed: bytes.bytes.checksum)
        return bytes.bytes
    }

    /// Writes an integer; small ones take one byte.
    package mutating func write(_ number: Int) { bytes.write(integer: number) }

    /// Writes a text, or its index if it was written before.
    package mutating func write(_ text: String) {
        let exact = ExactText(text)
        if let number = texts[exact] { return bytes.write(count: number) }
        texts[exact] = texts.count + 1
        bytes.write(byte: 0)
        bytes.write(counted: text.utf8)
    }

    /// Writes the draft of a screen: its typed text.
    package mutating func write(_ draft: Draft?) {
        bytes.write(count: draft.map { $0.values.count + 1 } ?? 0)
        for value in draft?.values ?? [] {
            write(value.name)
            write(value.text)
        }
    }

    /// Writes the saved values of an application.
    package mutating func write(_ values: SavedValues?) {
        guard let values else { return write(.item, []) }
        written.append(values)
        writeObject(values)
        write(.item, .root)
        write(values.identity, of: counts.saved)
    }

    /// Writes a version's state.
    package mutating func write(_ state: WindowState) {
        written.append(state)
        if let root = state.root { writeObjects(of: root) }
        var head: SnapshotFormat.Head = state.root == nil ? [] : .root
        if state.alert != nil { head.insert(.alert) }
        if state.alert?.identifier != nil { head.insert(.alertIdentifier) }
        write(.item, head)
        if let root = state.root { write(root.identity, of: counts.states) }
        guard let alert = state.alert else { return }
        for text in [alert.title, alert.message, alert.dismissTitle] { write(text) }
        if let identifier = alert.identifier { write(identifier) }
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
            let part: Object? =
                switch object {
                case .entry(let entry): unwrittenPart(of: entry)
                case .state(let state): unwrittenPart(of: state).map(Object.entry)
                }
            if let part {
                begun.append(part)
                continue
            }
            switch object {
            case .entry(let entry): writeObject(entry)
            case .state(let state): writeObject(state)
            }
            begun.removeLast()
        }
    }

    private func unwrittenPart(of entry: StackEntry) -> Object? {
        if let below = entry.below, places[below.identity] == nil { return .entry(below) }
        if let state = entry.state, places[state.identity] == nil { return .state(state) }
        return nil
    }

    private func unwrittenPart(of state: ControllerState) -> StackEntry? {
        if let top = state.top, places[top.identity] == nil { return top }
        if let pending = state.pending, places[pending.identity] == nil { return pending }
        if let presented = state.presented, places[presented.identity] == nil { return presented }
        return state.tabs.first { places[$0.identity] == nil }
    }

    private mutating func write(_ kind: SnapshotFormat.Kind, _ parts: SnapshotFormat.Head) {
        bytes.write(byte: kind.rawValue | parts.rawValue)
    }

    /// Writes a back-reference to the object with this identity: its distance from `count`, the number of objects of
    /// its kind that were written so far.
    private mutating func write(_ identity: UInt, of count: Int) {
        bytes.write(count: count - (places[identity]?.number ?? 0))
    }

    private mutating func write(_ entry: StackEntry?) {
        if let entry { write(entry.identity, of: counts.entries) }
    }

    private func height(of entry: StackEntry?) -> Int { entry.flatMap { places[$0.identity]?.height } ?? 0 }

    private mutating func writeObject(_ entry: StackEntry) {
        // Omit a part that would make the chain too long to be freed recursively; keep the entries above it.
        let below = entry.below.flatMap { places[$0.identity] }.flatMap { $0.isTallest ? nil : $0 }
        let state = entry.state.flatMap { places[$0.identity] }.flatMap { $0.isTallest ? nil : $0 }
        var parts: SnapshotFormat.Head = below == nil ? [] : .below
        if state != nil { parts.insert(.state) }
        write(.entry, parts)
        write(entry.text)
        if let below { bytes.write(count: counts.entries - below.number) }
        if let state { bytes.write(count: counts.states - state.number) }
        places.add(entry.identity, number: counts.entries, height: 1 + max(below?.height ?? 0, state?.height ?? 0))
        counts.entries += 1
    }

    private mutating func writeObject(_ state: ControllerState) {
        if let values = state.saved { writeObject(values) }
        var parts: SnapshotFormat.Head = state.tabs.isEmpty ? [] : .tabs
        if state.top != nil { parts.insert(.top) }
        if state.pending != nil { parts.insert(.pending) }
        if state.presented != nil { parts.insert(.presented) }
        if state.saved != nil { parts.insert(.saved) }
        if state.draft != nil { parts.insert(.draft) }
        write(.state, parts)
        write(state.top)
        if parts.contains(.tabs) {
            bytes.write(count: state.tabs.count)
            bytes.write(count: max(0, state.selectedTab))
            for tab in state.tabs { write(tab) }
        }
        write(state.pending)
        write(state.presented)
        if let values = state.saved { write(values.identity, of: counts.saved) }
        if let draft = state.draft { write(draft) }
        var height = max(height(of: state.top), height(of: state.pending), height(of: state.presented))
        for tab in state.tabs { height = max(height, self.height(of: tab)) }
        places.add(state.identity, number: counts.states, height: height + 1)
        counts.states += 1
    }

    private mutating func writeObject(_ values: SavedValues) {
        guard places[values.identity] == nil else { return }
        // Omit a value that cannot be written: its property has its default value after a restore.
        let written = values.entries.compactMap { entry in entry.bytes.map { (name: entry.name, bytes: $0) } }
        write(.saved, [])
        bytes.write(count: written.count)
        for value in written {
            write(value.name)
            write(value: value.bytes)
        }
        places.add(values.identity, number: counts.saved, height: 1)
        counts.saved += 1
    }

    private mutating func write(value: [UInt8]) {
        if let number = values[value] { return bytes.write(count: number) }
        values[value] = values.count + 1
        bytes.write(byte: 0)
        bytes.write(counted: value)
    }
}
