package import Responders
import Snapshots

/// A part of a state: its path, such as `tabs[1].stack[2].saved.stamps`, and its value as text.
package struct StatePart: Sendable, Equatable {
    package let path: String
    package let value: String

    /// - Parameters:
    ///   - path: the path from the root of the state.
    ///   - value: the value as text.
    package init(path: String, value: String) {
        self.path = path
        self.value = value
    }
}

extension WindowState {
    /// The routes, saved values, drafts and texts of the state in a fixed order, for comparing two states and showing
    /// where they differ.
    package var parts: [StatePart] {
        var list = StatePartList()
        list.add(root, at: "")
        if let flash { list.add(flash.debugDescription, at: "flash") }
        if let undo { list.add(Self.text(of: undo.action), at: "flash.undo") }
        if let alert {
            list.add(alert.title.debugDescription, at: "alert.title")
            list.add(alert.message.debugDescription, at: "alert.message")
            list.add(alert.dismissTitle.debugDescription, at: "alert.dismissTitle")
            if let identifier = alert.identifier { list.add(identifier.debugDescription, at: "alert.identifier") }
            for (index, action) in alert.actions.enumerated() {
                list.add(Self.text(of: action), at: "alert.actions[\(index)]")
            }
        }
        return list.parts
    }

    private static func text(of action: AlertAction) -> String {
        let values = action.values?.map { "\($0.name)=\($0.text)" }.joined(separator: "&") ?? "(cannot be stored)"
        return "\(action.title), \(action.name)?\(values)".debugDescription
    }
}

extension SavedValues {
    /// The values in the order of their names.
    ///
    /// - Parameter path: the path of the object that has them.
    package func parts(at path: String) -> [StatePart] {
        var list = StatePartList()
        list.add(self, at: path)
        return list.parts
    }
}

private struct StatePartList {
    private(set) var parts: [StatePart] = []

    mutating func add(_ value: String, at path: String) { parts.append(StatePart(path: path, value: value)) }

    mutating func add(_ state: ControllerState?, at path: String) {
        guard let state else { return }
        let prefix = path.isEmpty ? "" : path + "."
        switch state.content {
        case .screen(let draft): add(draft, at: prefix + "draft")
        case .stack(let top): add(top, at: prefix + "stack")
        case .redirectedFlow(let shown, let refused):
            add(shown, at: prefix + "shown")
            add(refused, at: prefix + "refused")
        case .tabs(let tabs, let selected):
            add(selected.map { "\($0)" } ?? "nil", at: prefix + "selectedTab")
            for (index, tab) in tabs.enumerated() { add(entry: tab, at: "\(prefix)tabs[\(index)]") }
        case .split(let list, let detail, let unfinished):
            add(list, at: prefix + "list")
            add(detail, at: prefix + "detail")
            add(unfinished, at: prefix + "unfinished")
        }
        add(state.presented, at: prefix + "presented")
        for (index, entry) in state.embedded.enumerated() { add(entry: entry, at: "\(prefix)embedded[\(index)]") }
        if let saved = state.saved { add(saved, at: prefix + "saved") }
    }

    /// Adds the entries of a stack, the bottom first.
    private mutating func add(_ top: StackEntry?, at path: String) {
        var entries: [StackEntry] = []
        var entry = top
        while let current = entry {
            entries.append(current)
            entry = current.below
        }
        for (index, entry) in entries.reversed().enumerated() { add(entry: entry, at: "\(path)[\(index)]") }
    }

    private mutating func add(entry: StackEntry, at path: String) {
        add(entry.text.debugDescription, at: path)
        add(entry.state, at: path)
    }

    private mutating func add(_ draft: Draft?, at path: String) {
        for value in draft?.values ?? [] { add(value.text.debugDescription, at: "\(path).\(value.name)") }
    }

    mutating func add(_ saved: SavedValues, at path: String) {
        for entry in saved.entries.sorted(by: { $0.name < $1.name }) {
            do {
                for part in try CBOR.parts(of: try entry.bytes()) {
                    add(part.value, at: "\(path).\(entry.name)\(part.path)")
                }
            } catch {
                add("(cannot be stored: \(error))", at: "\(path).\(entry.name)")
            }
        }
    }
}
