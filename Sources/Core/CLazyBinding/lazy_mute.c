#define _GNU_SOURCE
#include "CLazyBinding.h"

#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { max_muted = 4, max_frames = 32 };
// Filled from the start, one at a time, and never emptied. Other threads read it without the lock.
static const char *muted[max_muted];

static const char *muted_library(int index) { return __atomic_load_n(&muted[index], __ATOMIC_ACQUIRE); }

// Whether a function of a muted library is on the call stack.
static int is_muted(void) {
  void *frames[max_frames];
  int count = backtrace(frames, max_frames);
  for (int i = 0; i < count; i++) {
    Dl_info info;
    if (!dladdr(frames[i], &info) || !info.dli_fname) continue;
    for (int k = 0; k < max_muted && muted_library(k); k++)
      if (strstr(info.dli_fname, muted_library(k))) return 1;
  }
  return 0;
}

// fopencookie wants the number of bytes that were taken, and never a negative one.
static ssize_t write_text(void *cookie, const char *text, size_t count) {
  (void)cookie;
  if (is_muted()) return (ssize_t)count;
  size_t written = 0;
  while (written < count) {
    ssize_t part = write(STDERR_FILENO, text + written, count - written);
    if (part > 0) written += (size_t)part;
    else if (part == 0 || errno != EINTR) break;
  }
  return (ssize_t)written;
}

void lazy_mute(const char *library) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&lock);
  int count = 0;
  while (count < max_muted && muted[count] && strcmp(muted[count], library)) count++;
  if (count < max_muted && !muted[count]) {
    __atomic_store_n(&muted[count], library, __ATOMIC_RELEASE);
    FILE *stream = count ? NULL : fopencookie(NULL, "w", (cookie_io_functions_t){.write = write_text});
    if (stream) {
      setvbuf(stream, NULL, _IONBF, 0);
      // glibc lets stderr be assigned (The GNU C Library, 12.2). It happens once, with a stream that is ready, and both
      // streams stay open and write to the same descriptor. So a thread that uses the old one meanwhile loses nothing.
      __atomic_store_n(&stderr, stream, __ATOMIC_RELEASE);
    }
  }
  pthread_mutex_unlock(&lock);
}
