// Restricts files by Landlock.
#include "launcher.h"
#include "landlock_abi.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
  FOR_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV,
  // The rights for each use of a path. No right allows making symbolic links, sockets, pipes or devices, so the host
  // need not deal with them.
  READ_DATA = READ_FILE | READ_DIR,
  READ_PROGRAMS = READ_DATA | EXECUTE,
  USE_DEVICE = READ_FILE | WRITE_FILE,
  WRITE_OUTPUT = READ_DATA | WRITE_FILE | REMOVE_DIR | REMOVE_FILE | MAKE_DIR | MAKE_REG | REFER | TRUNCATE,
};

struct ruleset {
  uint64_t files;
  uint64_t network;  // version 4: bind and connect of TCP
  uint64_t scope;    // version 6: abstract sockets and signals stay inside
};

// The files about itself that a process may read below /proc/PID. Runtimes need them (arguments, the bounds of the
// stack, their size). The folder itself is not included, because it also shows mounts, cgroups and all sockets of the
// network (net). Of `fd` and `task` only the names can be read.
static const char *const own_files[] = {"auxv", "cmdline", "comm", "limits", "maps", "stat", "statm", "status"};
static const char *const own_folders[] = {"fd", "task"};

enum { OWN_FILES = sizeof own_files / sizeof *own_files, OWN_FOLDERS = sizeof own_folders / sizeof *own_folders };

int landlock_version_of_kernel(void) {
  // The kernel looks at the lower half of the flags only. By the upper half seccomp.c lets this call of the self-test
  // pass.
  long version = syscall(CALL_CREATE_RULESET, NULL, 0, 1L << 32 | 1);
  return version < 0 ? 0 : (int)version;
}

static struct ruleset ruleset_of(int version) {
  struct ruleset rules = {.files = ALL_OF_VERSION_1};
  if (version >= 2) rules.files |= REFER;
  if (version >= 3) rules.files |= TRUNCATE;
  if (version >= 4) rules.network = 3;
  if (version >= 5) rules.files |= IOCTL_DEV;
  if (version >= 6) rules.scope = 3;
  return rules;
}

static uint64_t rights_of(enum path_use use) {
  switch (use) {
    case PATH_PROGRAMS: return READ_PROGRAMS;
    case PATH_DATA: return READ_DATA;
    case PATH_DEVICE: return USE_DEVICE;
    case PATH_OUTPUT: return WRITE_OUTPUT;
  }
  return 0;
}

// Allows one path. A missing path is skipped, which makes nothing accessible.
static int allow(int rules, const char *path, uint64_t rights) {
  int place = open(path, O_PATH | O_CLOEXEC);
  if (place < 0) return errno == ENOENT || errno == EACCES || errno == ENOTDIR ? 0 : -1;
  struct stat status;
  int result = fstat(place, &status);
  if (result == 0) {
    if (!S_ISDIR(status.st_mode)) rights &= FOR_FILES;
    struct path_rule rule = {.allowed = rights, .parent = place};
    result = (int)syscall(CALL_ADD_RULE, rules, 1, &rule, 0);
  }
  int number = errno;
  close(place);
  errno = number;
  return result;
}

static int allow_own_proc(int rules) {
  char path[64];
  int result = 0;
  for (unsigned i = 0; i < OWN_FILES && result == 0; i++) {
    snprintf(path, sizeof path, "/proc/%d/%s", getpid(), own_files[i]);
    result = allow(rules, path, READ_FILE);
  }
  for (unsigned i = 0; i < OWN_FOLDERS && result == 0; i++) {
    snprintf(path, sizeof path, "/proc/%d/%s", getpid(), own_folders[i]);
    result = allow(rules, path, READ_DIR);
  }
  return result;
}

void keep_own_proc(pid_t process) {
  char path[64];
  for (unsigned i = 0; i < OWN_FILES + OWN_FOLDERS; i++) {
    snprintf(path, sizeof path, "/proc/%d/%s", process, i < OWN_FILES ? own_files[i] : own_folders[i - OWN_FILES]);
    // The descriptor stays open until this process ends. If this fails, only the rule may be lost.
    if (open(path, O_PATH | O_CLOEXEC) < 0) return;
  }
}

int restrict_paths(const struct settings *settings) {
  int version = landlock_version_of_kernel();
  if (version > settings->landlock_version) version = settings->landlock_version;
  if (version == 0) {
    errno = ENOSYS;
    return -1;
  }
  struct ruleset handled = ruleset_of(version);
  int rules = (int)syscall(CALL_CREATE_RULESET, &handled, sizeof handled, 0);
  if (rules < 0) return -1;
  int result = 0;
  for (size_t i = 0; i < settings->path_count && result == 0; i++) {
    result = allow(rules, settings->paths[i].path, rights_of(settings->paths[i].use) & handled.files);
  }
  // After the fork: the rules are for this process only.
  if (result == 0 && settings->own_proc) result = allow_own_proc(rules);
  if (result == 0) result = (int)syscall(CALL_RESTRICT_SELF, rules, 0);
  int number = errno;
  close(rules);
  errno = number;
  return result;
}
