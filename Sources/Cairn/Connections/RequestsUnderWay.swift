import HTTPProtocol
import Synchronization

/// The requests that a loop is processing, for the watchdog, which reads them while the loop is blocked.
///
/// `begin` costs an uncontended lock, `end` an atomic store; the current request stays recorded until the next one
/// begins. Suspended requests, and those whose body is being sent, are recorded separately, since a handler can block
/// its loop after it resumes.
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

    /// Records that the request of `connection` is suspended, or its body is being sent.
    func add(_ request: Request, of connection: AnyObject) {
        state.withLock { $0.waiting[ObjectIdentifier(connection)] = request }
    }

    func remove(_ connection: AnyObject) {
        state.withLock { _ = $0.waiting.removeValue(forKey: ObjectIdentifier(connection)) }
    }

    /// The requests that can be blocking the loop: the running one; if there is none, all that were passed to
    /// ``add(_:of:)``, any of which can have resumed.
    var suspects: [Request] {
        let isInside = isInside.load(ordering: .acquiring)
        return state.withLock { state in
            if isInside, let current = state.current { return [current] }
            return Array(state.waiting.values)
        }
    }
}
