import Glibc
import NavigationKit
package import Sessions
import Sockets
import Synchronization
import SystemCalls

/// The log: messages, issues and security events go to standard error at once; requests go to standard output in
/// batches.
public final class Log: Sendable {
    private let output: @Sendable (_ lines: [UInt8], _ stream: Stream) -> Void
    private let time: any TimeSource
    private let batch = Mutex<[UInt8]>([])
    /// Held by a flush from taking the batch to the end of writing it. Adding a line does not wait for it.
    private let writing = Mutex<Void>(())
    private static let largestBatch = 1_048_576
    private let issueCount = Atomic<Int>(0)
    private let limiter = Mutex(EventRateLimiter())

    /// The two output streams.
    package enum Stream: Sendable {
        /// Messages, issues and security events: standard error.
        case diagnostics
        /// The access log: standard output.
        case requests
    }

    /// - Parameter isQuiet: true to write nothing, such as in tests.
    public convenience init(isQuiet: Bool = false) {
        self.init { lines, stream in
            guard !isQuiet else { return }
            switch stream {
            case .diagnostics: Log.write(lines, to: STDERR_FILENO, timeout: 0)
            case .requests: Log.write(lines, to: STDOUT_FILENO, timeout: Log.timeout)
            }
        }
    }

    /// A log that passes its lines to `output`, on any thread.
    package init(
        time: any TimeSource = SystemTime(),
        output: @escaping @Sendable (_ lines: [UInt8], _ stream: Stream) -> Void
    ) {
        self.time = time
        self.output = output
    }

    /// Writes a line immediately, of at most 2,000 characters. Drops it if standard error is not ready.
    public func write(_ message: String) {
        output(Log.visible(String(message.prefix(2_000))) + [UInt8(ascii: "\n")], .diagnostics)
    }

    /// Writes a line for a security event, at most ten per kind and second. Further events are counted, and the count
    /// is written afterwards.
    package func note(_ event: SecurityEvent) {
        let now = time.now
        let (summaries, isAdmitted) = limiter.withLock { limiter in
            (limiter.takeSummaries(at: now), limiter.admits(event.kind, at: now))
        }
        write(summaries)
        guard isAdmitted else { return }
        let network = event.network.map { " from " + SocketAddress.name(ofNetwork: $0) } ?? ""
        write("security \(event.kind.rawValue)\(network): \(event.detail)")
    }

    private func write(_ summaries: [EventRateLimiter.Summary]) {
        for summary in summaries {
            write("security \(summary.kind.rawValue): and \(summary.count) more within a second")
        }
    }

    /// Writes a diagnostic of an app; ``hasIssues`` is then true.
    func write(_ issue: Diagnostic) {
        issueCount.wrappingAdd(1, ordering: .relaxed)
        write(issue.description)
    }

    /// True if a diagnostic was written.
    var hasIssues: Bool { issueCount.load(ordering: .relaxed) > 0 }

    /// Buffers a line of the access log until ``flush()``. If the buffer is full, new lines are dropped.
    func note(_ access: AccessLogLine) {
        let line = access.bytes
        batch.withLock { batch in
            if batch.count + line.count <= Log.largestBatch { batch += line }
        }
    }

    /// Writes the buffered access log, and the counts of suppressed security events whose second is over.
    ///
    /// Waits for a flush on another thread, so that all lines are written when the last flush of a process returns, and
    /// batches keep their order.
    package func flush() {
        let now = time.now
        write(limiter.withLock { $0.takeSummaries(at: now) })
        writing.withLock { _ in
            let lines = batch.withLock { batch in
                defer { batch = [] }
                return batch
            }
            if !lines.isEmpty { output(lines, .requests) }
        }
    }

    /// Replaces ASCII control characters and quotation marks, so that external text cannot forge a log line.
    private static func visible(_ text: String) -> [UInt8] {
        text.utf8.map { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\"") ? UInt8(ascii: "?") : $0 }
    }

    /// Maximum time that a piece of the access log waits for the reader, in milliseconds; then lines are dropped.
    /// Diagnostics can be written on event loops and never wait: a log must not block a server.
    private static let timeout: Int32 = 100
    /// A pipe that is ready accepts this many bytes (Linux's PIPE_BUF) without blocking, even on a blocking descriptor.
    private static let piece = 4_096

    private static func write(_ bytes: [UInt8], to descriptor: Int32, timeout: Int32) {
        var written = 0
        while written < bytes.count {
            var readiness = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            guard case .success(1...) = retryingInterrupts({ Int(poll(&readiness, 1, timeout)) }) else { return }
            let result = retryingInterrupts {
                bytes.withUnsafeBytes { buffer in
                    Glibc.write(
                        descriptor, buffer.baseAddress?.advanced(by: written), min(piece, buffer.count - written))
                }
            }
            switch result {
            case .success(let count) where count > 0: written += count
            case .failure(EAGAIN): continue
            default: return
            }
        }
    }
}
