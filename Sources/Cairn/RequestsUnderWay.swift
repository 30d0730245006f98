import HTTPProtocol
import Synchronization

/// The requests that a loop is at, for a thread that looks while the loop is blocked.
///
/// Beginning costs a request one uncontended lock, ending a plain store; the request stays noted until the next one begins.
/// Those that wait are noted apart, since a handler may block its loop only after it has waited.
final class RequestsUnderWay: Sendable {
    private struct State {
        var current: Request?
        var waiting: [ObjectIdentifier: Request] = [:]
    }

    private let state = Mutex(State())
    private let isInside = Atomic(false)

    func begin(_ request: Request) {
        state.withLock { $0.current = request }
        isInside.store(true, ordering: .releasing)
    }

    func end() { isInside.store(false, ordering: .releasing) }

    /// Notes that the request of `connection` has to wait.
    func add(_ request: Request, of connection: AnyObject) {
        state.withLock { $0.waiting[ObjectIdentifier(connection)] = request }
    }

    func remove(_ connection: AnyObject) {
        state.withLock { _ = $0.waiting.removeValue(forKey: ObjectIdentifier(connection)) }
    }

    /// The request that runs now, or those that have waited and may be running again.
    var suspects: [Request] {
        let isInside = isInside.load(ordering: .acquiring)
        return state.withLock { state in
            if isInside, let current = state.current { return [current] }
            return Array(state.waiting.values)
        }
    }
}
