// Restricts files by Landlock.
#include "confinement_shim_steps.h"
#include "landlock_abi.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

enum {
  FOR_FILES = WRITE_FILE | READ_FILE | TRUNCATE,
  READ = READ_FILE | READ_DIR,
  USE = READ | WRITE_FILE | TRUNCATE,
  // No right allows executing files, removing folders, or making symbolic links, sockets, pipes and devices. REFER is
  // for files that are moved from one of these folders to another.
  WRITE = USE | REMOVE_FILE | MAKE_DIR | MAKE_REG | REFER,
  // Neither listing the folder nor giving a file a name.
  UNNAMED = READ_FILE | WRITE_FILE | TRUNCATE,
  WITH_NAMES = UNNAMED | REMOVE_FILE | MAKE_REG,
};

int confinement_shim_landlock_version(void) {
  long version = syscall(CALL_CREATE_RULESET, NULL, 0, 1);
  return version < 0 ? 0 : (int)version;
}

int confinement_shim_thread_count(void) {
  // The links of the folder: `.`, `..` and one for each thread (proc_task_getattr in the kernel's fs/proc/base.c).
  struct stat status;
  return stat("/proc/self/task", &status) == 0 && status.st_nlink > 2 ? (int)status.st_nlink - 2 : 0;
}

static uint64_t rights(const struct confinement_shim_path *path) {
  switch (path->right) {
    case confinement_shim_read: return READ;
    case confinement_shim_use: return USE;
    case confinement_shim_write: return WRITE;
    case confinement_shim_unnamed: break;
  }
  // TemporaryFile makes a file with a name where this fails.
  int file = open(path->path, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (file < 0) return WITH_NAMES;
  close(file);
  return UNNAMED;
}

// 9p, as of Windows' files under WSL, forgets a folder that nobody has open, and the rule with it. At most so many stay
// open until the process ends, because it may open few files besides.
enum { FILE_SYSTEM_9P = 0x01021997, MOST_KEPT_OPEN = 256 };

static bool is_9p(int place) {
  struct statfs system;
  return fstatfs(place, &system) == 0 && system.f_type == FILE_SYSTEM_9P;
}

// Allows what is at a path now. Whatever has the path later needs a rule of its folder. A rule that cannot be added is
// left out: the process then may do less. Landlock does not restrict pipes, sockets and memory files, which need none.
static void allow(int rules, const struct confinement_shim_path *path, uint64_t handled) {
  static int kept_open = 0;
  int place = open(path->path, O_PATH | O_CLOEXEC);
  if (place < 0) return;
  struct stat status;
  if (fstat(place, &status) == 0) {
    struct path_rule rule = {.allowed = rights(path) & handled, .parent = place};
    if (!S_ISDIR(status.st_mode)) rule.allowed &= FOR_FILES;
    syscall(CALL_ADD_RULE, rules, 1, &rule, 0);
  }
  if (kept_open < MOST_KEPT_OPEN && is_9p(place)) {
    kept_open++;
  } else {
    close(place);
  }
}

int confinement_shim_restrict_files(const struct confinement_shim_path *paths, size_t count) {
  int version = confinement_shim_landlock_version();
  if (version == 0) {
    errno = ENOSYS;
    return -1;
  }
  uint64_t handled = ALL_OF_VERSION_1;
  if (version >= 2) handled |= REFER;
  if (version >= 3) handled |= TRUNCATE;
  if (version >= 5) handled |= IOCTL_DEV;
  int rules = (int)syscall(CALL_CREATE_RULESET, &handled, sizeof handled, 0);
  if (rules < 0) return -1;
  for (size_t i = 0; i < count; i++) allow(rules, &paths[i], handled);
  // /proc forgets a folder that nobody has open, and the rule with it. This one stays open until the process ends.
  struct confinement_shim_path own = {"/proc/self", confinement_shim_read};
  if (open(own.path, O_PATH | O_CLOEXEC) >= 0) allow(rules, &own, handled);
  int result = (int)syscall(CALL_RESTRICT_SELF, rules, 0);
  int number = errno;
  close(rules);
  errno = number;
  return result;
}
