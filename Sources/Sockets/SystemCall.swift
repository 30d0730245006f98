import CLinux
import Glibc

/// The outcome of a non-blocking system call.
enum Outcome {
    case done(Int)
    case wouldBlock
    case failed(Int32)
}

/// Makes a system call, retries it on `EINTR`, and reads `errno` immediately after it.
@inline(__always)
func attempt(_ call: () -> Int) -> Outcome {
    while true {
        let result = call()
        if result >= 0 { return .done(result) }
        let code = errno
        if code == EINTR { continue }
        return code == EAGAIN || code == EWOULDBLOCK ? .wouldBlock : .failed(code)
    }
}

/// Makes a system call that is expected to succeed and returns its result.
@discardableResult
func require(
    _ operation: String, on address: SocketAddress? = nil, _ call: () -> Int32
) throws(SocketError) -> Int32 {
    switch attempt({ Int(call()) }) {
    case .done(let result): return Int32(truncatingIfNeeded: result)
    case .wouldBlock: throw SocketError(errno: EAGAIN, operation: operation, address: address)
    case .failed(let code): throw SocketError(errno: code, operation: operation, address: address)
    }
}

/// The monotonic clock in nanoseconds.
func monotonicNanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(bitPattern: Int64(time.tv_sec)) &* 1_000_000_000 &+ UInt64(bitPattern: Int64(time.tv_nsec))
}
