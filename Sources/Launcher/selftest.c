// Runs in place of a provider and tries, from inside, what must not be possible. The host runs it once for each tier
// before it trusts the tier. Each line of the output is a name and `denied` or `ALLOWED`, `works` or `BROKEN`. The
// status is 1 if something is wrong that no tier allows. The host judges the operations that only some tiers deny.
#include "launcher.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { CALL_RESTRICT_SELF = 446, CALL_CACHESTAT = 451 };

static int failures;

static void say(const char *name, long result) { printf("%s %s\n", name, result < 0 ? "denied" : "ALLOWED"); }

static void must_fail(const char *name, long result) {
  say(name, result);
  if (result >= 0) failures++;
}

// For a call with invalid arguments: the error number shows whether the filter denied it before the kernel saw them.
static void must_be_filtered(const char *name, long result, int error) {
  must_fail(name, result < 0 && errno == error ? -1 : 0);
}

static void must_work(const char *name, bool works) {
  printf("%s %s\n", name, works ? "works" : "BROKEN");
  if (!works) failures++;
}

// A process that is not root must not become root. One that is root, because its namespace has no other user, must have
// no capabilities and no way to get any.
static long try_privileges(void) {
  if (getuid() != 0 && geteuid() != 0) return setuid(0);
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct sets[_LINUX_CAPABILITY_U32S_3] = {0};
  if (syscall(SYS_capget, &header, sets) != 0 || prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1) return 0;
  uint32_t held = 0;
  for (size_t i = 0; i < _LINUX_CAPABILITY_U32S_3; i++) {
    held |= sets[i].effective | sets[i].permitted | sets[i].inheritable;
  }
  return held ? 0 : -1;
}

static long try_open(const char *folder, const char *name, int flags) {
  char path[4096];
  snprintf(path, sizeof path, "%s%s%s", folder, name[0] ? "/" : "", name);
  return open(path, flags | O_CLOEXEC, 0600);
}

// Nothing in the output folder may be executed. Landlock does not control how files are mapped: only a mount with
// MS_NOEXEC does, which tier A has.
static void try_code(const char *output_folder) {
  char path[4096];
  snprintf(path, sizeof path, "%s/self-test", output_folder);
  int file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0700);
  must_work("write-program", file >= 0 && write(file, "none", 4) == 4);
  // The file is not a program: if executing it is allowed, the error is ENOEXEC.
  must_be_filtered("execute-output", execv(path, (char *[]){path, NULL}), EACCES);
  say("load-output", mmap(NULL, 4, PROT_READ | PROT_EXEC, MAP_PRIVATE, file, 0) == MAP_FAILED ? -1 : 0);
  unlink(path);
  close(file);
}

// Whether sockets of other processes are visible. In a network namespace of its own only the header line is there.
static long try_sockets(void) {
  char text[4096];
  int file = open("/proc/self/net/unix", O_RDONLY | O_CLOEXEC);
  if (file < 0) return -1;
  ssize_t count = read(file, text, sizeof text);
  close(file);
  const char *end = count > 0 ? memchr(text, '\n', (size_t)count) : NULL;
  return end && end + 1 < text + count ? 0 : -1;
}

static void try_what_must_work(const char *input_folder, const char *output_folder) {
  must_work("read-input", try_open(input_folder, "", O_RDONLY | O_DIRECTORY) >= 0);
  int file = (int)try_open(output_folder, "self-test", O_RDWR | O_CREAT | O_TRUNC);
  must_work("write-output", file >= 0 && write(file, "1234", 4) == 4 && ftruncate(file, 2) == 0);
  char path[4096];
  snprintf(path, sizeof path, "%s/self-test", output_folder);
  must_work("remove-output", unlink(path) == 0);
  pid_t child = fork();
  if (child == 0) _exit(7);
  int status = 0;
  must_work("fork", child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 7);
}

int self_test(const char *input_folder, const char *output_folder, const char *foreign_file) {
  printf("landlock-version %d\n", landlock_version_of_kernel());
  must_fail("read-foreign", open(foreign_file, O_RDONLY | O_CLOEXEC));
  must_fail("write-foreign", open(foreign_file, O_WRONLY | O_CLOEXEC));
  must_fail("truncate-foreign", truncate(foreign_file, 0));
  must_fail("open-truncate-foreign", open(foreign_file, O_RDONLY | O_TRUNC | O_CLOEXEC));
  must_fail("chmod-foreign", chmod(foreign_file, 0777));
  must_fail("write-input", try_open(input_folder, "self-test", O_WRONLY | O_CREAT));
  must_fail("write-root", try_open("", "self-test", O_WRONLY | O_CREAT));
  must_fail("write-temporary", try_open("/tmp", "cameo-self-test", O_WRONLY | O_CREAT));
  must_fail("socket-inet", socket(AF_INET, SOCK_STREAM, 0));
  must_fail("socket-unix", socket(AF_UNIX, SOCK_STREAM, 0));
  int pair[2];
  must_fail("socketpair-datagram", socketpair(AF_UNIX, SOCK_DGRAM, 0, pair));
  must_fail("signal-parent", kill(getppid(), 0));
  must_fail("signal-all", kill(-1, 0));
  must_fail("ptrace", ptrace(PTRACE_TRACEME, 0, NULL, NULL));
  must_fail("user-namespace", unshare(CLONE_NEWUSER));
  must_fail("mount", syscall(SYS_mount, "none", "/tmp", "tmpfs", 0, NULL));
  must_be_filtered("setsid", setsid(), EPERM);
  must_be_filtered("set-owner", fcntl(STDIN_FILENO, F_SETOWN, getppid()), EPERM);
  must_be_filtered("io-uring", syscall(SYS_io_uring_setup, 1, NULL), EPERM);
  must_be_filtered("bpf", syscall(SYS_bpf, 0, NULL, 0), EPERM);
  must_be_filtered("clone3", syscall(SYS_clone3, NULL, 0), ENOSYS);
  must_be_filtered("landlock", syscall(CALL_RESTRICT_SELF, -1, 0), ENOSYS);
  must_be_filtered("send-descriptors", sendmsg(-1, NULL, 0), EPERM);
  must_be_filtered("splice-memory", vmsplice(-1, NULL, 0, 0), EINVAL);
  must_be_filtered("cachestat", syscall(CALL_CACHESTAT, -1, NULL, NULL, 0), ENOSYS);
  must_be_filtered("clear-parent-signal", prctl(PR_SET_PDEATHSIG, 0, 0, 0, 0), EPERM);
  void *shared = mmap(NULL, 1, PROT_READ, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  must_fail("shared-memory", shared == MAP_FAILED ? -1 : 0);
  clockid_t clock;
  must_fail("clock-of-parent", clock_getcpuclockid(getppid(), &clock) == 0 ? 0 : -1);
  must_be_filtered("lock", flock(STDIN_FILENO, LOCK_UN), ENOLCK);
  must_fail("sockets-of-others", try_sockets());
  must_fail("privileges", try_privileges());
  try_code(output_folder);
  try_what_must_work(input_folder, output_folder);
  return failures ? 1 : 0;
}
