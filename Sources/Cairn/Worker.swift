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
    @exclusivity(unchecked) private var unflushed: [HTTPConnection] = []
    var connections: [Int: HTTPConnection] = [:]
    private var lastIndex = 0
    private var second = 0
    private var dateBytes: [UInt8] = []

    init() throws(SocketError) {
        loop = try EventLoop()
        loop.delegate = self
    }

    /// Bytes have arrived on `connection`.
    func didRead(_ connection: HTTPConnection) { ready.append(connection) }

    /// `connection` has something to write or another deadline.
    func mustFlush(_ connection: HTTPConnection) { unflushed.append(connection) }

    func eventLoopDidReadSockets(_ loop: EventLoop) {
        // By index: what is added meanwhile has its turn too.
        var index = 0
        while index < ready.count {
            ready[index].beginTurn()
            index += 1
        }
        ready.removeAll(keepingCapacity: true)
    }

    func eventLoopWillWait(_ loop: EventLoop) {
        var index = 0
        while index < unflushed.count {
            unflushed[index].flush()
            index += 1
        }
        unflushed.removeAll(keepingCapacity: true)
    }

    /// Lets `connection` go on in the next turn, after others.
    func continueLater(_ connection: HTTPConnection) {
        loop.schedule(after: 0) { connection.beginTurn() }
    }

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

    /// Has a task answer `request`, at once if nothing has to be waited for.
    func answer(_ request: Request, with upload: Upload? = nil, on connection: HTTPConnection, for site: Site) {
        // A new one puts itself among those that are free.
        if free.isEmpty { _ = AnsweringTask(site: site, worker: self) }
        // There is none only while the server stops.
        guard let task = free.popLast() else { return connection.closeNow() }
        task.answer(request, with: upload, on: connection)
        loop.runQueuedJobs()
    }

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
