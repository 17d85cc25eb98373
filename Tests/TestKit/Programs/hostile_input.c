// A library for LD_PRELOAD. When a command reads a file called `hostile.*`, whoever made the file has taken over: the
// attempts are made in the thread that reads it, and the command goes on.
//
// HOSTILE_FOLDER is the test's folder. The results go to HOSTILE_REPORT, which is opened at the start.
#define _GNU_SOURCE
#include "attempts.h"

#include <dlfcn.h>

static int report = -1;
static int has_begun;

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("HOSTILE_REPORT");
  test_folder = getenv("HOSTILE_FOLDER");
  if (path && test_folder) report = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int is_hostile(int file) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  const char *name = strrchr(path, '/');
  return name && strncmp(name, "/hostile.", 9) == 0;
}

ssize_t pread(int file, void *bytes, size_t count, off_t offset) {
  static ssize_t (*real)(int, void *, size_t, off_t);
  if (!real) real = (ssize_t(*)(int, void *, size_t, off_t))dlsym(RTLD_NEXT, "pread");
  if (report >= 0 && is_hostile(file) && !__atomic_exchange_n(&has_begun, 1, __ATOMIC_SEQ_CST)) {
    int number = errno;
    for (unsigned i = 0; i < ATTEMPTS_IN_COMMANDS; i++) {
      make_files();
      errno = 0;
      int result = attempts[i].make();
      dprintf(report, "%s: %s\n", attempts[i].name, result == 0 ? "ok" : strerror(errno));
    }
    errno = number;
  }
  return real(file, bytes, count, offset);
}
