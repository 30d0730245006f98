import Sessions
import Synchronization

/// Waits for work that can ignore its cancellation.
enum TimeLimit {
    /// Performs `work` in a task of its own, and cancels it after `limit`.
    ///
    /// - Returns: true if it has ended; false if it was cancelled and can still run.
    static func run(
        within limit: Duration, _ time: any TimeSource, _ work: @escaping @Sendable () async -> Void
    ) async -> Bool {
        let outcome = Outcome()
        let task = Task {
            await work()
            outcome.set(true)
        }
        let timer = Task {
            try await time.sleep(for: limit)
            outcome.set(false)
        }
        let hasEnded = await outcome.value
        timer.cancel()
        if !hasEnded { task.cancel() }
        return hasEnded
    }

    /// A value that is set once, later ones are ignored, and read once.
    private final class Outcome: Sendable {
        private struct State {
            var value: Bool?
            var reader: CheckedContinuation<Bool, Never>?
        }

        private let state = Mutex(State())

        func set(_ value: Bool) {
            let reader = state.withLock { state -> CheckedContinuation<Bool, Never>? in
                guard state.value == nil else { return nil }
                state.value = value
                return state.reader.take()
            }
            reader?.resume(returning: value)
        }

        var value: Bool {
            get async {
                await withCheckedContinuation { continuation in
                    let known = state.withLock { state in
                        if state.value == nil { state.reader = continuation }
                        return state.value
                    }
                    if let known { continuation.resume(returning: known) }
                }
            }
        }
    }
}
