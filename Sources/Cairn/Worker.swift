import Glibc
import HTTPProtocol
import Sockets

/// What the connections of one event loop share; it lives on that loop's thread.
final class Worker: @unchecked Sendable {  // ok: touched on its loop's thread only
    let loop: EventLoop
    var connections: [Int: HTTPConnection] = [:]
    private var lastIndex = 0
    private var second = 0
    private var dateBytes: [UInt8] = []

    init() throws(SocketError) { loop = try EventLoop() }

    func nextIndex() -> Int {
        lastIndex += 1
        return lastIndex
    }

    /// The value of `Date`, made once a second (RFC 9110 §6.6.1).
    func date() -> [UInt8] {
        let now = time(nil)
        if now != second {
            second = now
            dateBytes = HTTPDate.bytes(secondsSince1970: now)
        }
        return dateBytes
    }

    func drain() { for connection in connections.values { connection.drain() } }

    func closeAll() { for connection in connections.values { connection.closeNow() } }
}

extension EventLoop {
    /// Monotonic nanoseconds, asked of the clock and not of the loop's turn.
    var preciseNow: UInt64 {
        var moment = timespec()
        clock_gettime(CLOCK_MONOTONIC, &moment)
        return UInt64(moment.tv_sec) &* 1_000_000_000 &+ UInt64(moment.tv_nsec)
    }
}
