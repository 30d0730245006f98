// Declarations of Linux that Swift's Glibc module lacks, and wrappers of at most a few statements.
#pragma once

#include <fcntl.h>
#include <malloc.h>
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
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// glibc declares these only under _GNU_SOURCE, which Swift's Glibc module does not define.
extern int accept4(int, struct sockaddr *, socklen_t *, int);
extern int pthread_setname_np(pthread_t, const char *);
extern int pipe2(int ends[2], int flags);

// Returns how many sent bytes the peer has not acknowledged (TCP), or the memory of those it has not read (Unix-domain
// socket); 0 on failure. ioctl(2) is variadic, and Swift cannot call it.
static inline int linux_untaken_bytes(int descriptor) {
    int count = 0;
    return ioctl(descriptor, SIOCOUTQ, &count) == 0 ? count : 0;
}

// RLIMIT_NOFILE is an enum, and its Swift type differs between C libraries.
static inline int linux_get_descriptor_limit(struct rlimit *limit) { return getrlimit(RLIMIT_NOFILE, limit); }
static inline int linux_set_descriptor_limit(const struct rlimit *limit) { return setrlimit(RLIMIT_NOFILE, limit); }

// EAI_NODATA also needs _GNU_SOURCE.
static const int linux_host_without_address = -5;

// O_PATH also needs _GNU_SOURCE.
static const int linux_path_only = __O_PATH;

// Opens a path below a folder; links and `..` must not lead out of it. syscall(2) is variadic: Swift cannot call it.
static inline int linux_open_beneath(int folder, const char *path, int flags) {
    struct open_how how = {
        .flags = (unsigned long long)flags, .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS};
    return (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
}

// Swift finds the members of timespec only if certain other files of the module are compiled together with the one that
// uses them.

// Returns the nanoseconds of a clock.
static inline unsigned long long linux_nanoseconds(clockid_t clock) {
    struct timespec time = {0};
    clock_gettime(clock, &time);
    return (unsigned long long)time.tv_sec * 1000000000ULL + (unsigned long long)time.tv_nsec;
}

// Returns the time of the last modification in nanoseconds since 1970; 0 for an earlier time.
static inline unsigned long long linux_modification_time(const struct stat *status) {
    if (status->st_mtim.tv_sec < 0) return 0;
    return (unsigned long long)status->st_mtim.tv_sec * 1000000000ULL + (unsigned long long)status->st_mtim.tv_nsec;
}

// Sets the time of the last modification of a file in `folder`, in nanoseconds since 1970. Follows no link.
static inline int linux_set_modification_time(int folder, const char *name, unsigned long long nanoseconds) {
    struct timespec times[2] = {
        {.tv_nsec = (1L << 30) - 2L},  // UTIME_OMIT, which needs _GNU_SOURCE
        {.tv_sec = (time_t)(nanoseconds / 1000000000ULL), .tv_nsec = (long)(nanoseconds % 1000000000ULL)}};
    return utimensat(folder, name, times, AT_SYMLINK_NOFOLLOW);
}
