import NavigationKit
import Synchronization
import SystemCalls

/// An async FIFO mutex, for the actions of a session and for the copies of a request.
///
/// Not an actor: actors are reentrant, so the next action would start whenever the first awaits, and each request would
/// cost two executor hops.
final class AsyncMutex: Sendable {
    private struct Line {
        /// The number of the ticket that holds the mutex.
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

    /// Ownership of the mutex until it is released. It can be released before its action ends, so that an action that
    /// never ends does not block the session. Releasing it again does nothing.
    struct Ticket: Sendable {
        fileprivate let mutex: AsyncMutex
        fileprivate let number: Int

        func release() { mutex.release(number) }
    }

    private let line = Mutex(Line())

    /// Acquires the mutex.
    ///
    /// - Parameter counters: counts a wait and a refusal.
    /// - Throws: ``SessionError/busy`` if too many callers wait already, or after `maxWait` nanoseconds;
    ///   `CancellationError` if the task is cancelled while it waits.
    @inline(__always)
    func take(
        behindAtMost maxLineLength: Int, within maxWait: UInt64, _ time: any TimeSource,
        counters: SessionCounters? = nil
    ) async throws -> Ticket {
        if let ticket = takeIfFree() { return ticket }
        return try await wait(maxLineLength, maxWait, time, counters)
    }

    /// Acquires the mutex if it is free; returns `nil` otherwise.
    func takeIfFree() -> Ticket? {
        let number = line.withLock { line -> Int? in
            guard line.holder == nil else { return nil }
            line.holder = line.nextNumber()
            return line.holder
        }
        return number.map { Ticket(mutex: self, number: $0) }
    }

    /// True while the mutex is held.
    var isTaken: Bool { line.withLock { $0.holder != nil } }

    private func wait(
        _ maxLineLength: Int, _ maxWait: UInt64, _ time: any TimeSource, _ counters: SessionCounters?
    ) async throws -> Ticket {
        let began = time.now
        defer { counters?.noteWait(time.now &- began) }
        let number = line.withLock { $0.nextNumber() }
        var timeOut: Task<Void, any Error>?
        let isMine = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer = line.withLock { line -> Bool? in
                    guard line.holder != nil else {
                        line.holder = number
                        return true
                    }
                    guard line.waiting.count < maxLineLength else { return false }
                    line.waiting.append(Waiter(number: number, continuation: continuation))
                    return nil
                }
                if let answer { return continuation.resume(returning: answer) }
                // Check again: `onCancel` can have run before the waiter was queued, when it had nothing to remove.
                if Task.isCancelled { giveUp(number) }
                // Start the time-out only for a queued waiter.
                timeOut = Task {
                    try await time.sleep(for: Duration(nanoseconds: maxWait))
                    self.giveUp(number)
                }
            }
        } onCancel: {
            giveUp(number)
        }
        timeOut?.cancel()
        if isMine, Task.isCancelled { release(number) }
        try Task.checkCancellation()
        guard isMine else {
            counters?.noteTimeout()
            throw SessionError.busy
        }
        return Ticket(mutex: self, number: number)
    }

    /// Removes a waiter and resumes it without the mutex; does nothing if it is not queued.
    private func giveUp(_ number: Int) {
        let waiter = line.withLock { line in
            line.waiting.firstIndex { $0.number == number }.map { line.waiting.remove(at: $0) }
        }
        waiter?.continuation.resume(returning: false)
    }

    /// Passes the mutex to the first waiter, or frees it; does nothing if this ticket does not hold it.
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
