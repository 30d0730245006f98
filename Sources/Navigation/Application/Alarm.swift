import Synchronization

/// Wakes the tasks that sleep by one clock, with as few timers as possible.
///
/// `Task.sleep` leaves the timer of a cancelled sleep behind until its time has come. Each load of a page has a time
/// limit of seconds, which is nearly always cancelled: the timers of thousands of pages would wait, and each would then
/// take 5,000 instructions.
final class Alarm: Sendable {
    private struct Sleeper {
        let end: UInt64
        let number: UInt64
        let continuation: CheckedContinuation<Void, any Error>

        func isBefore(_ other: (end: UInt64, number: UInt64)) -> Bool { (end, number) < other }
    }

    private struct State {
        /// Sorted by end and number.
        var sleepers: [Sleeper] = []
        /// The times of the timers that wait, the earliest last. None is added that is later than another.
        var timers: [UInt64] = []
        var lastNumber: UInt64 = 0

        func index(of place: (end: UInt64, number: UInt64)) -> Int {
            // New sleepers usually belong at the end.
            guard let last = sleepers.last, !last.isBefore(place) else { return sleepers.count }
            var (low, high) = (0, sleepers.count)
            while low < high {
                let middle = (low + high) / 2
                if sleepers[middle].isBefore(place) { low = middle + 1 } else { high = middle }
            }
            return low
        }

        /// Returns the time of the timer that is missing for the first sleeper, and notes it.
        mutating func missingTimer() -> UInt64? {
            guard let end = sleepers.first?.end, end < timers.last ?? .max else { return nil }
            timers.append(end)
            return end
        }
    }

    private let state = Mutex(State())
    private let now: @Sendable () -> UInt64

    /// The number of timers that wait, for tests.
    var timerCount: Int { state.withLock(\.timers.count) }

    /// - Parameter now: the present time in nanoseconds, of a clock that advances like `ContinuousClock`.
    init(now: @escaping @Sendable () -> UInt64) { self.now = now }

    /// Suspends the task until `end`.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    func sleep(until end: UInt64) async throws {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let timer = state.withLock { state in
                    state.sleepers.insert(
                        Sleeper(end: end, number: number, continuation: continuation),
                        at: state.index(of: (end, number)))
                    return state.missingTimer()
                }
                if let timer { start(timer) }
                // A cancellation before the insertion has found no sleeper.
                if Task.isCancelled { cancel((end, number)) }
            }
        } onCancel: {
            cancel((end, number))
        }
    }

    private func cancel(_ place: (end: UInt64, number: UInt64)) {
        let sleeper = state.withLock { state -> Sleeper? in
            let index = state.index(of: place)
            guard index < state.sleepers.count, state.sleepers[index].number == place.number else { return nil }
            return state.sleepers.remove(at: index)
        }
        sleeper?.continuation.resume(throwing: CancellationError())
    }

    private func start(_ timer: UInt64) {
        // Detached, because a timer lives longer than the request that starts it.
        Task.detached { [self] in
            let present = now()
            if timer > present { try? await Task.sleep(nanoseconds: min(timer - present, Self.longestTimer)) }
            end(timer)
        }
    }

    /// An hour, because `Task.sleep` ends at once if its time is too long for the system. The first sleeper then gets
    /// another timer.
    private static let longestTimer: UInt64 = 3_600_000_000_000

    private func end(_ timer: UInt64) {
        let present = now()
        let (woken, next) = state.withLock { state in
            state.timers.removeAll { $0 == timer }
            let count = state.sleepers.firstIndex { $0.end > present } ?? state.sleepers.count
            let woken = Array(state.sleepers[..<count])
            state.sleepers.removeFirst(count)
            return (woken, state.missingTimer())
        }
        for sleeper in woken { sleeper.continuation.resume() }
        if let next { start(next) }
    }
}
