import Glibc
import HTTPProtocol
import NavigationKit
import Synchronization

/// Lines for the operator: faults and issues at once on standard error, requests in batches on standard output.
public final class Log: Sendable {
    private let isQuiet: Bool
    private let batch = Mutex<[UInt8]>([])
    private static let largestBatch = 1_048_576
    private let issueCount = Atomic<Int>(0)

    /// - Parameter isQuiet: whether nothing is written, as in tests.
    public init(isQuiet: Bool = false) { self.isQuiet = isQuiet }

    /// Writes one line now.
    public func write(_ message: String) {
        guard !isQuiet else { return }
        Log.write(Log.visible(String(message.prefix(2_000))) + [UInt8(ascii: "\n")], to: STDERR_FILENO, patience: 0)
    }

    /// Writes a mistake of an app.
    func write(_ issue: Misuse) {
        issueCount.wrappingAdd(1, ordering: .relaxed)
        write(issue.description)
    }

    /// Whether an app's mistake was written.
    var hasIssues: Bool { issueCount.load(ordering: .relaxed) > 0 }

    /// Notes a request; ``flush()`` writes it. When nobody takes the lines, the newest are dropped.
    func note(_ request: Request, _ response: Response, from address: String, date: [UInt8], microseconds: UInt64) {
        var line = Array(address.utf8)
        line += Array(" [".utf8) + date + Array("] \"".utf8)
        line += Array(request.method.name.utf8) + [UInt8(ascii: " ")] + Log.visible(request.target)
        line += Array("\" \(response.status.code) \(response.contentLength) \(microseconds)us\n".utf8)
        batch.withLock { batch in
            if batch.count + line.count <= Log.largestBatch { batch += line }
        }
    }

    /// Writes the requests noted since the last time.
    func flush() {
        let lines = batch.withLock { batch in
            defer { batch = [] }
            return batch
        }
        if !lines.isEmpty, !isQuiet { Log.write(lines, to: STDOUT_FILENO, patience: Log.patience) }
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
