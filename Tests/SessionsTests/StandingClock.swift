import NavigationKit
import Synchronization
import SystemCalls

/// A clock that advances only on command.
final class StandingClock: TimeSource {
    private struct Sleeper {
        let number: Int
        let end: UInt64
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now: UInt64 = 1
        var date: UInt64 = 1_700_000_000_000_000_000
        var isWatched = true
        var lastNumber = 0
        var sleepers: [Sleeper] = []
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

        mutating func watchersToWake() -> [CheckedContinuation<Void, Never>] {
            let reached = watchers.filter { $0.count <= sleepers.count }.map(\.continuation)
            watchers.removeAll { $0.count <= sleepers.count }
            return reached
        }
    }

    private let state = Mutex(State())

    var now: UInt64 { state.withLock(\.now) }
    var wallClock: UInt64 { state.withLock(\.date) }

    func sleep(for duration: Duration) async throws {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                guard !Task.isCancelled else { return continuation.resume(throwing: CancellationError()) }
                let woken = state.withLock { state in
                    state.sleepers.append(
                        Sleeper(number: number, end: state.now + duration.nanoseconds, continuation: continuation))
                    return state.watchersToWake()
                }
                for watcher in woken { watcher.resume() }
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

    /// Advances the time and resumes the sleepers whose deadline is reached.
    func advance(by nanoseconds: UInt64) {
        let woken = state.withLock { state in
            state.now += nanoseconds
            state.date += nanoseconds
            defer { state.sleepers.removeAll { $0.end <= state.now } }
            return state.sleepers.filter { $0.end <= state.now }
        }
        for sleeper in woken { sleeper.continuation.resume() }
    }

    /// Resumes all callers of ``untilSleeping(_:)``; later calls return at once.
    func stopWatching() {
        let watchers = state.withLock { state in
            state.isWatched = false
            defer { state.watchers = [] }
            return state.watchers
        }
        for watcher in watchers { watcher.continuation.resume() }
    }

    /// Returns when at least `count` tasks sleep at the same time, or after ``stopWatching()``.
    func untilSleeping(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                let isReached = state.sleepers.count >= count || !state.isWatched
                if !isReached { state.watchers.append((count, continuation)) }
                return isReached
            }
            if isReached { continuation.resume() }
        }
    }
}

/// Suspends the callers of ``pass()`` until the test opens it.
final class Gate: Sendable {
    /// The number of `Sing` actions: an effect outside the session, which no rollback undoes.
    let songs = Atomic<Int>(0)
    /// The idempotency keys of the `Sing` actions.
    let keys = Mutex<[String?]>([])
    /// The error of the `SingWrongly` actions.
    let mistake = Mutex<(any Error)?>(nil)

    private struct State {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    func pass() async {
        await withCheckedContinuation { continuation in
            let (isOpen, watchers) = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                let count = state.waiting.count
                defer { state.watchers.removeAll { $0.count <= count } }
                return (state.isOpen, state.watchers.filter { $0.count <= count })
            }
            for watcher in watchers { watcher.continuation.resume() }
            if isOpen { continuation.resume() }
        }
    }

    /// Returns when at least `count` tasks wait at the gate.
    func untilReached(_ count: Int = 1) async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                let isReached = state.waiting.count >= count
                if !isReached { state.watchers.append((count, continuation)) }
                return isReached
            }
            if isReached { continuation.resume() }
        }
    }

    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}
