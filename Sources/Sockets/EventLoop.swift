import Glibc
import Synchronization
import SystemCalls

/// One thread that serves sockets, timers and jobs, and a task executor for that thread.
package final class EventLoop: TaskExecutor, @unchecked Sendable {  // ok: mutable state is thread-confined or locked
    let poller: Poller
    let foreign = Lock(CrossThreadQueue())
    let unsentBudget: UnsentBudget
    private let thread = Atomic<UInt>(0)
    private let launch = Launch()
    private let finished = Semaphore()
    private let hasStarted = Atomic(false)
    private let turnBeginning = Atomic<UInt64>(0)

    // The properties up to `readBuffer` are for the loop's thread only. Checks of exclusive access to those that each
    // iteration uses would cost 380 instructions a request.
    @exclusivity(unchecked) var queued: [UnownedJob] = []
    @exclusivity(unchecked) var running: [UnownedJob] = []
    @exclusivity(unchecked) var bodies: [@Sendable () -> Void] = []
    @exclusivity(unchecked) var timers = TimerHeap()
    var slots: [Slot] = []
    var registrations: UInt32 = 0
    var connections: [Connection] = []
    /// The number of `connections` without a listener.
    var outgoingCount = 0
    /// The listeners, including those that are paused for lack of capacity.
    var listeners: [Listener] = []
    @exclusivity(unchecked) var closed: [Connection] = []
    @exclusivity(unchecked) var nextSweep: UInt64?
    var turnTime: UInt64 = 0
    var isStopping = false
    private var hasMoreToDo = false
    let readBuffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 4096)

    /// Receives callbacks once per iteration, for all sockets. Must be set before the loop starts.
    package weak var delegate: (any EventLoopDelegate)?

    /// Creates a loop and its thread, which waits for `start()`.
    ///
    /// - Parameter unsentBudget: The budget of its connections, which other loops can share.
    package init(unsentBudget: UnsentBudget = UnsentBudget(limit: .max)) throws(SocketError) {
        self.unsentBudget = unsentBudget
        poller = try Poller()
        try startThread(named: "event-loop") { [launch] in launch.run() }
    }

    deinit {
        launch.begin(with: nil)
        readBuffer.deallocate()
    }

    /// Starts the loop on its thread. Further calls do nothing.
    package func start() {
        let isFirst = hasStarted.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing)
        if isFirst.exchanged { launch.begin(with: self) }
    }

    /// Requests the end of the loop: it closes its listeners and connections and calls their delegates. `join()` waits
    /// for it.
    package func stop() {
        execute { self.isStopping = true }
    }

    /// Waits until the loop has ended. Returns at once if it never started, and on the loop's own thread, which must
    /// not call it.
    package func join() {
        guard hasStarted.load(ordering: .acquiring), !isCurrent else { return }
        finished.wait()
        finished.signal()
    }

    /// True on the loop's thread.
    package var isCurrent: Bool {
        thread.load(ordering: .relaxed) == UInt(pthread_self())
    }

    /// The monotonic time in nanoseconds; on the loop's thread, the time at which the iteration began.
    package var now: UInt64 {
        isCurrent ? turnTime : SystemClock.monotonic
    }

    /// The monotonic time in nanoseconds, also in the middle of an iteration, in which a process can be stopped for long.
    package var exactNow: UInt64 { SystemClock.monotonic }

    /// The time at which the current iteration began, in the nanoseconds of `now`; `nil` while the loop waits
    /// or does not run. Callable from any thread.
    package var busySince: UInt64? {
        let beginning = turnBeginning.load(ordering: .relaxed)
        return beginning == 0 ? nil : beginning
    }

    /// Runs `body` on the loop after at least `duration`, unless the loop ends before or the timer is cancelled.
    /// Callable from any thread.
    @discardableResult
    package func schedule(after duration: Duration, _ body: @escaping @Sendable () -> Void) -> Timer {
        let (deadline, isTooFar) = SystemClock.monotonic.addingReportingOverflow(duration.nanoseconds)
        let timer = Timer(deadline: isTooFar ? .max : deadline, loop: self, body: body)
        if isCurrent {
            timers.insert(timer)
        } else {
            execute { self.timers.insert(timer) }
        }
        return timer
    }

    /// Makes the next iteration begin without waiting: it polls the sockets and calls the delegate to continue its
    /// work.
    package func continueWithoutWaiting() { hasMoreToDo = true }

    func run() {
        turnTime = SystemClock.monotonic
        thread.store(UInt(pthread_self()), ordering: .relaxed)
        while !isStopping {
            turnBeginning.store(0, ordering: .relaxed)
            let count = poller.wait(milliseconds: timeout)
            hasMoreToDo = false
            turnTime = SystemClock.monotonic
            turnBeginning.store(turnTime, ordering: .relaxed)
            for index in 0..<count { dispatch(poller.event(at: index)) }
            let delegate = delegate
            delegate?.eventLoopDidReadSockets(self)
            runJobs()
            runTimers()
            sweepIfDue()
            delegate?.eventLoopWillWait(self)
            reportClosed()
        }
        finish()
        turnBeginning.store(0, ordering: .relaxed)
        // The system can reuse this thread ID after the thread has ended, so clear it first.
        thread.store(0, ordering: .relaxed)
        forwardRemainingWork()
        finished.signal()
    }

    private var timeout: Int32 {
        guard queued.isEmpty, bodies.isEmpty, !hasMoreToDo else { return 0 }
        let next = min(timers.next ?? .max, nextSweep ?? .max)
        guard next != .max else { return -1 }
        let now = SystemClock.monotonic
        guard next > now else { return 0 }
        // Rounded up: after a wait that ends early, the loop would only wait again.
        return Int32(clamping: (next - now) / 1_000_000 + 1)
    }

    private func runTimers() {
        // Timers that are set by timers are later than `turnTime`, so they run in a later iteration.
        while let timer = timers.popDue(at: turnTime) { timer.fire() }
    }

    /// Closes all sources and runs the resulting jobs, which can write or close, until none are left, at most 1000
    /// times.
    private func finish() {
        for slot in slots { slot.source?.close() }
        for _ in 0..<1000 {
            reportClosed()
            takeForeignWork()
            if queued.isEmpty, bodies.isEmpty, closed.isEmpty { break }
            runJobs()
        }
        for slot in slots { slot.source?.close() }
        reportClosed()
        timers.removeAll()
        slots = []
    }
}

/// Passes the loop to its thread at the start. Before that, neither owns the other.
private final class Launch: Sendable {
    private let semaphore = Semaphore()
    private let loop = Lock<EventLoop?>(nil)

    func begin(with loop: EventLoop?) {
        self.loop.withLock { $0 = loop }
        semaphore.signal()
    }

    func run() {
        semaphore.wait()
        let loop = loop.withLock { slot in
            defer { slot = nil }
            return slot
        }
        loop?.run()
    }
}
