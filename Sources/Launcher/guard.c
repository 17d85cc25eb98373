// The guard: a second process of the launcher that ends a provider and its children if the launcher is killed.
//
// The kernel ends only the provider itself then (PR_SET_PDEATHSIG). In tier B all processes are in one group, which
// seccomp keeps them in. The guard is in it, too: so the group's number cannot become another group's, and one signal
// ends all, and the guard with them.
#include "launcher.h"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

// Shared with the provider's process until it becomes the provider.
static volatile pid_t *guard;
// A pipe whose writing end only the launcher keeps: the provider's process loses it by execve. So it closes when the
// launcher ends. Nothing is written to it. (A descriptor for the launcher's process would need pidfd_open, which some
// containers deny.)
static int launcher[2];

int prepare_guard(void) {
  void *page = mmap(NULL, sizeof *guard, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) return -1;
  if (pipe2(launcher, O_CLOEXEC) != 0) return -1;
  guard = page;
  return 0;
}

pid_t guard_process(void) { return guard ? *guard : 0; }

void forget_guard(void) { *guard = 0; }

static _Noreturn void watch(void) {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, NULL);
  // The provider's streams stay the provider's alone.
  if (dup2(launcher[0], 0) != 0) _exit(1);
  close(launcher[1]);
  for (int file = 1; file < 3; file++) close(file);
  syscall(SYS_close_range, 3, ~0U, 0);
  struct pollfd end = {.fd = 0, .events = POLLIN};
  while (poll(&end, 1, -1) != 1) {}
  kill(0, SIGKILL);
  _exit(0);
}

int start_guard(void) {
  if (!guard) return 0;
  // A child of the launcher, not of the provider, which may wait for all of its children. The kernel writes its number
  // before it runs, so that the launcher knows it even if it ends at once.
  pid_t process = (pid_t)syscall(SYS_clone, CLONE_PARENT | CLONE_PARENT_SETTID | SIGCHLD, 0, guard, 0, 0);
  if (process == 0) watch();
  return process < 0 ? -1 : 0;
}
