// Describes a contended Mutex to the thread sanitizer.
//
// Synchronization.Mutex takes a free lock in code that is compiled into the program, which the sanitizer sees. A
// contended lock is handed over inside libswiftSynchronization, which is not instrumented, so the sanitizer reports a
// race between two critical sections that never overlapped. This library is preloaded and adds the missing edge:
// unlocking happens before the waiter returns. So no use of a Mutex has to be suppressed.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

typedef SWIFT void LockSlow(uint32_t thread, SELF void *handle);
typedef SWIFT void UnlockSlow(SELF void *handle);
SWIFT void lockSlow(uint32_t thread, SELF void *handle) __asm__(LOCK);
SWIFT void unlockSlow(SELF void *handle) __asm__(UNLOCK);

// A program without the sanitizer does not have these functions and does not need them.
static void tell(const char *sanitizer, void *handle) {
    void (*function)(void *) = (void (*)(void *))dlsym(RTLD_DEFAULT, sanitizer);
    if (function) function(handle);
}

SWIFT void lockSlow(uint32_t thread, SELF void *handle) {
    LockSlow *wait = (LockSlow *)dlsym(RTLD_NEXT, LOCK);
    wait(thread, handle);
    tell("__tsan_acquire", handle);
}

SWIFT void unlockSlow(SELF void *handle) {
    UnlockSlow *wake = (UnlockSlow *)dlsym(RTLD_NEXT, UNLOCK);
    tell("__tsan_release", handle);
    wake(handle);
}
