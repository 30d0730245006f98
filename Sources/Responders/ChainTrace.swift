/// The responders that received an action, in order, and the result of each: the `Cairn-Chain` of a response.
package final class ChainTrace {
    /// The result of one responder for an action.
    package enum Disposition: String, Sendable {
        /// The responder did not handle the action, or its handler threw an error.
        case none
        /// An unwind targeted this container, which declined it, usually in `canUnwind`.
        case refused
        /// The responder called `forward(_:)` while it performed the action.
        case passed
        /// The responder handled the action.
        case handled
        /// The last responder of the chain did not handle an action that a handler sent.
        case unhandled
    }

    /// One responder that received the action.
    package struct Entry: Sendable, Equatable {
        /// The responder's ``HandlerTable/typeName``.
        package let name: String
        /// The responder's result.
        package let disposition: Disposition
        /// Identifies the action's type, because a handler of one action can send another.
        package let action: ObjectIdentifier

        package init(name: String, disposition: Disposition, action: ObjectIdentifier) {
            self.name = name
            self.disposition = disposition
            self.action = action
        }
    }

    private var asked: [Asked] = []

    private struct Asked {
        let responder: Responder
        let action: ObjectIdentifier
        var disposition = Disposition.none
        /// True until the responder has returned; only an open entry can forward the action.
        var isOpen = true
    }

    package init() { asked.reserveCapacity(8) }

    package var entries: [Entry] {
        asked.map { Entry(name: $0.responder.table.typeName, disposition: $0.disposition, action: $0.action) }
    }

    /// - Returns: the entry's index, for `leave(_:hasHandled:)`; nested sends can append entries in between.
    func enter(_ responder: Responder, _ action: any Action.Type) -> Int {
        asked.append(Asked(responder: responder, action: ObjectIdentifier(action)))
        return asked.count - 1
    }

    /// Records the result of the entry at `place` if it has none: handled; otherwise refused if the handler unwinds.
    func leave(_ place: Int, hasHandled: Bool) {
        guard asked.indices.contains(place) else { return }
        asked[place].isOpen = false
        guard asked[place].disposition == .none else { return }
        if hasHandled {
            asked[place].disposition = .handled
        } else if asked[place].responder.table.unwinds(asked[place].action) {
            asked[place].disposition = .refused
        }
    }

    /// Records that `responder` calls `forward(_:)` while it performs an action.
    func notePassing(by responder: Responder) {
        let place = asked.lastIndex { $0.responder === responder && $0.isOpen }
        if let place { asked[place].disposition = .passed }
    }

    /// Records that `responder` was the last one of the chain and that no responder handled `action`.
    func noteEnd(of action: any Action.Type, at responder: Responder) {
        let action = ObjectIdentifier(action)
        let place = asked.lastIndex { $0.responder === responder && $0.action == action }
        if let place, asked[place].disposition == .none { asked[place].disposition = .unhandled }
    }

    /// The trace of the action that is being performed in this task; `nil` without tracing.
    package static var current: ChainTrace? { Current.trace?.value }

    package static func record<Result>(
        _ operation: nonisolated(nonsending) (ChainTrace) async throws -> Result
    ) async rethrows -> Result {
        let trace = ChainTrace()
        return try await Current.$trace.withValue(Confined(value: trace)) { try await operation(trace) }
    }

    private struct Confined: @unchecked Sendable {  // ok: used only by the task that performs the action
        let value: ChainTrace
    }

    private enum Current {
        @TaskLocal static var trace: Confined?
    }
}
