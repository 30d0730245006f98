@testable import Sockets

/// A value that several threads change, and that tasks can wait for.
final class Watched<Value: Sendable>: Sendable {
    private struct State {
        var value: Value
        var waiting: [(condition: @Sendable (Value) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []
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
        for (_, continuation) in fulfilled { continuation.resume() }
        return value
    }

    /// Waits until the value fulfils a condition.
    func wait(until condition: @escaping @Sendable (Value) -> Bool) async {
        await withCheckedContinuation { continuation in
            let isFulfilled = state.withLock { state in
                let isFulfilled = condition(state.value)
                if !isFulfilled { state.waiting.append((condition, continuation)) }
                return isFulfilled
            }
            if isFulfilled { continuation.resume() }
        }
    }
}
