#define _GNU_SOURCE
#include "CLazyBinding.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { max_muted = 4, max_frames = 32 };
static const char *muted[max_muted];

// Whether one of the functions that called this one belongs to a muted library.
static int is_muted(void) {
  void *frames[max_frames];
  int count = backtrace(frames, max_frames);
  for (int i = 0; i < count; i++) {
    Dl_info info;
    if (!dladdr(frames[i], &info) || !info.dli_fname) continue;
    for (int k = 0; k < max_muted && muted[k]; k++)
      if (strstr(info.dli_fname, muted[k])) return 1;
  }
  return 0;
}

static ssize_t write_text(void *cookie, const char *text, size_t count) {
  (void)cookie;
  return is_muted() ? (ssize_t)count : write(STDERR_FILENO, text, count);
}

void lazy_mute(const char *library) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&lock);
  int count = 0;
  while (count < max_muted && muted[count] && strcmp(muted[count], library)) count++;
  if (count < max_muted && !muted[count]) {
    muted[count] = library;
    FILE *stream = count ? NULL : fopencookie(NULL, "w", (cookie_io_functions_t){.write = write_text});
    // glibc lets stderr be assigned (The GNU C Library, 12.2).
    if (stream) {
      setvbuf(stream, NULL, _IONBF, 0);
      stderr = stream;
    }
  }
  pthread_mutex_unlock(&lock);
}
