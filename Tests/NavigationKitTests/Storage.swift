@testable import Navigation
@testable import Responders
@testable import Views

extension WindowState {
    /// Returns the state after a round trip through a ``SnapshotWriter`` and a ``SnapshotReader``.
    func storedAndRead() throws -> WindowState {
        try [self].storedAndRead().first ?? self
    }
}

extension [WindowState] {
    var snapshot: [UInt8] {
        var writer = SnapshotWriter()
        for state in self { writer.write(state) }
        return writer.finish()
    }

    func storedAndRead() throws -> [WindowState] {
        var reader = try SnapshotReader(snapshot)
        let states = try map { _ in try reader.readState() }
        try reader.finish()
        return states
    }

    /// The contents of the states as lines. A repeated object is written as its number, so that shared objects are
    /// visible.
    var inventory: [String] {
        var inventory = Inventory()
        for state in self {
            inventory.add(state.root)
            inventory.lines.append("alert \(state.alert.map { "\($0)" } ?? "-")")
        }
        return inventory.lines
    }
}

private struct Inventory {
    var lines: [String] = []
    private var numbers: [ObjectIdentifier: Int] = [:]

    /// Returns true if `object` is new; otherwise adds a line with its number.
    private mutating func meets(_ object: AnyObject) -> Bool {
        let number = numbers.count
        let known = numbers[ObjectIdentifier(object)]
        numbers[ObjectIdentifier(object)] = known ?? number
        if let known { lines.append("again \(known)") }
        return known == nil
    }

    mutating func add(_ entry: StackEntry?) {
        guard let entry else { return lines.append("no place") }
        guard meets(entry) else { return }
        lines.append("place \(entry.text) at \(entry.depth), \(entry.pathSuffix.steps)")
        add(entry.below)
        add(entry.state)
    }

    mutating func add(_ state: ControllerState?) {
        guard let state else { return lines.append("no state") }
        guard meets(state) else { return }
        lines.append("state \(state.selectedTab) of \(state.tabs.count), \(state.draft.map { "\($0)" } ?? "-")")
        for entry in state.saved?.entries ?? [] { lines.append("\(entry.name) = \((try? entry.bytes()) ?? [])") }
        for place in state.tabs + [state.top, state.pending, state.presented] { add(place) }
    }
}
