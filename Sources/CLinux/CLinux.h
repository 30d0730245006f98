// What Linux offers and Swift's Glibc module does not: declarations, and no code of ours but single instructions.
#pragma once

#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <linux/openat2.h>
#include <linux/sockios.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

// Declared by glibc only under _GNU_SOURCE, which Swift's Glibc module is built without.
extern int accept4(int, struct sockaddr *, socklen_t *, int);
extern int pthread_setname_np(pthread_t, const char *);
extern int pipe2(int ends[2], int flags);

// Brings what is soon read into the processor's caches; any address will do.
static inline void processor_prefetch(unsigned long address) { __builtin_prefetch((const void *)address); }

// How much of what was sent the peer's side has not taken yet; ioctl(2) is variadic, which Swift cannot call.
static inline int linux_untaken_bytes(int descriptor) {
    int count = 0;
    return ioctl(descriptor, SIOCOUTQ, &count) == 0 ? count : 0;
}

// RLIMIT_NOFILE is an enum whose Swift type differs between C libraries.
static inline int linux_get_descriptor_limit(struct rlimit *limit) { return getrlimit(RLIMIT_NOFILE, limit); }
static inline int linux_set_descriptor_limit(const struct rlimit *limit) { return setrlimit(RLIMIT_NOFILE, limit); }

// O_PATH, which needs _GNU_SOURCE, too.
static const int linux_path_only = __O_PATH;

// Opens what lies below a folder, following links only as long as they stay there; syscall(2) is variadic, too.
static inline int linux_open_beneath(int folder, const char *path, int flags) {
    struct open_how how = {
        .flags = (unsigned long long)flags, .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS};
    return (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
}
