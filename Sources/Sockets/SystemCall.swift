import Glibc
import SystemCalls

/// The outcome of a system call, or of a read or write with TLS.
enum Outcome {
    case done(Int)
    case wouldBlock
    case failed(Int32)
}

/// Makes a system call, and repeats it if a signal interrupts it (`EINTR`).
@inline(__always)
func attempt(_ call: () -> Int) -> Outcome {
    switch retryingInterrupts(call) {
    case .success(let result): .done(result)
    case .failure(EAGAIN), .failure(EWOULDBLOCK): .wouldBlock
    case .failure(let code): .failed(code)
    }
}

/// Makes a system call and returns its result, or throws ``SocketError`` if it fails.
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
