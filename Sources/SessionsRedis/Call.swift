import RESP

/// A command that waits for its reply.
struct Call: Sendable {
    let command: RESPCommand
    /// The time of the loop at which the call ends without a reply.
    let deadline: UInt64
    /// True if the reply counts only after the replicas have the change, if the operator asked for replicas.
    let needsCopies: Bool
    /// `nil` if nothing waits for the reply.
    let continuation: UnsafeContinuation<Result<RESPValue, CallFailure>, Never>?
    /// `nil` if the command is no load.
    var load: TrackedKeys.Load?
    /// True once the command was sent, on any connection: then it may have been performed.
    var wasSent = false
    /// True if it is sent for the second time or more often, because its earlier connection was lost.
    var isRepetition = false

    func complete(_ result: Result<RESPValue, CallFailure>) { continuation?.resume(returning: result) }

    /// Completes a call whose time is over, or whose link is closed.
    func fail(_ reason: String) { complete(.failure(wasSent ? .outcomeUnknown(reason) : .unavailable(reason))) }
}

/// The reason for which a call has no reply.
enum CallFailure: Error, Equatable {
    /// The command was not sent.
    case unavailable(String)
    /// The command was not sent, and only the operator can correct the reason, such as a wrong password.
    case refused(String)
    /// The command was sent and no reply arrived: it was performed or not.
    case outcomeUnknown(String)
    /// The command was sent and no reply arrived; its repetition got an error reply.
    case repetitionRefused(RESPErrorReply)
    /// The client was closed.
    case closed
}

/// A first-in, first-out queue.
struct Queue<Element> {
    private var elements: [Element?] = []
    private var start = 0

    var count: Int { elements.count - start }
    var isEmpty: Bool { start == elements.count }
    var first: Element? { isEmpty ? nil : elements[start] }

    mutating func append(_ element: Element) { elements.append(element) }

    mutating func popFirst() -> Element? {
        guard !isEmpty else { return nil }
        defer {
            elements[start] = nil
            start += 1
            if isEmpty || start > 64 && start * 2 > elements.count {
                elements.removeFirst(start)
                start = 0
            }
        }
        return elements[start]
    }

    /// The smallest value of the elements; `nil` if no element has one.
    func min<Value: Comparable>(of value: (Element) -> Value?) -> Value? {
        elements[start...].compactMap { $0.flatMap(value) }.min()
    }

    /// Removes all elements and returns them in order.
    mutating func removeAll() -> [Element] {
        defer { (elements, start) = ([], 0) }
        return elements[start...].compactMap(\.self)
    }
}
