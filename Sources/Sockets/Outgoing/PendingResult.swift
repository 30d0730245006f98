/// A result that one task awaits and that any thread provides. The first result counts, also if the task is cancelled.
final class PendingResult<Value: Sendable>: Sendable {
    private struct State {
        var result: Result<Value, SocketError>?
        var continuation: UnsafeContinuation<Void, any Error>?
        var cancel: (@Sendable () -> Void)?
    }

    private let operation: String
    private let address: String
    private let state = Lock(State())

    /// - Parameters:
    ///   - operation: the operation, for its errors.
    ///   - address: the address or name of the operation's object, for its errors.
    init(of operation: String, on address: String) {
        self.operation = operation
        self.address = address
    }

    /// True if there is a result.
    var isFinished: Bool { state.withLock { $0.result != nil } }

    /// Sets the result and resumes the waiting task. Callable from any thread.
    ///
    /// - Returns: `false` if there already is a result.
    @discardableResult
    func finish(with result: Result<Value, SocketError>) -> Bool {
        // The previous state is released outside the lock, because its closure can own objects that call `finish`.
        let previous = state.withLock { state in
            let previous = state
            if previous.result == nil { state = State(result: result) }
            return previous
        }
        guard previous.result == nil else { return false }
        previous.continuation?.resume()
        return true
    }

    /// Sets the result to an error with `code`, unless there already is a result.
    func fail(with code: SocketError.Code) {
        finish(with: .failure(SocketError(code, operation: operation, address: address)))
    }

    /// Sets the closure that releases the resources of a cancelled operation. It is called on the thread that cancels
    /// the task; at once if there already is a result, because the task can have been cancelled before.
    func onCancel(_ body: @escaping @Sendable () -> Void) {
        let isFinished = state.withLock { state in
            if state.result == nil { state.cancel = body }
            return state.result != nil
        }
        if isFinished { body() }
    }

    private func cancel() {
        let body = state.withLock(\.cancel)
        fail(with: .cancelled)
        body?()
    }

    /// Calls `begin`, which causes a result, and waits for it. If the task is cancelled, throws `cancelled` at
    /// once, without calling `begin` if it was cancelled before. Call it only once.
    func value(_ begin: () -> Void) async throws(SocketError) -> Value {
        await withTaskCancellationHandler {
            // Nothing throws here. The thread sanitizer's suppressions name the throwing function (.ci).
            try? await withUnsafeThrowingContinuation { continuation in
                let isFinished = state.withLock { state in
                    if state.result == nil { state.continuation = continuation }
                    return state.result != nil
                }
                if isFinished { continuation.resume() } else { begin() }
            }
        } onCancel: {
            cancel()
        }
        guard let result = state.withLock(\.result) else {
            throw SocketError(.cancelled, operation: operation, address: address)
        }
        return try result.get()
    }
}
