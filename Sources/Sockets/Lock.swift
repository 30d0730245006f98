import Glibc

/// A value behind a pthread mutex. Unlike with a `Mutex`, the thread sanitizer sees on Linux how it is handed over when
/// it is contended.
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
