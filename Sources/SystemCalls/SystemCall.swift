public import Glibc

/// The outcome of a system call: its result, which is not negative, or the `errno` of its failure.
@usableFromInline package enum SystemCallResult {
    case success(Int)
    case failure(Int32)
}

/// Makes a system call that returns a negative number on failure, retries it on `EINTR`, and reads `errno` immediately
/// after it.
@inlinable @inline(__always)
package func retryingInterrupts(_ call: () -> Int) -> SystemCallResult {
    while true {
        let result = call()
        if result >= 0 { return .success(result) }
        let code = errno
        if code != EINTR { return .failure(code) }
    }
}
