// Turns a process of the launcher into the provider: limits, user, Landlock, seccomp, then its program.
#include "launcher.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MOST_SIGNALS = 4096 };

static int limit(int resource, uint64_t value) {
  struct rlimit now;
  if (getrlimit((__rlimit_resource_t)resource, &now) != 0) return -1;
  rlim_t most = now.rlim_max == RLIM_INFINITY || value < now.rlim_max ? (rlim_t)value : now.rlim_max;
  struct rlimit wanted = {most, most};
  return setrlimit((__rlimit_resource_t)resource, &wanted);
}

static int set_limits(const struct settings *settings) {
  // 1, not 0: with 0 the kernel still calls a handler that takes core dumps by a pipe, with 1 it does not (core(5)).
  if (limit(RLIMIT_CORE, 1) != 0) return -1;
  // Timers and queued signals take memory of the kernel, as do message queues.
  if (limit(RLIMIT_SIGPENDING, MOST_SIGNALS) != 0 || limit(RLIMIT_MSGQUEUE, 0) != 0) return -1;
  // No user's right to real time or to a higher priority is the provider's: it could take the processors.
  if (limit(RLIMIT_RTPRIO, 0) != 0 || limit(RLIMIT_NICE, 0) != 0) return -1;
  if (settings->open_files && limit(RLIMIT_NOFILE, settings->open_files) != 0) return -1;
  if (settings->file_bytes && limit(RLIMIT_FSIZE, settings->file_bytes) != 0) return -1;
  if (settings->tasks) {
    // The kernel counts everything that the user runs. Within a user namespace (the inner launcher's), it counts only
    // what runs there. The margin is for what the user starts later: it must not keep the provider from starting a
    // thread. For a user that exists for workers only, the margin is for other workers with the same user ID. With the
    // margin the supervisor can see that a fork bomb exceeds its limit. RLIMIT_NPROC only keeps the bomb small until
    // then.
    unsigned others = settings->inner || settings->drops_privileges ? 0 : count_tasks(getuid());
    enum { MARGIN = 256 };
    if (limit(RLIMIT_NPROC, (uint64_t)others + MARGIN + settings->tasks) != 0) return -1;
  }
  return 0;
}

// Makes the kernel kill this process first when memory runs out.
static void offer_to_oom_killer(void) {
  int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  // The provider runs even where this fails.
  if (write(file, "1000", 4) < 0) errno = 0;
  close(file);
}

// Whether root is the only user of this process's user namespace. A line of the map has the first number inside, the
// first number outside, and the count (user_namespaces(7)). If the map cannot be read, the answer is no.
static bool is_only_user(void) {
  FILE *map = fopen("/proc/self/uid_map", "re");
  if (!map) return false;
  unsigned inside, outside, count, lines = 0, users = 0;
  while (fscanf(map, "%u %u %u", &inside, &outside, &count) == 3) {
    lines++;
    users = inside == 0 ? count : 2;
  }
  bool whole = feof(map);
  fclose(map);
  return whole && lines == 1 && users == 1;
}

static int drop_capabilities(void) {
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {0};
  return (int)syscall(SYS_capset, &header, none);
}

// In another sandbox (GNOME's for thumbnailers, `unshare -r`), root is the user who started it, and the only user.
// There the provider runs as that user, as it does where the host is not root, but only if both Landlock and seccomp
// confine it. It has no capabilities, and cannot get them from a program that it executes (no-new-privileges). The same
// is done for a host that asks for it, because its program works on the user's own files.
static bool may_stay(const struct settings *settings) {
  bool confined = settings->seccomp && (settings->landlock == LANDLOCK_REQUIRED || settings->inner);
  return confined && (settings->keeps_user || is_only_user());
}

// Remounts a mount point with MS_NOEXEC (mount(2)): execve fails, and so does mmap with PROT_EXEC, which ld.so and
// dlopen use. bubblewrap has no option for that. It gives this process the capability, which is dropped with all
// others.
static int forbid_code(const char *mount_point) {
  struct statvfs status;
  if (statvfs(mount_point, &status) != 0) return -1;
  // The other flags stay as bubblewrap has set them.
  unsigned long flags = MS_NOSUID | MS_NODEV | MS_NOEXEC | (status.f_flag & ST_RDONLY ? MS_RDONLY : 0);
  return mount(NULL, mount_point, NULL, MS_REMOUNT | MS_BIND | flags, NULL);
}

