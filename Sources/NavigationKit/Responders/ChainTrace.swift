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

    private var asked: [(responder: Responder, disposition: Disposition, action: ObjectIdentifier)] = []

    package init() { asked.reserveCapacity(8) }

    package var entries: [Entry] {
        asked.map { Entry(name: $0.responder.table.typeName, disposition: $0.disposition, action: $0.action) }
    }

    func enter(_ responder: Responder, _ action: any Action.Type) {
        asked.append((responder, .none, ObjectIdentifier(action)))
    }

    /// Notes that `responder` did not perform an action that others like it do.
    func noteRefusal(of action: any Action.Type, by responder: Responder) {
        if responder.table.unwinds(ObjectIdentifier(action)) { mark(responder, .refused) }
    }

    func mark(_ responder: Responder, _ disposition: Disposition) {
        guard let index = asked.lastIndex(where: { $0.responder === responder }), asked[index].disposition == .none
        else {
            return
        }
        asked[index].disposition = disposition
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
