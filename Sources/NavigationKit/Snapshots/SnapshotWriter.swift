/// Writes states, and what a session keeps beside them, as bytes; ``SnapshotFormat`` says how they look.
///
/// What two states share is written once: a history costs little more than what changed in it. Read with
/// ``SnapshotReader``, in the same order.
package struct SnapshotWriter {
    private var bytes = ByteWriter()
    private var texts: [ExactText: Int] = [:]
    private var values: [[UInt8]: Int] = [:]
    private var nodes = WrittenObjects<Node>()
    private var states = WrittenObjects<ControllerState>()
    private var saved = WrittenObjects<SavedValues>()

    /// Nothing but the format's version.
    package init() { bytes.write(byte: SnapshotFormat.version) }

    /// All that was written, as bytes with their checksum.
    package consuming func finish() -> [UInt8] {
        bytes.write(fixed: SnapshotFormat.checksum(of: bytes.bytes))
        return bytes.bytes
    }

    /// Writes an integer; small ones take one byte.
    package mutating func write(_ number: Int) { bytes.write(integer: number) }

    /// Writes a text, or its number if it was written before.
    package mutating func write(_ text: String) {
        let exact = ExactText(text)
        if let number = texts[exact] { return bytes.write(count: number) }
        texts[exact] = texts.count + 1
        bytes.write(byte: 0)
        bytes.write(counted: text.utf8)
    }

    /// Writes what was typed on a screen.
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
        writeObject(values)
        write(.item, .root)
        saved.writeReference(to: values.identity, into: &bytes)
    }

    /// Writes a version's state.
    package mutating func write(_ state: WindowState) {
        if let root = state.root { writeObjects(of: root) }
        var head: SnapshotFormat.Head = state.root == nil ? [] : .root
        if state.alert != nil { head.insert(.alert) }
        write(.item, head)
        if let root = state.root { states.writeReference(to: root.identity, into: &bytes) }
        guard let alert = state.alert else { return }
        for text in [alert.title, alert.message, alert.dismissTitle] { write(text) }
    }
}

// MARK: - Objects

extension SnapshotWriter {
    private enum Object {
        case node(Node)
        case state(ControllerState)
    }

    /// Writes `root` and all that it consists of, the parts first. It does not call itself: a stack may be deep.
    private mutating func writeObjects(of root: ControllerState) {
        var begun: [Object] = states.contains(root.identity) ? [] : [.state(root)]
        while let object = begun.last {
            switch object {
            case .node(let node):
                if let below = node.below, !nodes.contains(below.identity) {
                    begun.append(.node(below))
                } else if let state = node.state, !states.contains(state.identity) {
                    begun.append(.state(state))
                } else {
                    writeObject(node)
                    begun.removeLast()
                }
            case .state(let state):
                if let part = state.parts.first(where: { !nodes.contains($0.identity) }) {
                    begun.append(.node(part))
                } else {
                    writeObject(state)
                    begun.removeLast()
                }
            }
        }
    }

    private mutating func write(_ kind: SnapshotFormat.Kind, _ parts: SnapshotFormat.Head) {
        bytes.write(byte: kind.rawValue | parts.rawValue)
    }

    private mutating func writeObject(_ node: Node) {
        var height = 0
        // What would make the chain too tall to be freed is left out; the places above it stand.
        let below = nodes.part(node.below, &height)
        let state = states.part(node.state, &height)
        var parts: SnapshotFormat.Head = below == nil ? [] : .below
        if state != nil { parts.insert(.state) }
        write(.node, parts)
        write(node.text)
        if let below { nodes.writeReference(to: below, into: &bytes) }
        if let state { states.writeReference(to: state, into: &bytes) }
        nodes.add(node, height: height + 1)
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
        if let top = state.top { nodes.writeReference(to: top.identity, into: &bytes) }
        if parts.contains(.tabs) {
            bytes.write(count: state.tabs.count)
            bytes.write(count: max(0, state.selectedTab))
            for tab in state.tabs { nodes.writeReference(to: tab.identity, into: &bytes) }
        }
        for place in [state.pending, state.presented] {
            if let place { nodes.writeReference(to: place.identity, into: &bytes) }
        }
        if let values = state.saved { saved.writeReference(to: values.identity, into: &bytes) }
        if let draft = state.draft { write(draft) }
        states.add(state, height: 1 + (state.parts.map { nodes.height(of: $0.identity) }.max() ?? 0))
    }

    private mutating func writeObject(_ values: SavedValues) {
        guard !saved.contains(values.identity) else { return }
        // A value that cannot be written is left out: its property has its default again.
        let written = values.entries.compactMap { entry in entry.bytes.map { (name: entry.name, bytes: $0) } }
        write(.saved, [])
        bytes.write(count: written.count)
        for value in written {
            write(value.name)
            write(value: value.bytes)
        }
        saved.add(values, height: 1)
    }

    private mutating func write(value: [UInt8]) {
        if let number = values[value] { return bytes.write(count: number) }
        values[value] = values.count + 1
        bytes.write(byte: 0)
        bytes.write(counted: value)
    }
}

/// What can be written once and referred to: it is the same as long as its identity is.
private protocol Identified {
    var identity: UnsafeRawPointer? { get }
}

extension Identified where Self: AnyObject {
    var identity: UnsafeRawPointer? { UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()) }
}

extension Node: Identified {}
extension SavedValues: Identified {}
extension ControllerState: Identified {
    /// The places it consists of.
    fileprivate var parts: [Node] { tabs + [top, pending, presented].compactMap(\.self) }
}

/// The objects of one kind that were written, by their identity.
private struct WrittenObjects<Object: Identified> {
    private var places: [UnsafeRawPointer?: (number: Int, height: Int)] = [:]
    /// They are kept, because a freed one's address could become another's.
    private var objects: [Object] = []

    func contains(_ identity: UnsafeRawPointer?) -> Bool { places[identity] != nil }

    func height(of identity: UnsafeRawPointer?) -> Int { places[identity]?.height ?? 0 }

    /// The identity of `object`, unless the chain of objects that ends with it is as tall as one may be.
    func part(_ object: Object?, _ tallest: inout Int) -> UnsafeRawPointer? {
        guard let object, height(of: object.identity) < SnapshotFormat.tallest else { return nil }
        tallest = max(tallest, height(of: object.identity))
        return object.identity
    }

    mutating func add(_ object: Object, height: Int) {
        places[object.identity] = (objects.count, height)
        objects.append(object)
    }

    func writeReference(to identity: UnsafeRawPointer?, into bytes: inout ByteWriter) {
        bytes.write(count: objects.count - (places[identity]?.number ?? 0))
    }
}
