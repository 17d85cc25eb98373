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
  LONG_PAUSE = 100,     // and while nothing does
  IDLE_PAUSE = 500,     // and while the provider waits for its next order, whose coming ends the pause
  MOST_REAPED = 256,    // at a time
  LOOKS_FOR_DISK = 8,   // every so many looks, the folder is measured too
  PLAIN_ROUNDS = 5,     // of killing, before everything is stopped first
  LONGEST_ROUND = 64,   // milliseconds
  KILLING_SECONDS = 15,  // the dying need processor time, of which a bomb leaves them little
};

struct watch {
  const struct settings *settings;
  int signals;
  int host;         // a descriptor that is readable when the host is gone; -1 where the kernel has none
  int input;        // the provider's standard input, of which nothing is read here
  pid_t provider;
  bool ended;       // the provider itself; its children may still run
  int wait_status;
  struct usage last;
  bool settled;     // the last look has seen everything, and nothing had run since the one before
  unsigned looks;
  unsigned orphans; // that have ended since the last look: processes whose parents had gone before them
  int pause;
  const char *code;  // why everything is ended, for the report: NULL where the provider ended by itself
  char detail[64];
};

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

// Reaps what has ended, some at a time: a bomb whose processes end as they start others would keep this busy for ever. False when there
// is no child left.
static bool reap(struct watch *watch) {
  for (unsigned count = 0; count < MOST_REAPED; count++) {
    int status;
    pid_t child = waitpid(-1, &status, WNOHANG);
    if (child == 0) return true;
    if (child < 0) return errno != ECHILD;
    // Stopped, because it lets itself be traced: that is its own affair.
    if (!WIFEXITED(status) && !WIFSIGNALED(status)) continue;
    if (child == watch->provider) {
      watch->ended = true;
      watch->wait_status = status;
    } else {
      watch->orphans++;
    }
  }
  return true;
}

// Lets what was killed die, for so many milliseconds at most; false when there is no child left.
static bool wait_for_deaths(struct watch *watch, int milliseconds) {
  double end = seconds() + milliseconds / 1e3;
  while (reap(watch)) {
    double rest = end - seconds();
    if (rest <= 0) return true;
    struct pollfd waiting = {.fd = watch->signals, .events = POLLIN};
    struct signalfd_siginfo drained;
    if (poll(&waiting, 1, (int)(rest * 1e3) + 1) == 1 && read(watch->signals, &drained, sizeof drained) < 0) continue;
  }
  return false;
}

// Ends everything below. Killing a process makes its children ours (PR_SET_CHILD_SUBREAPER), so this goes round until there is
// none: neither setsid nor a double fork gets out, and a process that is stopped dies as well.
//
// In tier B all are in one process group, which they cannot leave, and in tier A in one namespace: one round is enough for both.
// Without a sandbox, each that is killed makes room for another under RLIMIT_NPROC, and a fork bomb uses it faster than this goes
// round. Those that are stopped keep their places: so where a few rounds have not been enough, all are stopped first, and killed then.
static bool kill_descendants(struct watch *watch) {
  double end = seconds() + KILLING_SECONDS;
  bool left = reap(watch);
  for (unsigned round = 0; left; round++) {
    if (round >= PLAIN_ROUNDS) stop_descendants();
    kill_children();
    // The dying need the processors more than this does.
    left = wait_for_deaths(watch, round < 6 ? 1 << round : LONGEST_ROUND);
    if (left && seconds() > end) return false;
  }
  return true;
}

// Notes why everything is to be ended. It is reported when that has been done: before, nobody may read what a provider's flood has
// left room for, and what is read may be followed by more of the flood.
static int verdict(struct watch *watch, const char *code, const char *detail, int status) {
  watch->code = code;
  snprintf(watch->detail, sizeof watch->detail, "%s", detail);
  return status;
}

static int exhausted(struct watch *watch, const char *what, int status) {
  return verdict(watch, "resourceExhausted", what, status);
}

