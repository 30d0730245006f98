import Glibc
import NavigationKit
public import Sessions
import Sockets
import Synchronization

/// Lines for the operator: faults, issues and security events at once on standard error, requests in batches on standard
/// output.
public final class Log: Sendable {
    private let output: @Sendable (_ lines: [UInt8], _ stream: Stream) -> Void
    private let time: any TimeSource
    private let batch = Mutex<[UInt8]>([])
    private static let largestBatch = 1_048_576
    private let issueCount = Atomic<Int>(0)
    private let limiter = Mutex(EventRateLimiter())

    /// The two streams of lines.
    package enum Stream: Sendable {
        /// Faults, issues and security events: standard error.
        case diagnostics
        /// The access log: standard output.
        case requests
    }

    /// - Parameter isQuiet: whether nothing is written, as in tests.
    public convenience init(isQuiet: Bool = false) {
        self.init { lines, stream in
            guard !isQuiet else { return }
            switch stream {
            case .diagnostics: Log.write(lines, to: STDERR_FILENO, patience: 0)
            case .requests: Log.write(lines, to: STDOUT_FILENO, patience: Log.patience)
            }
        }
    }

    /// A log that hands its lines to `output`, on any thread.
    package init(
        time: any TimeSource = SystemTime(),
        output: @escaping @Sendable (_ lines: [UInt8], _ stream: Stream) -> Void
    ) {
        self.time = time
        self.output = output
    }

    /// Writes one line now.
    public func write(_ message: String) {
        output(Log.visible(String(message.prefix(2_000))) + [UInt8(ascii: "\n")], .diagnostics)
    }

    /// Writes a line for a security event, unless ten of its kind were written within this second; the others are counted
    /// and the count is written afterwards.
    public func note(_ event: SecurityEvent) {
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

    /// Writes a mistake of an app.
    func write(_ issue: Misuse) {
        issueCount.wrappingAdd(1, ordering: .relaxed)
        write(issue.description)
    }

    /// Whether an app's mistake was written.
    var hasIssues: Bool { issueCount.load(ordering: .relaxed) > 0 }

    /// Notes a line of the access log; ``flush()`` writes it. When nobody takes the lines, the newest are dropped.
    func note(_ access: AccessLogLine) {
        let line = access.bytes
        batch.withLock { batch in
            if batch.count + line.count <= Log.largestBatch { batch += line }
        }
    }

    /// Writes the requests noted since the last time, and how many security events were not written.
    package func flush() {
        let now = time.now
        write(limiter.withLock { $0.takeSummaries(at: now) })
        let lines = batch.withLock { batch in
            defer { batch = [] }
            return batch
        }
        if !lines.isEmpty { output(lines, .requests) }
    }

    /// What came from outside must not look like a line of ours.
    private static func visible(_ text: String) -> [UInt8] {
        text.utf8.map { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\"") ? UInt8(ascii: "?") : $0 }
    }

    /// How long whoever reads the access log may keep it waiting, in milliseconds; then lines are dropped. A line that is
    /// written on an event loop waits for nobody: a log must not stop a server.
    private static let patience: Int32 = 100
    /// What a pipe that is ready takes at once (POSIX's PIPE_BUF), so that a blocking descriptor does not block.
    private static let piece = 4_096

    private static func write(_ bytes: [UInt8], to descriptor: Int32, patience: Int32) {
        var written = 0
        while written < bytes.count {
            var readiness = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            let ready = poll(&readiness, 1, patience)
            if ready < 0, errno == EINTR { continue }
            guard ready > 0 else { return }
            let count = bytes.withUnsafeBytes { buffer in
                Glibc.write(descriptor, buffer.baseAddress?.advanced(by: written), min(piece, buffer.count - written))
            }
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count > 0 else { return }
            written += count
        }
    }
}
