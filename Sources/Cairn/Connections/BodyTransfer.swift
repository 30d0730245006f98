import HTTPProtocol
import Sockets

/// A response body that a task sends after the head; used only on its connection's loop.
final class BodyTransfer: @unchecked Sendable {  // ok: its loop's thread only
    /// The entry of the access log, if it is written at the end because the length is unknown before.
    struct LogEntry {
        let request: Request
        let response: Response
        let began: UInt64
        let client: SocketAddress?
    }

    var task: Task<Void, Never>?
    var logEntry: LogEntry?
    /// The number of content octets that a ``BodyWriter`` has written so far.
    var byteCount = 0
    private var waiting: [UnsafeContinuation<Void, Never>] = []

    /// Suspends until ``resume()``.
    func suspend() async { await withUnsafeContinuation { waiting.append($0) } }

    /// Resumes all calls of ``suspend()``: after a drain of the connection, in the next time slice, or at the end.
    func resume() {
        let resumed = waiting
        waiting = []
        for continuation in resumed { continuation.resume() }
    }

    /// Ends the transfer, because the connection is closed.
    func cancel() {
        task?.cancel()
        resume()
    }
}
