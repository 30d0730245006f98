import Synchronization

/// Admits one action of a session after another, in the order they came, however long each takes (DESIGN D4).
///
/// Not an actor: that would admit the next one whenever the first awaits, and cost each request two changes of executor.
final class Turn: Sendable {
    private struct Line {
        var isTaken = false
        var waiting: [Waiter] = []
        var lastNumber = 0
    }

    private struct Waiter {
        let number: Int
        let continuation: CheckedContinuation<Bool, Never>
    }

    private let line = Mutex(Line())

    /// Returns when it is the caller's turn.
    ///
    /// - Throws: ``SessionError/busy`` if too many wait already, or when the longest wait is over.
    @inline(__always)
    func take(
        behindAtMost longestLine: Int, within longestWait: UInt64, _ time: any TimeSource
    ) async throws {
        if !takeIfFree() { try await wait(longestLine, longestWait, time) }
    }

    /// Takes the turn if nobody has it. - Returns: whether it is the caller's.
    func takeIfFree() -> Bool {
        line.withLock { line in
            defer { line.isTaken = true }
            return !line.isTaken
        }
    }

    /// Whether somebody has the turn or waits for it.
    var isTaken: Bool { line.withLock(\.isTaken) }

    private func wait(_ longestLine: Int, _ longestWait: UInt64, _ time: any TimeSource) async throws {
        let number = line.withLock { line in
            line.lastNumber += 1
            return line.lastNumber
        }
        var timeOut: Task<Void, any Error>?
        let isMine = await withCheckedContinuation { continuation in
            let answer = line.withLock { line -> Bool? in
                guard line.isTaken else {
                    line.isTaken = true
                    return true
                }
                guard line.waiting.count < longestLine else { return false }
                line.waiting.append(Waiter(number: number, continuation: continuation))
                return nil
            }
            if let answer { return continuation.resume(returning: answer) }
            // The clock starts once there is somebody to send away.
            timeOut = Task {
                try await time.sleep(nanoseconds: longestWait)
                self.giveUp(number)
            }
        }
        timeOut?.cancel()
        guard isMine else { throw SessionError.busy }
    }

    /// Sends a waiter away; nothing happens if its turn came meanwhile.
    private func giveUp(_ number: Int) {
        let waiter = line.withLock { line in
            line.waiting.firstIndex { $0.number == number }.map { line.waiting.remove(at: $0) }
        }
        waiter?.continuation.resume(returning: false)
    }

    /// Hands the turn to who has waited longest, or leaves it free.
    func release() {
        let isFree = line.withLock { line in
            line.isTaken = !line.waiting.isEmpty
            return !line.isTaken
        }
        if !isFree { handOver() }
    }

    private func handOver() {
        let next = line.withLock { line -> Waiter? in
            // Who waited may have given up meanwhile.
            line.isTaken = !line.waiting.isEmpty
            return line.isTaken ? line.waiting.removeFirst() : nil
        }
        next?.continuation.resume(returning: true)
    }
}
