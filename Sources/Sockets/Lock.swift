import Glibc

/// A value behind a pthread mutex. Used instead of `Mutex`, because the thread sanitizer does not see how a contended
/// `Mutex` is handed over on Linux.
final class Lock<Value: Sendable>: @unchecked Sendable {  // ok: the value is touched only while the lock is held
    private var value: Value
    private let handle = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    init(_ value: Value) {
        self.value = value
        handle.initialize(to: pthread_mutex_t())
        pthread_mutex_init(handle, nil)
    }

    deinit {
        pthread_mutex_destroy(handle)
        handle.deallocate()
    }

    func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        pthread_mutex_lock(handle)
        defer { pthread_mutex_unlock(handle) }
        return try body(&value)
    }
}
