// Disk use of a folder: RLIMIT_FSIZE bounds one file, but a program can make many.
#include "launcher.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_ENTRIES = 10000, MOST_DEPTH = 32 };

static uint64_t measure(int folder, unsigned depth, unsigned *entries) {
  DIR *listing = fdopendir(folder);
  if (!listing) {
    close(folder);
    return 0;
  }
  uint64_t sum = 0;
  for (struct dirent *entry; sum != UINT64_MAX && (entry = readdir(listing));) {
    struct stat status;
    if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")) continue;
    if (++*entries > MOST_ENTRIES) sum = UINT64_MAX;
    if (sum == UINT64_MAX || fstatat(dirfd(listing), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0) continue;
    sum += (uint64_t)status.st_blocks * 512;
    if (!S_ISDIR(status.st_mode)) continue;
    if (depth == MOST_DEPTH) {
      sum = UINT64_MAX;
      continue;
    }
    int inner = openat(dirfd(listing), entry->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (inner < 0) {
      // A folder that cannot be listed may hide files, so it counts as over the limit.
      if (errno == EACCES) sum = UINT64_MAX;
      continue;
    }
    uint64_t more = measure(inner, depth + 1, entries);
    sum = more == UINT64_MAX ? UINT64_MAX : sum + more;
  }
  closedir(listing);
  return sum;
}

uint64_t measure_folder(const char *path) {
  unsigned entries = 0;
  int folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  return folder < 0 ? 0 : measure(folder, 0, &entries);
}
