// The launcher's own life: it starts the provider, measures what runs below it, and is the last to go.
#include "launcher.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
  SHORT_PAUSE = 20,     // milliseconds between two looks while something changes
  LONG_PAUSE = 100,     // and while nothing does: a worker that waits costs next to nothing
  LOOKS_FOR_DISK = 8,   // every so many looks, the folder is measured too
  PLAIN_ROUNDS = 3,     // of killing, before everything is stopped first
  MOST_STOPS = 100,
  KILLING_SECONDS = 5,
};

struct watch {
  const struct settings *settings;
  int signals;
  int host;         // a descriptor that is readable when the host is gone; -1 where the kernel has none
  pid_t provider;
  bool ended;       // the provider itself; its children may still run
  int wait_status;
  struct usage last;
  unsigned looks;
  int pause;
};

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

// Reaps what has ended. False when there is no child left.
static bool reap(struct watch *watch) {
  for (;;) {
    int status;
    pid_t child = waitpid(-1, &status, WNOHANG);
    if (child == 0) return true;
    if (child < 0) return errno != ECHILD;
    // Stopped, because it lets itself be traced: that is its own affair.
    if (!WIFEXITED(status) && !WIFSIGNALED(status)) continue;
    if (child == watch->provider) {
      watch->ended = true;
      watch->wait_status = status;
    }
  }
}

// Ends everything below. Killing a process makes its children ours (PR_SET_CHILD_SUBREAPER), so this goes round until there is
// none: neither setsid nor a double fork gets out, and a process that is stopped dies as well.
//
// Each that is killed makes room for another under RLIMIT_NPROC, and a fork bomb uses it faster than this goes round. Those that
// are stopped keep their places: so where a few rounds have not been enough, all are stopped first, and killed then.
static bool kill_descendants(struct watch *watch) {
  double end = seconds() + KILLING_SECONDS;
  for (unsigned round = 0; reap(watch); round++) {
    for (unsigned again = 0; round >= PLAIN_ROUNDS && again < MOST_STOPS && stop_descendants() > 0; again++) continue;
    kill_children();
    if (!reap(watch)) return true;
    if (seconds() > end) return false;
    struct pollfd waiting = {.fd = watch->signals, .events = POLLIN};
    struct signalfd_siginfo drained;
    if (poll(&waiting, 1, 1) == 1 && read(watch->signals, &drained, sizeof drained) < 0) continue;
  }
  return true;
}

static int exhausted(const char *what, int status) {
  report("resourceExhausted", what);
  return status;
}

// Measures once; 0, or the exit status for the limit that is exceeded.
static int look(struct watch *watch) {
  const struct settings *settings = watch->settings;
  struct usage now;
  unsigned most = settings->processes ? settings->processes + 1 : 4096;
  measure_descendants(&now, most);
  if (settings->processes && now.processes > settings->processes) return exhausted("processes", STATUS_PROCESSES);
  if (settings->memory_bytes && now.resident_bytes > settings->memory_bytes) {
    // The quick sum counts shared pages twice and files that the kernel can drop: look again, with care.
    if (measure_memory(most) > settings->memory_bytes) return exhausted("memory", STATUS_MEMORY);
  }
  bool same = now.processes == watch->last.processes && now.resident_bytes == watch->last.resident_bytes;
  watch->last = now;
  watch->pause = !same ? SHORT_PAUSE : watch->pause * 2 < LONG_PAUSE ? watch->pause * 2 : LONG_PAUSE;
  if (settings->disk_bytes && settings->output_folder && watch->looks++ % LOOKS_FOR_DISK == LOOKS_FOR_DISK - 1) {
    if (measure_folder(settings->output_folder) > settings->disk_bytes) return exhausted("output", STATUS_OUTPUT);
  }
  return 0;
}

