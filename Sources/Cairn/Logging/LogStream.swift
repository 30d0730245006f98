import Glibc
import SystemCalls

/// The two output streams of the built-in formats.
package enum LogStream: Sendable {
    /// Messages, issues and security events: standard error.
    case diagnostics
    /// The access log: standard output.
    case requests

    /// Maximum time that a piece of the access log waits for the reader, in milliseconds; then lines are dropped.
    /// Diagnostics can be written on event loops and never wait: a log must not block a server.
    private static let timeout: Int32 = 100
    /// A pipe that is ready accepts this many bytes (Linux's PIPE_BUF) without blocking, even on a blocking descriptor.
    private static let piece = 4_096

    /// Writes whole lines to the standard stream.
    ///
    /// - Returns: the number of bytes at the end that the reader did not take in time.
    func write(_ lines: [UInt8]) -> Int {
        switch self {
        case .diagnostics: Self.write(lines, to: STDERR_FILENO, timeout: 0)
        case .requests: Self.write(lines, to: STDOUT_FILENO, timeout: Self.timeout)
        }
    }

    private static func write(_ lines: [UInt8], to descriptor: Int32, timeout: Int32) -> Int {
        var rest = lines[...]
        while !rest.isEmpty {
            var readiness = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            guard case .success(1...) = retryingInterrupts({ Int(poll(&readiness, 1, timeout)) }) else {
                return rest.count
            }
            let next = nextPiece(of: rest)
            let result = retryingInterrupts {
                next.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            }
            switch result {
            case .success(let count) where count > 0: rest = rest.dropFirst(count)
            case .failure(EAGAIN): continue
            default: return rest.count
            }
        }
        return 0
    }

    /// Whole lines of at most ``piece`` bytes, so that dropped lines leave no part of a line behind; the beginning of a
    /// longer line.
    private static func nextPiece(of rest: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let part = rest.prefix(piece)
        guard part.count < rest.count, let end = part.lastIndex(of: UInt8(ascii: "\n")) else { return part }
        return part[...end]
    }
}
