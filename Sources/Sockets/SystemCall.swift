import Glibc
import SystemCalls

/// The outcome of a non-blocking system call.
enum Outcome {
    case done(Int)
    case wouldBlock
    case failed(Int32)
}

/// Makes a non-blocking system call.
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
