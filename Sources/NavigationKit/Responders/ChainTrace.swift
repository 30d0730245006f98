/// Who was asked to perform an action, in order, and what each one did: the `Cairn-Chain` of an answer.
public final class ChainTrace {
    /// What a responder did with an action.
    public enum Disposition: String, Sendable {
        /// It does not know it.
        case none
        /// It would be led back to by it, but does not want that now.
        case refused
        /// It handled it and passed it on.
        case passed
        /// It handled it.
        case handled
        /// It was the last one asked to perform what a handler sent, and did not either.
        case unhandled
    }

    /// One responder that was asked.
    public struct Entry: Sendable, Equatable {
        /// The responder's type.
        public let name: String
        /// What it did.
        public let disposition: Disposition
        /// What tells the action's type from others: one action may send another.
        package let action: ObjectIdentifier
    }

    private var asked: [Asked] = []

    private struct Asked {
        let responder: Responder
        let action: ObjectIdentifier
        var disposition = Disposition.none
        /// Whether it is at it: it has not answered yet.
        var isOpen = true
    }

    package init() { asked.reserveCapacity(8) }

    package var entries: [Entry] {
        asked.map { Entry(name: $0.responder.table.typeName, disposition: $0.disposition, action: $0.action) }
    }

    /// - Returns: its place, by which its answer is noted: meanwhile it may be asked about other actions.
    func enter(_ responder: Responder, _ action: any Action.Type) -> Int {
        asked.append(Asked(responder: responder, action: ObjectIdentifier(action)))
        return asked.count - 1
    }

    /// Notes whether who was asked at `place` has performed the action, or refused what others like it perform.
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

    /// Notes that `responder` passes on what it performs just now.
    func notePassing(by responder: Responder) {
        let place = asked.lastIndex { $0.responder === responder && $0.isOpen }
        if let place { asked[place].disposition = .passed }
    }

    /// Notes that `responder` was the last one asked to perform `action`, and that nobody did.
    func noteEnd(of action: any Action.Type, at responder: Responder) {
        let action = ObjectIdentifier(action)
        let place = asked.lastIndex { $0.responder === responder && $0.action == action }
        if let place, asked[place].disposition == .none { asked[place].disposition = .unhandled }
    }

    /// The trace of the action that is being performed in this task.
    package static var current: ChainTrace? { Current.trace?.value }

    package static func record<Result>(
        _ operation: nonisolated(nonsending) (ChainTrace) async throws -> Result
    ) async rethrows -> Result {
        let trace = ChainTrace()
        return try await Current.$trace.withValue(Confined(value: trace)) { try await operation(trace) }
    }

    private struct Confined: @unchecked Sendable {  // ok: read only by the task that holds the session's turn
        let value: ChainTrace
    }

    private enum Current {
        @TaskLocal static var trace: Confined?
    }
}
