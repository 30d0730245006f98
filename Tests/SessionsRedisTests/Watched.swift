@testable import Sockets

/// A value that several threads change, and that tasks can wait for.
final class Watched<Value: Sendable>: Sendable {
    private struct State {
        var value: Value
        var waiting: [Waiter] = []
        var lastNumber = 0
    }

    private struct Waiter {
        let number: Int
        let condition: @Sendable (Value) -> Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    private let state: Lock<State>

    init(_ value: Value) { state = Lock(State(value: value)) }

    var value: Value { state.withLock(\.value) }

    /// Changes the value and returns it.
    @discardableResult
    func change(_ body: (inout Value) -> Void) -> Value {
        let (value, fulfilled) = state.withLock { state in
            body(&state.value)
            let value = state.value
            let fulfilled = state.waiting.filter { $0.condition(value) }
            state.waiting.removeAll { $0.condition(value) }
            return (value, fulfilled)
        }
        for waiter in fulfilled { waiter.continuation.resume() }
        return value
    }

    /// Waits until the value fulfils a condition, or the time limit of the test cancels its task.
    func wait(until condition: @escaping @Sendable (Value) -> Bool) async {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    let isOver = Task.isCancelled || condition(state.value)
                    if !isOver {
                        state.waiting.append(Waiter(number: number, condition: condition, continuation: continuation))
                    }
                    return isOver
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            let cancelled = state.withLock { state in
                defer { state.waiting.removeAll { $0.number == number } }
                return state.waiting.first { $0.number == number }
            }
            cancelled?.continuation.resume()
        }
    }
}