// Measures once; 0, or the exit status for the limit that is exceeded.
static int look(struct watch *watch) {
  const struct settings *settings = watch->settings;
  // A worker that waits for its next document costs a few system calls at each look.
  if (watch->settled && descendants_rest(&watch->last)) return 0;
  // Processes that are gone before anybody can count them.
  unsigned orphans = watch->orphans;
  watch->orphans = 0;
  if (settings->processes && orphans > settings->processes) return exhausted(watch, "processes", STATUS_PROCESSES);
  struct usage now;
  unsigned most = settings->processes ? settings->processes + 1 : 4096;
  measure_descendants(&now, most);
  if (settings->processes && now.processes > settings->processes) return exhausted(watch, "processes", STATUS_PROCESSES);
  if (settings->memory_bytes && now.resident_bytes > settings->memory_bytes) {
    // The quick sum counts shared pages twice and files that the kernel can drop: look again, with care.
    if (measure_memory(most) > settings->memory_bytes) return exhausted(watch, "memory", STATUS_MEMORY);
  }
  bool same = now.processes == watch->last.processes && now.resident_bytes == watch->last.resident_bytes;
  watch->pause = !same ? SHORT_PAUSE : watch->pause * 2 < LONG_PAUSE ? watch->pause * 2 : LONG_PAUSE;
  // Not one look at rest is enough: who was started while the first one listed the others is found by the second.
  watch->settled = same && now.processor_time == watch->last.processor_time && now.processor_time != UINT64_MAX;
  watch->last = now;
  if (settings->disk_bytes && settings->output_folder
      && (watch->settled || watch->looks++ % LOOKS_FOR_DISK == LOOKS_FOR_DISK - 1)) {
    uint64_t kept = measure_folder(settings->output_folder);
    if (kept <= settings->disk_bytes) kept += measure_nameless_files(most);
    if (kept > settings->disk_bytes) return exhausted(watch, "output", STATUS_OUTPUT);
  }
  return 0;
}

// Whether nothing runs, and there is nothing for the provider to read: then something to read is what makes it run. Not where the
// input has ended: a program without an input is at work.
static bool is_idle(const struct watch *watch) {
  struct pollfd input = {.fd = watch->input, .events = POLLIN};
  return watch->settled && watch->input >= 0 && poll(&input, 1, 0) == 0;
}

// Waits for a signal, the end of the host, an order after a rest, or the time of the next look; 0, or STATUS_STOPPED.
static int wait_for_news(struct watch *watch) {
  bool idle = is_idle(watch);
  struct pollfd sources[3] = {
    {.fd = watch->signals, .events = POLLIN}, {.fd = watch->host, .events = POLLIN},
    {.fd = idle ? watch->input : -1, .events = POLLIN},
  };
  if (poll(sources, 3, idle ? IDLE_PAUSE : watch->pause) <= 0) return 0;
  if (sources[2].revents) {
    watch->settled = false;
    watch->pause = SHORT_PAUSE;
  }
  if (sources[1].revents) {
    return verdict(watch, "stopped", "the host is gone", STATUS_STOPPED);
  }
  if (!sources[0].revents) return 0;
  struct signalfd_siginfo signal;
  if (read(watch->signals, &signal, sizeof signal) != (ssize_t)sizeof signal) return 0;
  if (signal.ssi_signo == SIGCHLD) return 0;
  char words[32];
  snprintf(words, sizeof words, "signal %u", signal.ssi_signo);
  return verdict(watch, "stopped", words, STATUS_STOPPED);
}

// The status that tells how the provider ended.
static int exit_status(struct watch *watch) {
  int status = WIFSIGNALED(watch->wait_status) ? 128 + WTERMSIG(watch->wait_status) : WEXITSTATUS(watch->wait_status);
  // A file grew over its limit; bubblewrap hands the signal on as this number.
  return status == 128 + SIGXFSZ ? exhausted(watch, "output", STATUS_OUTPUT) : status;
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

// The streams are the provider's alone: were the output open here too, the host would not see it close that. The input is kept, for
// its end is nothing that anybody waits for.
static void let_go_of_streams(struct watch *watch) {
  watch->input = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
  int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (nothing < 0) return;
  dup2(nothing, STDIN_FILENO);
  dup2(nothing, STDOUT_FILENO);
  close(nothing);
}

int supervise(const struct settings *settings) {
  struct watch watch = {.settings = settings, .input = -1, .pause = SHORT_PAUSE};
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
  // With precedence, where that is allowed, over what it may have to catch: hundreds of processes that do nothing but fork.
  int priority = getpriority(PRIO_PROCESS, 0);
  setpriority(PRIO_PROCESS, 0, -20);
  watch.provider = fork();
  if (watch.provider < 0) return report_sandbox("fork");
  if (watch.provider == 0) {
    setpriority(PRIO_PROCESS, 0, priority);
    _exit(confine_and_execute(settings));
  }
  let_go_of_streams(&watch);

  int status = 0;
  while (status == 0 && reap(&watch) && !watch.ended) {
    status = look(&watch);
    if (status == 0) status = wait_for_news(&watch);
  }
  bool killed = kill_descendants(&watch);
  if (status == 0) status = exit_status(&watch);
  if (watch.code) report(watch.code, watch.detail);
  if (killed) return status;
  report("leftover", "not all processes could be killed");
  return STATUS_LEFTOVER;
}
