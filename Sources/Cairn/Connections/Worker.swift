import CLinux
import HTTPProtocol
import Sockets

/// The state that the connections of one event loop share; used only on that loop's thread, except ``loop`` and
/// ``underWay``.
///
/// An iteration of the loop reads ready sockets, then handles requests, then writes responses. Running one phase
/// for many connections in a row keeps its code in the processor's caches.
final class Worker: EventLoopDelegate, @unchecked Sendable {  // ok: touched on its loop's thread only
    let loop: EventLoop
    // Without checks of exclusive access: one thread at a time uses this object. With the checks of all such
    // objects, a page takes 22 % more instructions, and an action 12 %.
    @exclusivity(unchecked) private var ready: [HTTPConnection] = []
    /// Connections whose time slice ended with requests or content left, in order; the first `resumed` of them have
    /// continued.
    @exclusivity(unchecked) private var continuing: [HTTPConnection] = []
    @exclusivity(unchecked) private var resumed = 0
    @exclusivity(unchecked) private var unflushed: [HTTPConnection] = []
    var connections: [Int: HTTPConnection] = [:]
    /// The storage of buffers that no connection uses now: an idle connection, or a silent live page, has none.
    @exclusivity(unchecked) var receiveBuffers = BufferPool(maxCapacity: 4 * 1024)
    @exclusivity(unchecked) var outputBuffers = BufferPool(maxCapacity: 16 * 1024)
    private var lastIndex = 0
    private var second = 0
    private var dateBytes: [UInt8] = []
    /// The counts of this loop; `nil` if no metrics are collected.
    let metrics: LoopMetrics?
    /// Generates the ids of requests.
    var requestIDs = RequestIDSource()
    /// The responses whose content is pushed.
    let pushed: PushSchedule

    init(
        unsentBudget: UnsentBudget = UnsentBudget(limit: .max), collectsMetrics: Bool = false
    ) throws(SocketError) {
        metrics = collectsMetrics ? LoopMetrics() : nil
        loop = try EventLoop(unsentBudget: unsentBudget)
        pushed = PushSchedule(on: loop)
        loop.delegate = self
    }

    /// Queues `connection` for parsing: bytes or the end have arrived, or unsent bytes were sent.
    func enqueueForParsing(_ connection: HTTPConnection) { ready.append(connection) }

    /// Queues `connection` for writing, or for a new deadline.
    func enqueueForFlush(_ connection: HTTPConnection) { unflushed.append(connection) }

    func eventLoopDidReadSockets(_ loop: EventLoop) {
        var index = 0
        while index < ready.count, index & 3 != 3 || !isOver(turnFrom: loop.now, after: Self.maxPartLength) {
            ready[index].beginTurn()
            index += 1
        }
        if index == ready.count { ready.removeAll(keepingCapacity: true) } else { ready.removeFirst(index) }
        resumeOne()
    }

    /// Time limit for reading sockets and handling requests in one iteration, checked once per four connections: 10 ms,
    /// in nanoseconds. The remaining connections continue after responses are written and sockets and timers are
    /// checked.
    private static let maxPartLength: UInt64 = 10_000_000

    /// Resumes one connection whose time slice had ended. The others wait until the sockets are checked again, so that
    /// several connections with expensive requests delay a new request by one time slice, not by one each.
    private func resumeOne() {
        guard resumed < continuing.count else { return }
        let connection = continuing[resumed]
        resumed += 1
        if resumed == continuing.count || resumed >= Self.maxResumed {
            continuing.removeFirst(resumed)
            resumed = 0
        }
        connection.resumeTurn()
    }

    /// Number of resumed entries after which the array is compacted.
    private static let maxResumed = 64

    func eventLoopWillWait(_ loop: EventLoop) {
        var index = 0
        while index < unflushed.count {
            unflushed[index].flush()
            index += 1
        }
        unflushed.removeAll(keepingCapacity: true)
        if let metrics { metrics.noteTurn(loop.exactNow &- loop.now) }
        if !continuing.isEmpty || !ready.isEmpty { loop.continueWithoutWaiting() }
    }

    /// Queues `connection` to continue after all that are already waiting.
    func continueLater(_ connection: HTTPConnection) { continuing.append(connection) }

    // MARK: - Time

    /// The last reading of the clock. Also used as the start of the next time slice, to read the clock less often.
    @exclusivity(unchecked) private var lastLook: UInt64 = 0

    /// True if a time slice that began at `beginning` is used up.
    func isOver(turnFrom beginning: UInt64, after longest: UInt64 = Worker.maxTurn) -> Bool {
        lastLook = loop.exactNow
        return lastLook &- beginning > longest
    }

    /// The approximate start of a time slice: the last reading of the clock in this iteration.
    var turnBeginning: UInt64 { max(lastLook, loop.now) }

    /// Time after which a time slice ends with its current request: 2 ms, in nanoseconds. A connection with expensive
    /// requests delays others by at most this time and one request.
    private static let maxTurn: UInt64 = 2_000_000

    func nextIndex() -> Int {
        lastIndex += 1
        return lastIndex
    }

    /// The value of `Date`, formatted at most once per second (RFC 9110 §6.6.1).
    func date(at now: Int = time(nil)) -> [UInt8] {
        if now != second {
            second = now
            dateBytes = HTTPDate.bytes(secondsSince1970: now)
        }
        return dateBytes
    }

    // MARK: - Tasks

    @exclusivity(unchecked) private var free: [RequestTask] = []
    @exclusivity(unchecked) private var isClosing = false

    /// Answers `request` with a pooled task, usually immediately if the handler does not suspend.
    ///
    /// - Returns: the task; `nil` after ``closeAll()``; then the connection is closed.
    func answer(
        _ request: Request, with upload: MultipartUpload? = nil, on connection: HTTPConnection, for site: Site
    ) -> RequestTask? {
        // A new task adds itself to `free`.
        if free.isEmpty { _ = RequestTask(site: site, loop: loop) { self.keep($0) } }
        // `free` is empty here only after `closeAll()`.
        guard let task = free.popLast() else {
            connection.closeNow()
            return nil
        }
        underWay.begin(request)
        task.answer(request, with: upload, on: connection)
        loop.runQueuedJobs()
        underWay.end()
        return task
    }

    /// The requests in progress, which the watchdog reads while the loop is blocked.
    let underWay = RequestsUnderWay()

    /// Returns a task to the pool.
    ///
    /// - Returns: false if the worker is closing or the pool is full.
    private func keep(_ task: RequestTask) -> Bool {
        guard !isClosing, free.count < Self.maxFreeTasks else { return false }
        free.append(task)
        return true
    }

    /// Maximum number of pooled tasks. Many slow requests at once need more tasks, which would only hold memory
    /// afterwards.
    private static let maxFreeTasks = 64

    // MARK: - Stopping

    func drain() { for connection in connections.values { connection.drain() } }

    func closeAll() {
        for connection in connections.values { connection.closeNow() }
        isClosing = true
        let tasks = free
        free = []
        for task in tasks { task.end() }
    }
}
