/* The time of day and year of the processes it is loaded into (LD_PRELOAD) is CLOCK_AHEAD seconds ahead. Clocks that only ever count
   stay as they are. Debian's libfaketime does more, and too much: a signal that interrupts its waiting sees the true time, so that
   PostgreSQL's time-outs, which live in a signal's handler, never come; browsers do not stand it either. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

static int (*true_clock)(clockid_t, struct timespec *);
static time_t ahead;

__attribute__((constructor)) static void begin(void) {
  const char *given = getenv("CLOCK_AHEAD");
  ahead = given ? atol(given) : 0;
  true_clock = dlsym(RTLD_NEXT, "clock_gettime");
}

int clock_gettime(clockid_t clock, struct timespec *at) {
  if (!true_clock) begin();
  int result = true_clock(clock, at);
  if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) at->tv_sec += ahead;
  return result;
}

int gettimeofday(struct timeval *at, void *zone) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  at->tv_sec = now.tv_sec;
  at->tv_usec = now.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *at) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (at) *at = now.tv_sec;
  return now.tv_sec;
}