// Hides the files of the namespace's first process, which is bubblewrap's: it has the same user, and seccomp does not
// confine it. Without Landlock, who writes its memory (/proc/1/mem) would be free of the filter.
static int hide_first_process(void) {
  const unsigned long flags = MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC;
  return mount("none", "/proc/1", "tmpfs", flags, "size=4k,mode=0");
}

static int prepare_mounts(const struct settings *settings) {
  if (!settings->no_exec[0]) return 0;
  if (hide_first_process() != 0) return -1;
  for (size_t i = 0; i < sizeof settings->no_exec / sizeof *settings->no_exec; i++) {
    if (settings->no_exec[i] && forbid_code(settings->no_exec[i]) != 0) return -1;
  }
  return drop_capabilities();
}

static int drop_privileges(const struct settings *settings) {
  if (prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0) != 0 && errno != EINVAL) return -1;
  if (!settings->drops_privileges) return 0;
  if (may_stay(settings)) return drop_capabilities();
  if (setgroups(0, NULL) != 0) return -1;
  if (setresgid(settings->group, settings->group, settings->group) != 0) return -1;
  if (setresuid(settings->user, settings->user, settings->user) != 0) return -1;
  if (setuid(0) == 0) {
    errno = EPERM;
    return -1;
  }
  return 0;
}

static void reset_signals(void) {
  struct sigaction usual = {.sa_handler = SIG_DFL};
  for (int number = 1; number < NSIG; number++) sigaction(number, &usual, NULL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

// Makes execve close all descriptors except the standard ones, so that the program inherits none that lacks FD_CLOEXEC.
static int close_descriptors(void) {
  enum { CLOSE_ON_EXEC = 1 << 2 };
  if (syscall(SYS_close_range, 3, ~0U, CLOSE_ON_EXEC) == 0) return 0;
  struct rlimit files;
  if (getrlimit(RLIMIT_NOFILE, &files) != 0) return -1;
  rlim_t most = files.rlim_cur < 65536 ? files.rlim_cur : 65536;
  for (int file = 3; file < (int)most; file++) fcntl(file, F_SETFD, FD_CLOEXEC);
  return 0;
}

int confine_and_execute(const struct settings *settings) {
  if (!settings->inner) {
    // Leaves the terminal and the host's process group. Refused where this process leads a group already.
    setsid();
    if (start_guard() != 0) return report_sandbox("guard");
  }
  offer_to_oom_killer();
  if (set_limits(settings) != 0) return report_sandbox("limits");
  if (prepare_mounts(settings) != 0) return report_sandbox("mounts");
  if (drop_privileges(settings) != 0) return report_sandbox("user");
  // The kernel kills the provider when the launcher ends. Set after the change of user, which clears it.
  if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0) return report_sandbox("parent");
  if (!settings->keeps_user) umask(077);
  if (settings->output_folder && chdir(settings->output_folder) != 0) return report_sandbox("output folder");
  if (close_descriptors() != 0) return report_sandbox("descriptors");
  reset_signals();
  if (settings->landlock != LANDLOCK_OFF || settings->seccomp) {
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return report_sandbox("no-new-privileges");
  }
  if (settings->landlock != LANDLOCK_OFF && restrict_paths(settings) != 0) {
    bool missing = errno == ENOSYS || errno == EOPNOTSUPP;
    if (settings->landlock == LANDLOCK_REQUIRED || !missing) return report_sandbox("Landlock");
  }
  if (settings->seccomp && restrict_calls() != 0) return report_sandbox("seccomp");
  execv(settings->command[0], settings->command);
  int number = errno;
  report("providerUnavailable", strerror(number));
  return number == ENOENT ? STATUS_NOT_FOUND : STATUS_NOT_EXECUTABLE;
}
