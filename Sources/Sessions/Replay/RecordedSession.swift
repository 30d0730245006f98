import NavigationKit
package import SessionStores
import Snapshots

/// A session's log as a sequence of changes, each with the history before and after it, and with the action that made
/// it, if that is recorded.
package struct RecordedSession: Sendable {
    struct Step: Sendable {
        let before: History
        let after: History
        let action: RecordedAction?

        /// The numbers of the versions that the change added.
        var numbers: Range<Int> { before.newest.number + 1..<max(before.newest.number, after.newest.number) + 1 }
    }

    let steps: [Step]
    /// The number of the newest version in the checkpoint, from which the changes continue.
    package let firstVersion: Int

    /// Reads the elements of a log, of which the first is a checkpoint.
    ///
    /// - Throws: an error with a description if the elements are damaged.
    package init(log: [LogElement]) throws {
        var history = try History(log: Array(log.prefix(1)))
        firstVersion = history.newest.number
        var steps: [Step] = []
        // An action that left its intent began before that.
        var beforeIntent: History?
        for element in log.dropFirst() {
            let before = history
            try history.apply([element])
            let action = try HistoryChange.recordedAction(in: element.bytes)
            if let earlier = beforeIntent {
                beforeIntent = nil
                if action != nil {
                    steps.append(Step(before: earlier, after: history, action: action))
                    continue
                }
                steps.append(Step(before: earlier, after: before, action: nil))
            }
            if try HistoryChange.isOfIntent(element.bytes, after: before) {
                beforeIntent = before
            } else {
                steps.append(Step(before: before, after: history, action: action))
            }
        }
        if let beforeIntent { steps.append(Step(before: beforeIntent, after: history, action: nil)) }
        self.steps = steps
    }

    /// The recorded actions, oldest first.
    package var actions: [RecordedAction] { steps.compactMap(\.action) }
}

extension History {
    /// The parts of a version, and the saved values of the application if it is the newest one.
    func parts(of version: Version) -> [StatePart] {
        [StatePart(path: "location", value: version.location.text.debugDescription)] + version.state.parts
            + (version === newest ? saved?.parts(at: "application") ?? [] : [])
    }
}
