// Preloaded into a server, sets its clock of the date ahead by the seconds in CLOCK_AHEAD. Other clocks stay.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

int clock_gettime(clockid_t clock, struct timespec *time) {
    static int (*original)(clockid_t, struct timespec *);
    if (!original) original = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    int result = original(clock, time);
    const char *ahead = getenv("CLOCK_AHEAD");
    if (result == 0 && clock == CLOCK_REALTIME && ahead) time->tv_sec += atol(ahead);
    return result;
}
