package import Responders
import Snapshots

/// Writes one change of a session, in the format of ``ChangeFormat``: states as differences from earlier states. Read
/// the bytes with ``ChangeReader``, in the same order and with the same earlier states.
package struct ChangeWriter {
    private var cbor = CBORWriter()
    /// The number of entries and states written.
    package private(set) var objectCount = 0
    /// The values that could not be written.
    package private(set) var unstored: [Diagnostic] = []
    /// True if a state is nested too deeply for a change.
    package private(set) var isTooDeep = false

    /// Creates a writer and writes the format's version.
    package init() { cbor.write(byte: ChangeFormat.version) }

    /// The written bytes.
    package var bytes: [UInt8] { cbor.bytes }

    /// Writes an integer; small ones take one byte.
    package mutating func write(_ number: Int) { cbor.write(number) }

    /// Writes a text.
    package mutating func write(_ text: String) { cbor.write(.textString, text.utf8) }

    /// Writes a draft: the typed text of a screen or of a version.
    package mutating func write(_ draft: Draft) {
        cbor.write(.map, UInt64(draft.values.count))
        for value in draft.values {
            write(value.name)
            write(value.text)
        }
    }

    /// Writes saved values.
    ///
    /// - Parameter earlier: the values before the change.
    package mutating func write(_ values: SavedValues, after earlier: SavedValues?) {
        var written: [(name: String, bytes: [UInt8]?)] = []
        for entry in values.entries {
            do {
                let bytes = try entry.bytes()
                // Encoding the earlier value, too, is worth the time only for a long value.
                let before = bytes.count > Self.longValue ? earlier?.entries.first { $0.name == entry.name } : nil
                written.append((entry.name, (try? before?.bytes()) == bytes ? nil : bytes))
            } catch {
                unstored.append(.unstoredValue(entry.name, error: "\(error)"))
            }
        }
        cbor.write(.array, UInt64(written.count))
        for value in written {
            write(value.name)
            if let bytes = value.bytes { cbor.write(.byteString, bytes) } else { cbor.writeNull() }
        }
    }

    private static let longValue = 32

    /// Writes a version's state.
    ///
    /// - Parameter earlier: a state that reader and writer have, usually the one that the action started from.
    package mutating func write(_ state: WindowState, after earlier: WindowState) {
        var marks = ChangeFormat.Marks()
        let root: ChangeFormat.Mark =
            state.root == nil ? .absent : state.root === earlier.root ? .same : .written
        let alert: ChangeFormat.Mark =
            state.presentedAlert == nil
            ? .absent : state.presentedAlert === earlier.presentedAlert ? .same : .written
        marks.append(root)
        marks.append(alert)
        marks.append(alert == .written && state.alert?.identifier != nil)
        marks.append(alert == .written && !(state.alert?.actions.isEmpty ?? true))
        marks.append(state.flash != nil)
        marks.append(state.undo != nil)
        cbor.write(.unsignedInteger, marks.number)
        if root == .written, let new = state.root { write(new, after: earlier.root, nesting: 0) }
        if let flash = state.flash { write(flash) }
        if let undo = state.undo { write([undo.action]) }
        guard alert == .written, let alert = state.alert else { return }
        for text in [alert.title, alert.message, alert.dismissTitle] { write(text) }
        if let identifier = alert.identifier { write(identifier) }
        if !alert.actions.isEmpty { write(alert.actions) }
    }

    private mutating func write(_ state: ControllerState, after earlier: ControllerState?, nesting: Int) {
        guard nesting < ChangeFormat.maxNesting else {
            isTooDeep = true
            return
        }
        objectCount += 1
        let tabs = state.tabs
        let earlierTabs = earlier?.tabs ?? []
        let tabsMark: ChangeFormat.Mark =
            tabs.isEmpty ? .absent : Self.areSame(tabs, earlierTabs) ? .same : .written
        let (top, earlierTop) = (state.top, earlier?.top)
        let saved: ChangeFormat.Mark =
            switch (state.saved, earlier?.saved) {
            case (nil, _): .absent
            case (let values?, let before?) where values.identity == before.identity: .same
            default: .written
            }
        let draft: ChangeFormat.Mark =
            state.draft == nil ? .absent : state.draft == earlier?.draft ? .same : .written
        let hasSelected = !tabs.isEmpty && state.selectedTab != 0
        var marks = ChangeFormat.Marks()
        marks.append(Self.mark(top, earlierTop))
        marks.append(tabsMark)
        marks.append(Self.mark(state.presented, earlier?.presented))
        marks.append(saved)
        marks.append(draft)
        marks.append(Self.mark(state.pending, earlier?.pending))
        marks.append(hasSelected)
        cbor.write(.unsignedInteger, marks.number)
        if hasSelected { cbor.write(state.selectedTab) }
        write(top, after: earlierTop, nesting)
        if tabsMark == .written {
            cbor.write(.array, UInt64(tabs.count))
            for (index, tab) in tabs.enumerated() {
                let before = index < earlierTabs.count ? earlierTabs[index] : nil
                cbor.write(.unsignedInteger, Self.mark(tab, before).rawValue)
                write(tab, after: before, nesting)
            }
        }
        write(state.presented, after: earlier?.presented, nesting)
        if saved == .written, let values = state.saved { write(values, after: earlier?.saved) }
        if draft == .written, let draft = state.draft { write(draft) }
        write(state.pending, after: earlier?.pending, nesting)
    }

    /// Writes a stack, unless it is absent or unchanged.
    private mutating func write(_ entry: StackEntry?, after earlier: StackEntry?, _ nesting: Int) {
        guard let entry, entry !== earlier else { return }
        // Compare the two stacks downwards, depth by depth, until both are the same.
        var new: [(entry: StackEntry, before: StackEntry?)] = []
        var (current, before): (StackEntry?, StackEntry?) = (entry, earlier)
        while let place = current {
            while let lower = before, lower.depth > place.depth { before = lower.below }
            if place === before { break }
            new.append((place, before?.depth == place.depth ? before : nil))
            current = place.below
        }
        objectCount += new.count
        cbor.write(new.count)
        if let current, let earlier { cbor.write(earlier.depth - current.depth + 1) } else { cbor.write(0) }
        for (entry, before) in new {
            let text: ChangeFormat.Mark = entry.text == before?.text ? .same : .written
            let state: ChangeFormat.Mark =
                entry.state == nil ? .absent : entry.state === before?.state ? .same : .written
            var marks = ChangeFormat.Marks()
            marks.append(text)
            marks.append(state)
            cbor.write(.unsignedInteger, marks.number)
            if text == .written { write(entry.text) }
            if state == .written, let new = entry.state { write(new, after: before?.state, nesting: nesting + 1) }
        }
    }

    private static func mark(_ entry: StackEntry?, _ earlier: StackEntry?) -> ChangeFormat.Mark {
        entry == nil ? .absent : entry === earlier ? .same : .written
    }

    private static func areSame(_ ones: [StackEntry], _ others: [StackEntry]) -> Bool {
        ones.count == others.count && ones.elementsEqual(others, by: ===)
    }
}
