import Cairn
import Synchronization

/// Suspends the callers of `pass()` until it is opened, or until their task is cancelled.
final class Latch: Sendable {
    private struct State {
        var isOpen = false
        var lastNumber = 0
        var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
        var watchers: [CheckedContinuation<Void, Never>] = []
        var cancellations = 0
        var mourners: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// - Throws: `CancellationError` if the task is cancelled before the latch is open.
    func pass() async throws {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let (isOpen, watchers) = state.withLock { state in
                    if !state.isOpen { state.waiting[number] = continuation }
                    defer { state.watchers = [] }
                    return (state.isOpen, state.watchers)
                }
                for watcher in watchers { watcher.resume() }
                if isOpen { continuation.resume() } else if Task.isCancelled { cancel(number) }
            }
        } onCancel: {
            cancel(number)
        }
    }

    private func cancel(_ number: Int) {
        let (cancelled, mourners) = state.withLock { state in
            guard let cancelled = state.waiting.removeValue(forKey: number) else {
                return (nil as CheckedContinuation<Void, any Error>?, [] as [CheckedContinuation<Void, Never>])
            }
            state.cancellations += 1
            defer { state.mourners = [] }
            return (cancelled, state.mourners)
        }
        cancelled?.resume(throwing: CancellationError())
        for mourner in mourners { mourner.resume() }
    }

    /// Returns when a caller waits at the latch; at once if it is open.
    func untilReached() async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                let isReached = state.isOpen || !state.waiting.isEmpty
                if !isReached { state.watchers.append(continuation) }
                return isReached
            }
            if isReached { continuation.resume() }
        }
    }

    /// Returns when a waiting caller was cancelled.
    func untilCancelled() async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                let isReached = state.cancellations > 0
                if !isReached { state.mourners.append(continuation) }
                return isReached
            }
            if isReached { continuation.resume() }
        }
    }

    func open() {
        let (waiting, watchers) = state.withLock { state in
            state.isOpen = true
            defer { (state.waiting, state.watchers) = ([:], []) }
            return (state.waiting.values, state.watchers)
        }
        for continuation in waiting { continuation.resume() }
        for watcher in watchers { watcher.resume() }
    }
}

/// A clock whose sleepers wake when the latch is opened.
final class LatchedClock: TimeSource {
    let latch = Latch()
    let now: UInt64 = 1

    func sleep(for duration: Duration) async throws { try await latch.pass() }
}

/// A carrier that answers when its latch is open.
struct SlowCarrier: Carrier {
    let latch = Latch()

    func place(of parcel: Int) async throws -> String {
        try await latch.pass()
        return "Hamburg"
    }
}

/// A carrier that answers at once, with an error or a place.
struct PromptCarrier: Carrier {
    var failure: (any Error)?

    func place(of parcel: Int) async throws -> String {
        if let failure { throw failure }
        return "Bremen"
    }
}
