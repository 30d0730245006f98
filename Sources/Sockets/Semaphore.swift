import Glibc
import SystemCalls

/// A counting semaphore (POSIX sem_t).
final class Semaphore: @unchecked Sendable {  // ok: sem_post and sem_wait may be called from any thread
    private let handle = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    init() {
        handle.initialize(to: sem_t())
        sem_init(handle, 0, 0)
    }

    deinit {
        sem_destroy(handle)
        handle.deallocate()
    }

    func signal() {
        sem_post(handle)
    }

    func wait() {
        _ = retryingInterrupts { Int(sem_wait(handle)) }
    }
}
