public import NavigationKit
import Synchronization

/// A clock for tests that advances only on command: pass it to ``Transport/serve(_:mountsAtRoot:configuration:time:log:intercepting:_:)``
/// to see the end of a session's lifetime without waiting. The server removes idle sessions from time to time by the
/// machine's clock, so advancing this one is not enough to see that.
///
/// ```swift
/// let time = ManualTime()
/// try await Transport.memory.serve([desk], time: time) { wire in
///     let visitor = Visitor(wire)
///     try await visitor.visit("/desk")
///     time.advance(by: .seconds(31 * 86_400))
/// ```
public final class ManualTime: TimeSource {
    private struct Sleeper {
        let number: Int
        let end: UInt64
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now: UInt64 = 1
        var wallClock: UInt64
        var lastNumber = 0
        var sleepers: [Sleeper] = []
    }

    private let state: Mutex<State>

    /// - Parameter wallClock: the first value of ``wallClock``, in nanoseconds since 1970; by default in November 2023.
    public init(wallClock: UInt64 = 1_700_000_000_000_000_000) { state = Mutex(State(wallClock: wallClock)) }

    /// Nanoseconds; 1 at first.
    public var now: UInt64 { state.withLock(\.now) }

    /// Nanoseconds since 1970.
    public var wallClock: UInt64 { state.withLock(\.wallClock) }

    /// Advances both clocks, and resumes the tasks whose sleep ends by then. Negative durations change nothing.
    public func advance(by duration: Duration) {
        let step = Self.nanoseconds(in: duration)
        let woken = state.withLock { state in
            state.now = Self.sum(state.now, step)
            state.wallClock = Self.sum(state.wallClock, step)
            defer { state.sleepers.removeAll { $0.end <= state.now } }
            return state.sleepers.filter { $0.end <= state.now }
        }
        for sleeper in woken { sleeper.continuation.resume() }
    }

    /// Suspends the task until the time was advanced by `duration`.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    public func sleep(for duration: Duration) async throws {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                guard duration > .zero else { return continuation.resume() }
                state.withLock { state in
                    let end = Self.sum(state.now, Self.nanoseconds(in: duration))
                    state.sleepers.append(Sleeper(number: number, end: end, continuation: continuation))
                }
                // A cancellation before the sleeper was added has found none.
                if Task.isCancelled { cancel(number) }
            }
        } onCancel: {
            cancel(number)
        }
    }

    private func cancel(_ number: Int) {
        let sleeper = state.withLock { state in
            state.sleepers.firstIndex { $0.number == number }.map { state.sleepers.remove(at: $0) }
        }
        sleeper?.continuation.resume(throwing: CancellationError())
    }

    private static func nanoseconds(in duration: Duration) -> UInt64 {
        let (seconds, attoseconds) = duration.components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        let (whole, isTooLong) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        return isTooLong ? .max : sum(whole, UInt64(attoseconds / 1_000_000_000))
    }

    private static func sum(_ time: UInt64, _ step: UInt64) -> UInt64 {
        let (sum, isTooLarge) = time.addingReportingOverflow(step)
        return isTooLarge ? .max : sum
    }
}
