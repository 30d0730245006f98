// Tells the thread sanitizer what a contended Mutex does.
//
// Synchronization.Mutex takes a free lock in code that is compiled into the program, which the sanitizer sees. A lock
// that somebody waits for is handed over inside libswiftSynchronization, which it does not see, and it reports a race
// between two bodies that never ran at once. Loaded before the library, this says what is true: who returns from waiting
// comes after whoever let go. So no use of a Mutex has to be left out of the search.

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

// A program without the sanitizer has no such function, and needs none.
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
