import Synchronization

/// Admits one action of a session after another, in the order they came, however long each takes (DESIGN D4).
///
/// Not an actor: that would admit the next one whenever the first awaits, and cost each request two changes of executor.
final class Turn: Sendable {
    private struct Line {
        /// The number of the ticket that has the turn.
        var holder: Int?
        var waiting: [Waiter] = []
        var lastNumber = 0

        mutating func nextNumber() -> Int {
            lastNumber += 1
            return lastNumber
        }
    }

    private struct Waiter {
        let number: Int
        let continuation: CheckedContinuation<Bool, Never>
    }

    /// The right to act, until it is released. It can be released before its action ends, so that an action that never
    /// ends does not keep the turn; then releasing it again does nothing.
    struct Ticket: Sendable {
        fileprivate let turn: Turn
        fileprivate let number: Int

        func release() { turn.release(number) }
    }

    private let line = Mutex(Line())

    /// Returns when it is the caller's turn.
    ///
    /// - Throws: ``SessionError/busy`` if too many wait already, or when the longest wait is over; `CancellationError` if the
    ///   task is cancelled while it waits.
    @inline(__always)
    func take(
        behindAtMost longestLine: Int, within longestWait: UInt64, _ time: any TimeSource
    ) async throws -> Ticket {
        if let ticket = takeIfFree() { return ticket }
        return try await wait(longestLine, longestWait, time)
    }

    /// Takes the turn if it is free.
    func takeIfFree() -> Ticket? {
        let number = line.withLock { line -> Int? in
            guard line.holder == nil else { return nil }
            line.holder = line.nextNumber()
            return line.holder
        }
        return number.map { Ticket(turn: self, number: $0) }
    }

    /// Whether an action has the turn.
    var isTaken: Bool { line.withLock { $0.holder != nil } }

    private func wait(_ longestLine: Int, _ longestWait: UInt64, _ time: any TimeSource) async throws -> Ticket {
        let number = line.withLock { $0.nextNumber() }
        var timeOut: Task<Void, any Error>?
        let isMine = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer = line.withLock { line -> Bool? in
                    guard line.holder != nil else {
                        line.holder = number
                        return true
                    }
                    guard line.waiting.count < longestLine else { return false }
                    line.waiting.append(Waiter(number: number, continuation: continuation))
                    return nil
                }
                if let answer { return continuation.resume(returning: answer) }
                // Cancelled before it waited, when there was nothing to give up.
                if Task.isCancelled { giveUp(number) }
                // The clock starts once there is somebody to send away.
                timeOut = Task {
                    try await time.sleep(nanoseconds: longestWait)
                    self.giveUp(number)
                }
            }
        } onCancel: {
            giveUp(number)
        }
        timeOut?.cancel()
        if isMine, Task.isCancelled { release(number) }
        try Task.checkCancellation()
        guard isMine else { throw SessionError.busy }
        return Ticket(turn: self, number: number)
    }

    /// Sends a waiter away; nothing happens if its turn came meanwhile.
    private func giveUp(_ number: Int) {
        let waiter = line.withLock { line in
            line.waiting.firstIndex { $0.number == number }.map { line.waiting.remove(at: $0) }
        }
        waiter?.continuation.resume(returning: false)
    }

    /// Hands the turn to the action that has waited longest, or leaves it free; nothing happens if another has it.
    private func release(_ number: Int) {
        let next = line.withLock { line -> Waiter? in
            guard line.holder == number else { return nil }
            guard !line.waiting.isEmpty else {
                line.holder = nil
                return nil
            }
            let next = line.waiting.removeFirst()
            line.holder = next.number
            return next
        }
        next?.continuation.resume(returning: true)
    }
}
