import CLinux
import Glibc
import HTTPProtocol
import Sockets

/// What the connections of one event loop share; it lives on that loop's thread.
///
/// A turn of the loop reads all sockets, then answers all requests, then writes all answers: each of the three is a
/// different part of the program, and running it for many connections in a row keeps it in the processor's caches.
final class Worker: EventLoopDelegate, @unchecked Sendable {  // ok: touched on its loop's thread only
    let loop: EventLoop
    @exclusivity(unchecked) private var ready: [HTTPConnection] = []
    /// Connections whose turn ended before their requests did, in order; the first `resumed` of them have gone on.
    @exclusivity(unchecked) private var continuing: [HTTPConnection] = []
    @exclusivity(unchecked) private var resumed = 0
    @exclusivity(unchecked) private var unflushed: [HTTPConnection] = []
    var connections: [Int: HTTPConnection] = [:]
    private var lastIndex = 0
    private var second = 0
    private var dateBytes: [UInt8] = []

    init(unsentBudget: UnsentBudget = UnsentBudget(limit: .max)) throws(SocketError) {
        loop = try EventLoop(unsentBudget: unsentBudget)
        loop.delegate = self
    }

    /// Bytes have arrived on `connection`.
    func didRead(_ connection: HTTPConnection) { ready.append(connection) }

    /// `connection` has something to write or another deadline.
    func mustFlush(_ connection: HTTPConnection) { unflushed.append(connection) }

    func eventLoopDidReadSockets(_ loop: EventLoop) {
        // By index: what is added meanwhile has its turn too.
        var index = 0
        while index < ready.count, index & 3 != 3 || !isOver(turnFrom: loop.now, after: Self.longestPart) {
            ready[index].beginTurn()
            index += 1
        }
        if index == ready.count { ready.removeAll(keepingCapacity: true) } else { ready.removeFirst(index) }
        resumeOne()
    }

    /// 10 ms: then responses are written and sockets and timers are looked at, before the other connections that are ready
    /// have their turn. The clock is read once for four connections.
    private static let longestPart: UInt64 = 10_000_000

    /// Resumes one of the connections that ended their turn. Others wait until the sockets were looked at again, so that
    /// several connections with expensive requests delay a new request by one turn and not by one for each.
    private func resumeOne() {
        guard resumed < continuing.count else { return }
        let connection = continuing[resumed]
        resumed += 1
        if resumed == continuing.count || resumed >= Self.mostResumed {
            continuing.removeFirst(resumed)
            resumed = 0
        }
        connection.resumeTurn()
    }

    /// The array is moved up once for so many, and not for each.
    private static let mostResumed = 64

    func eventLoopWillWait(_ loop: EventLoop) {
        var index = 0
        while index < unflushed.count {
            unflushed[index].flush()
            index += 1
        }
        unflushed.removeAll(keepingCapacity: true)
        if !continuing.isEmpty || !ready.isEmpty { loop.continueWithoutWaiting() }
    }

    /// Has `connection` go on in a later turn of the loop: behind all that are ready, and behind those that wait already.
    func continueLater(_ connection: HTTPConnection) { continuing.append(connection) }

    // MARK: - Time

    /// When a connection's turn began, or the clock was last looked at: a turn of one request costs no call of the clock.
    @exclusivity(unchecked) private var lastLook: UInt64 = 0

    /// Whether a turn that began at `beginning` has taken long enough.
    func isOver(turnFrom beginning: UInt64, after longest: UInt64 = Worker.longestTurn) -> Bool {
        lastLook = loop.preciseNow
        return lastLook &- beginning > longest
    }

    /// About when the turn of a connection begins: at the last look at the clock in this turn of the loop.
    var turnBeginning: UInt64 { max(lastLook, loop.now) }

    /// 2 ms: a connection with expensive requests delays others by about as much, or by one request.
    private static let longestTurn: UInt64 = 2_000_000

    func nextIndex() -> Int {
        lastIndex += 1
        return lastIndex
    }

    /// The value of `Date`, made once a second (RFC 9110 §6.6.1).
    func date(at now: Int = time(nil)) -> [UInt8] {
        if now != second {
            second = now
            dateBytes = HTTPDate.bytes(secondsSince1970: now)
        }
        return dateBytes
    }

    // MARK: - Tasks

    @exclusivity(unchecked) private var free: [AnsweringTask] = []
    @exclusivity(unchecked) private var isClosing = false

    /// Has a task answer `request`, at once if nothing has to be waited for. - Returns: the task.
    func answer(
        _ request: Request, with upload: Upload? = nil, on connection: HTTPConnection, for site: Site
    ) -> AnsweringTask? {
        // A new one puts itself among those that are free.
        if free.isEmpty { _ = AnsweringTask(site: site, worker: self) }
        // There is none only while the server stops.
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

    /// The requests under way, which the watchdog reads while the loop is blocked.
    let underWay = RequestsUnderWay()

    /// Keeps a task that is free for the next request. - Returns: whether there will be one, and few enough are kept.
    func keep(_ task: AnsweringTask) -> Bool {
        guard !isClosing, free.count < Self.mostFreeTasks else { return false }
        free.append(task)
        return true
    }

    /// Many slow requests at once need many tasks; afterwards they would only hold memory.
    private static let mostFreeTasks = 64

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

extension EventLoop {
    /// Monotonic nanoseconds, asked of the clock and not of the loop's turn.
    var preciseNow: UInt64 {
        var moment = timespec()
        clock_gettime(CLOCK_MONOTONIC, &moment)
        return UInt64(moment.tv_sec) &* 1_000_000_000 &+ UInt64(moment.tv_nsec)
    }
}
