/// Who was asked to perform an action, in order, and what each one did: the `Cairn-Chain` of an answer.
package final class ChainTrace {
    package enum Disposition: String, Sendable { case none, passed, handled }

    package struct Entry: Sendable, Equatable {
        package let name: String
        package var disposition: Disposition
    }

    package private(set) var entries: [Entry] = []
    private var responders: [ObjectIdentifier] = []

    package init() {}

    func enter(_ responder: Responder) {
        entries.append(Entry(name: responder.table.typeName, disposition: .none))
        responders.append(ObjectIdentifier(responder))
    }

    func mark(_ responder: Responder, _ disposition: Disposition) {
        guard let index = responders.lastIndex(of: ObjectIdentifier(responder)),
            entries[index].disposition == .none
        else { return }
        entries[index].disposition = disposition
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