// Waits for a signal, the end of the host, or the time of the next look; 0, or STATUS_STOPPED.
static int wait_for_news(struct watch *watch) {
  struct pollfd sources[2] = {{.fd = watch->signals, .events = POLLIN}, {.fd = watch->host, .events = POLLIN}};
  if (poll(sources, 2, watch->pause) <= 0) return 0;
  if (sources[1].revents) {
    report("stopped", "the host is gone");
    return STATUS_STOPPED;
  }
  struct signalfd_siginfo signal;
  if (read(watch->signals, &signal, sizeof signal) != (ssize_t)sizeof signal) return 0;
  if (signal.ssi_signo == SIGCHLD) return 0;
  char words[32];
  snprintf(words, sizeof words, "signal %u", signal.ssi_signo);
  report("stopped", words);
  return STATUS_STOPPED;
}

// The status that tells how the provider ended.
static int exit_status(const struct watch *watch) {
  int status = WIFSIGNALED(watch->wait_status) ? 128 + WTERMSIG(watch->wait_status) : WEXITSTATUS(watch->wait_status);
  // A file grew over its limit; bubblewrap hands the signal on as this number.
  return status == 128 + SIGXFSZ ? exhausted("output", STATUS_OUTPUT) : status;
}

// Blocks the signals that are read from a descriptor instead.
static int signal_descriptor(void) {
  static const int numbers[] = {SIGCHLD, SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2};
  sigset_t set;
  sigemptyset(&set);
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) sigaddset(&set, numbers[i]);
  if (sigprocmask(SIG_SETMASK, &set, NULL) != 0) return -1;
  // An ignored SIGCHLD, inherited, would make the kernel reap for us.
  signal(SIGCHLD, SIG_DFL);
  signal(SIGPIPE, SIG_IGN);
  // Ctrl-Z stops a host and its group: were this stopped too, nothing would be watched.
  signal(SIGTSTP, SIG_IGN);
  return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

// A descriptor for the host's process. PR_SET_PDEATHSIG will not do: it tells the end of the thread that started us, and hosts
// start workers from threads that come and go.
static int host_descriptor(const struct settings *settings, bool *gone) {
  pid_t parent = getppid();
  *gone = settings->parent != 0 && parent != settings->parent;
  int host = parent > 0 ? (int)syscall(SYS_pidfd_open, parent, 0) : -1;
  if (host < 0) prctl(PR_SET_PDEATHSIG, SIGTERM, 0, 0, 0);
  if (getppid() != parent) *gone = true;
  return host;
}

// The streams are the provider's alone: were they open here too, the host would not see it close them.
static void let_go_of_streams(void) {
  int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (nothing < 0) return;
  dup2(nothing, STDIN_FILENO);
  dup2(nothing, STDOUT_FILENO);
  close(nothing);
}

int supervise(const struct settings *settings) {
  struct watch watch = {.settings = settings, .pause = SHORT_PAUSE};
  bool gone;
  watch.signals = signal_descriptor();
  watch.host = host_descriptor(settings, &gone);
  if (watch.signals < 0) return report_sandbox("signals");
  if (prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0) return report_sandbox("subreaper");
  char children[64];
  snprintf(children, sizeof children, "/proc/self/task/%d/children", getpid());
  if (access(children, R_OK) != 0) return report_sandbox(children);
  if (gone) {
    report("stopped", "the host is gone");
    return STATUS_STOPPED;
  }
  // With a little precedence, where that is allowed, over what it may have to catch.
  int priority = getpriority(PRIO_PROCESS, 0);
  setpriority(PRIO_PROCESS, 0, priority - 5);
  watch.provider = fork();
  if (watch.provider < 0) return report_sandbox("fork");
  if (watch.provider == 0) {
    setpriority(PRIO_PROCESS, 0, priority);
    _exit(confine_and_execute(settings));
  }
  let_go_of_streams();

  int status = 0;
  while (status == 0 && reap(&watch) && !watch.ended) {
    status = look(&watch);
    if (status == 0) status = wait_for_news(&watch);
  }
  if (!kill_descendants(&watch)) {
    report("leftover", "not all processes could be killed");
    return STATUS_LEFTOVER;
  }
  return status ? status : exit_status(&watch);
}
