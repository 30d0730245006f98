import Glibc
import Synchronization

/// One thread that waits for sockets, timers and jobs, and the executor of the tasks that prefer it.
public final class EventLoop: TaskExecutor, @unchecked Sendable {  // ok: mutable state is the thread's own, or locked
    let poller: Poller
    let foreign = Lock(ForeignWork())
    let unsentBudget: UnsentBudget
    private let thread = Atomic<UInt>(0)
    private let launch = Launch()
    private let finished = Semaphore()
    private let hasStarted = Atomic(false)
    private let turnBeginning = Atomic<UInt64>(0)

    // From here on only the loop's thread looks.
    @exclusivity(unchecked) var queued: [UnownedJob] = []
    @exclusivity(unchecked) var running: [UnownedJob] = []
    var bodies: [@Sendable () -> Void] = []
    var timers = TimerHeap()
    var slots: [Slot] = []
    var registrations: UInt32 = 0
    var connections: [Connection] = []
    /// Those that wait for newcomers, or for room.
    var listeners: [Listener] = []
    var closed: [Connection] = []
    var nextSweep: UInt64?
    var turnTime: UInt64 = 0
    var isStopping = false
    private var hasMoreToDo = false
    let readBuffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 4096)

    /// Who does what is done once for all sockets of a turn; set before the loop starts.
    public weak var delegate: (any EventLoopDelegate)?

    /// Makes a loop and its thread, which waits for `start()`.
    ///
    /// - Parameter unsentBudget: the budget that its connections share with those of other loops.
    public init(unsentBudget: UnsentBudget = UnsentBudget(limit: .max)) throws(SocketError) {
        self.unsentBudget = unsentBudget
        poller = try Poller()
        try startThread(named: "event-loop") { [launch] in launch.run() }
    }

    deinit {
        launch.begin(with: nil)
        readBuffer.deallocate()
    }

    /// Lets the thread run; further calls do nothing.
    public func start() {
        let isFirst = hasStarted.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing)
        if isFirst.exchanged { launch.begin(with: self) }
    }

    /// Asks the thread to end: its connections are closed and their delegates told. `join()` waits for it.
    public func stop() {
        execute { self.isStopping = true }
    }

    /// Waits until the thread has ended; at once if it never started. Not for the loop's own thread.
    public func join() {
        guard hasStarted.load(ordering: .acquiring), !isCurrent else { return }
        finished.wait()
        finished.signal()
    }

    /// Whether the caller is on the loop's thread.
    public var isCurrent: Bool {
        thread.load(ordering: .relaxed) == UInt(pthread_self())
    }

    /// Monotonic nanoseconds; on the loop's thread those of the beginning of its turn.
    public var now: UInt64 {
        isCurrent ? turnTime : monotonicNanoseconds()
    }

    /// When the turn that runs now began, in the nanoseconds of `now`; `nil` while the loop waits. From any thread.
    public var busySince: UInt64? {
        let beginning = turnBeginning.load(ordering: .relaxed)
        return beginning == 0 ? nil : beginning
    }

    /// Does something later on the loop, not before `nanoseconds` have passed; from any thread.
    @discardableResult
    public func schedule(after nanoseconds: UInt64, _ body: @escaping @Sendable () -> Void) -> Timer {
        let (deadline, isTooFar) = monotonicNanoseconds().addingReportingOverflow(nanoseconds)
        let timer = Timer(deadline: isTooFar ? .max : deadline, loop: self, body: body)
        if isCurrent {
            timers.insert(timer)
        } else {
            execute { self.timers.insert(timer) }
        }
        return timer
    }

    /// Has the next turn begin without waiting: sockets are looked at, and the delegate goes on with what it left undone.
    public func continueWithoutWaiting() { hasMoreToDo = true }

    func run() {
        turnTime = monotonicNanoseconds()
        thread.store(UInt(pthread_self()), ordering: .relaxed)
        while !isStopping {
            turnBeginning.store(0, ordering: .relaxed)
            let count = poller.wait(milliseconds: timeout)
            hasMoreToDo = false
            turnTime = monotonicNanoseconds()
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
        // Before the system may give this identity to another thread.
        thread.store(0, ordering: .relaxed)
        forwardRemainingWork()
        finished.signal()
    }

    private var timeout: Int32 {
        guard queued.isEmpty, bodies.isEmpty, !hasMoreToDo else { return 0 }
        let next = min(timers.next ?? .max, nextSweep ?? .max)
        guard next != .max else { return -1 }
        let now = monotonicNanoseconds()
        guard next > now else { return 0 }
        // Rounded up: a wait that ends early would only be followed by another.
        return Int32(clamping: (next - now) / 1_000_000 + 1)
    }

    private func runTimers() {
        // Those that are set meanwhile are later than this turn's time and wait for the next.
        while let timer = timers.popDue(at: turnTime) { timer.fire() }
    }

    /// Closing may make tasks run, which may write or close; so it goes on until nothing is left, within reason.
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

/// Hands the loop to its thread without either owning the other before the start.
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
