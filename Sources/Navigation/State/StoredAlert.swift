import Snapshots

/// The parts of the stored form of alerts, and of the button Undo, that snapshots and changes write in the same way.
protocol AlertWriting {
    mutating func write(_ number: Int)
    mutating func write(_ text: String)
    mutating func write(_ draft: Draft)
}

extension AlertWriting {
    /// Writes the number of actions, and for each its title, role and name, the sum of 1 if it has values, 2 if it has
    /// used a draft and 4 if it has a sender, the values, and the sender.
    mutating func write(_ actions: [AlertAction]) {
        write(actions.count)
        for action in actions {
            for text in [action.title, action.role.rawValue, action.name] { write(text) }
            write((action.values == nil ? 0 : 1) + (action.usesDraft ? 2 : 0) + (action.sender == nil ? 0 : 4))
            if let values = action.values { write(Draft(values: values)) }
            if let sender = action.sender { write(sender) }
        }
    }
}

/// See ``AlertWriting``.
protocol AlertReading {
    mutating func readNumber() throws -> Int
    mutating func readText() throws -> String
    mutating func readDraft() throws -> Draft
}

extension AlertReading {
    mutating func readAlert(hasIdentifier: Bool, hasActions: Bool) throws -> Alert {
        let (title, message, dismissTitle) = (try readText(), try readText(), try readText())
        let identifier = hasIdentifier ? try readText() : nil
        return Alert(
            title: title, message: message, dismissTitle: dismissTitle, identifier: identifier,
            actions: hasActions ? try readActions() : [])
    }

    /// Reads at least one action.
    mutating func readActions() throws -> [AlertAction] {
        let count = try readNumber()
        guard (1...Alert.maxActions).contains(count) else {
            throw SnapshotError.malformed("a list of actions has \(count) entries")
        }
        return try (0..<count).map { _ in
            let title = try readText()
            guard let role = ButtonRole(rawValue: try readText()) else {
                throw SnapshotError.malformed("an action has an unknown role")
            }
            let (name, flags) = (try readText(), try readNumber())
            guard (0...7).contains(flags) else {
                throw SnapshotError.malformed("an action has unknown parts")
            }
            let values = flags & 1 == 0 ? nil : try readDraft().values
            let sender = flags & 4 == 0 ? nil : try readNumber()
            return AlertAction(
                title: title, role: role, name: name, values: values, usesDraft: flags & 2 != 0, sender: sender)
        }
    }
}

extension SnapshotWriter: AlertWriting {}
extension ChangeWriter: AlertWriting {}
extension SnapshotReader: AlertReading {}
extension ChangeReader: AlertReading {}
