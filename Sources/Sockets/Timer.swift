import Synchronization

/// A one-shot timer of a loop.
package final class Timer: @unchecked Sendable {  // ok: index and body are touched on the loop's thread only
    let deadline: UInt64
    var order: UInt64 = 0
    var index = -1
    private var body: (@Sendable () -> Void)?
    private let isCancelled = Atomic(false)
    private let loop: EventLoop

    init(deadline: UInt64, loop: EventLoop, body: @escaping @Sendable () -> Void) {
        self.deadline = deadline
        self.loop = loop
        self.body = body
    }

    /// Cancels the timer. From a thread other than the loop's, the body can already be running.
    package func cancel() {
        isCancelled.store(true, ordering: .relaxed)
        if loop.isCurrent {
            loop.timers.remove(self)
            body = nil
        } else {
            loop.execute { [self] in
                loop.timers.remove(self)
                body = nil
            }
        }
    }

    var isWanted: Bool { !isCancelled.load(ordering: .relaxed) }

    func fire() {
        let body = body
        self.body = nil
        if isWanted { body?() }
    }

    func precedes(_ other: Timer) -> Bool {
        deadline == other.deadline ? order < other.order : deadline < other.deadline
    }
}
