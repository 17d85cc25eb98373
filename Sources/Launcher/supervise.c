// Starts the provider, measures everything that runs below the launcher, and ends last.
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
  SHORT_PAUSE = 20,      // milliseconds between two measurements while something changes
  LONG_PAUSE = 100,      // while nothing changes
  IDLE_PAUSE = 500,      // while the provider waits for its next request, whose arrival ends the pause
  MOST_REAPED = 256,     // processes in one go
  DISK_INTERVAL = 8,     // measurements between two of the folder and the open files
  FEW_DESCRIPTORS = 256, // of all processes: if there are more, each measurement looks at them
  ORPHAN_FACTOR = 4,     // orphans that may end, for each process that may run
  THREAD_FACTOR = 4,     // threads of all processes, for each process that may run
  PLAIN_ROUNDS = 5,      // of killing, before all processes are stopped first
  LONGEST_ROUND = 64,    // milliseconds
  SHARE_INTERVAL = 500000000,  // nanoseconds of processor time between two looks at how many threads run
  KILLING_SECONDS = 60,  // dying takes processor time, and a fork bomb leaves little of it
};

struct watch {
  const struct settings *settings;
  int signals;
  int host;  // a descriptor that becomes readable when the host is gone; -1 where the kernel has none
  int input;  // the provider's standard input; nothing is read from it here
  pid_t provider;
  bool ended;  // the provider itself; its children may still run
  int wait_status;
  struct usage last;
  bool is_last;  // nothing is measured after this
  bool settled;  // the last measurement was complete, and nothing had run since the one before
  unsigned measurements;
  uint64_t buffer_bytes;  // of the last look at the open files
  uint64_t shared_time;  // the processor time at the last look at how many threads run
  bool writes_much;  // the folder has more than a quarter of what it may have: each measurement looks at it
  bool measuring_memory;  // an exact measurement is under way
  bool memory_rests;  // nothing has run since it began
  bool reading_mappings;  // some processes have more mappings than one look reads
  bool mappings_rest;  // nothing has run since the first of these looks
  uint64_t largest_bytes;  // the most that one process that has ended was resident with
  unsigned orphans;  // that have ended since all last rested: processes whose parents ended before them
  int pause;
  const char *code;  // why everything is ended, for the report; NULL where the provider ended by itself
  char detail[64];
};

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

// Reaps processes that have ended, a bounded number at a time. Otherwise a bomb whose processes start others and end
// would keep this busy forever. Returns false when no child is left.
static bool reap(struct watch *watch) {
  for (unsigned count = 0; count < MOST_REAPED; count++) {
    int status;
    struct rusage used;
    pid_t child = wait4(-1, &status, WNOHANG, &used);
    if (child == 0) return true;
    if (child < 0) return errno != ECHILD;
    // A process that lets itself be traced may stop.
    if (!WIFEXITED(status) && !WIFSIGNALED(status)) continue;
    // The largest size of the child and of those that it has waited for: in tier A the provider is bubblewrap's child.
    uint64_t bytes = (uint64_t)used.ru_maxrss * 1024;
    if (bytes > watch->largest_bytes) watch->largest_bytes = bytes;
    if (child == watch->provider) {
      watch->ended = true;
      watch->wait_status = status;
    } else if (child == guard_process()) {
      forget_guard();
    } else {
      watch->orphans++;
    }
  }
  return true;
}

// Lets killed processes die, for some milliseconds at most. Returns false when no child is left.
static bool wait_for_deaths(struct watch *watch, int milliseconds) {
  double end = seconds() + milliseconds / 1e3;
  while (reap(watch)) {
    double left = end - seconds();
    if (left <= 0) return true;
    struct pollfd waiting = {.fd = watch->signals, .events = POLLIN};
    struct signalfd_siginfo drained;
    if (poll(&waiting, 1, (int)(left * 1e3) + 1) == 1 && read(watch->signals, &drained, sizeof drained) < 0) continue;
  }
  return false;
}

// Kills everything below. The children of a killed process become ours (PR_SET_CHILD_SUBREAPER), so this repeats until
// there are none: neither setsid nor a double fork escapes, and stopped processes die as well. Returns false where some
// processes do not die.
//
// In tier B all processes are in one group, which they cannot leave, and in tier A in one namespace: one round is
// enough for both. Without a sandbox, each process that dies makes room under RLIMIT_NPROC for another, and a fork bomb
// uses that room faster than these rounds. Stopped processes keep their places: so after a few rounds all processes are
// stopped before they are killed.
static bool kill_descendants(struct watch *watch) {
  double end = seconds() + KILLING_SECONDS;
  bool left = reap(watch);
  for (unsigned round = 0; left; round++) {
    if (round >= PLAIN_ROUNDS) stop_descendants();
    kill_children();
    // Killed processes need the processors to end.
    left = wait_for_deaths(watch, round < 6 ? 1 << round : LONGEST_ROUND);
    if (left && seconds() > end) return false;
  }
  return true;
}

// Notes why everything is to be ended, and returns the status. The report follows when that is done: before, a
// provider's flood may have filled the pipe, and more of the flood may follow the report.
static int decide(struct watch *watch, const char *code, const char *detail, int status) {
  watch->code = code;
  snprintf(watch->detail, sizeof watch->detail, "%s", detail);
  return status;
}

static int exhausted(struct watch *watch, const char *what, int status) {
  return decide(watch, "resourceExhausted", what, status);
}

// Looks at the memory, or goes on with an exact measurement of it. Returns 0, or the exit status if there is too much.
// Clears *settles where what it saw may be older than what the processes did last.
static int judge_memory(struct watch *watch, const struct usage *now, unsigned most, bool *settles) {
  uint64_t limit = watch->settings->memory_bytes;
  if (!limit || now->most_bytes + watch->buffer_bytes <= limit) {
    watch->measuring_memory = false;
    return 0;
  }
  // The fast sum counts shared pages twice, and includes pages of files that the kernel can drop. This one is exact.
  uint64_t bytes;
  if (!watch->measuring_memory) watch->memory_rests = *settles;
  bool finished = measure_memory(&bytes, most, watch->measuring_memory);
  watch->measuring_memory = !finished;
  if (!finished) watch->pause = 0;
  *settles = *settles && watch->memory_rests;
  if (!finished || bytes + watch->buffer_bytes <= limit) return 0;
  if (bytes <= limit) {
    // It is the descriptors that are too many, and these were counted some measurements ago.
    struct held held;
    measure_files(&held, most, NULL, 0);
    watch->buffer_bytes = held.buffer_bytes;
    if (bytes + held.buffer_bytes <= limit) return 0;
  }
  return exhausted(watch, "memory", STATUS_MEMORY);
}

// Measures everything once. Returns 0, or the exit status for the limit that is exceeded.
//
// No verdict depends on how often this runs. Reading a process's memory waits for a lock that the process holds while
// it forks. Without a processor it holds the lock for seconds. So memory is measured in steps, and processes are
// counted before each step.
static int measure(struct watch *watch) {
  const struct settings *settings = watch->settings;
  // An idle worker costs a few system calls each time. It may be reused many times: each document has its own orphans.
  if (watch->settled && descendants_rest(&watch->last)) {
    watch->orphans = 0;
    return 0;
  }
  // A chain of processes that each start the next one and end never has many at a time. So all orphans are counted,
  // until nothing runs.
  if (settings->processes && watch->orphans > settings->processes * ORPHAN_FACTOR) {
    return exhausted(watch, "processes", STATUS_PROCESSES);
  }
  struct usage now;
  unsigned most = settings->processes ? settings->processes + 1 : 4096;
  measure_descendants(&now, most);
  if (settings->processes
      && (now.processes > settings->processes || now.threads > settings->processes * THREAD_FACTOR)) {
    return exhausted(watch, "processes", STATUS_PROCESSES);
  }
  // Control groups do that better.
  if (!settings->control_group && now.processor_time != UINT64_MAX
      && (now.processor_time < watch->shared_time || now.processor_time - watch->shared_time > SHARE_INTERVAL)) {
    watch->shared_time = now.processor_time;
    share_processors();
  }
  bool same = now.processes == watch->last.processes && now.most_bytes == watch->last.most_bytes
    && now.descriptors == watch->last.descriptors;
  watch->pause = !same ? SHORT_PAUSE : watch->pause * 2 < LONG_PAUSE ? watch->pause * 2 : LONG_PAUSE;
  bool settles = same && now.processor_time == watch->last.processor_time && now.processor_time != UINT64_MAX;
  // What takes several steps is complete only if nothing runs between them.
  if (!settles) watch->memory_rests = watch->mappings_rest = false;
  // Memory first: a look at the files would delay its verdict.
  int status = judge_memory(watch, &now, most, &settles);
  if (status) return status;
  // Not between the steps of an exact measurement either.
  bool free = !watch->measuring_memory;
  bool is_due = settles || watch->is_last || watch->writes_much;
  bool looks = free && (is_due || watch->measurements++ % DISK_INTERVAL == DISK_INTERVAL - 1);
  struct held held = {0};
  if (looks || (free && now.descriptors > FEW_DESCRIPTORS)) {
    const char *folder = settings->disk_bytes && looks ? settings->output_folder : NULL;
    measure_files(&held, most, folder, settings->file_bytes);
    bool grew = held.buffer_bytes > watch->buffer_bytes;
    watch->buffer_bytes = held.buffer_bytes;
    if (folder) {
      // What was mapped since then, where an earlier look had read already, is found by the next ones.
      if (!watch->reading_mappings) watch->mappings_rest = settles;
      watch->reading_mappings = held.is_partial;
      settles = settles && watch->mappings_rest && !held.is_partial;
    }
    if (grew) status = judge_memory(watch, &now, most, &settles);
    if (status) return status;
  }
  // Two equal measurements are needed: a process that was started while the first one listed the others is found by
  // the second.
  watch->settled = settles && !watch->measuring_memory;
  watch->last = now;
  if (settings->disk_bytes && settings->output_folder && looks) {
    uint64_t kept = measure_folder(settings->output_folder);
    if (kept <= settings->disk_bytes) kept += held.nameless_bytes;
    watch->writes_much = kept > settings->disk_bytes / 4;
    if (kept > settings->disk_bytes) return exhausted(watch, "output", STATUS_OUTPUT);
  }
  return 0;
}

// Measures once more before everything is ended, so that an excess is found even if this process looks late.
// Returns 0, or the exit status for the limit that is exceeded.
static int measure_last(struct watch *watch) {
  watch->is_last = true;
  watch->settled = false;
  watch->measuring_memory = false;
  int status = measure(watch);
  while (status == 0 && watch->measuring_memory) status = measure(watch);
  return status;
}

// Whether nothing runs and the provider has nothing to read: only input can make it run again. After the end of its
// input, a provider may be at work without reading.
static bool is_idle(const struct watch *watch) {
  struct pollfd input = {.fd = watch->input, .events = POLLIN};
  return watch->settled && watch->input >= 0 && poll(&input, 1, 0) == 0;
}

// Waits for a signal, the end of the host, input for an idle provider, or the time of the next measurement. Returns 0,
// or STATUS_STOPPED.
static int wait_for_events(struct watch *watch) {
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
    return decide(watch, "stopped", "the host is gone", STATUS_STOPPED);
  }
  if (!sources[0].revents) return 0;
  struct signalfd_siginfo signal;
  if (read(watch->signals, &signal, sizeof signal) != (ssize_t)sizeof signal) return 0;
  if (signal.ssi_signo == SIGCHLD) return 0;
  char text[32];
  snprintf(text, sizeof text, "signal %u", signal.ssi_signo);
  return decide(watch, "stopped", text, STATUS_STOPPED);
}

// The provider's own status, or 128 plus the signal that ended it, as bubblewrap passes it on.
static int status_of_provider(const struct watch *watch) {
  return WIFSIGNALED(watch->wait_status) ? 128 + WTERMSIG(watch->wait_status) : WEXITSTATUS(watch->wait_status);
}

// The status for a provider that was not ended by this process.
static int exit_status(struct watch *watch) {
  int status = status_of_provider(watch);
  // A file grew over its limit.
  if (status == 128 + SIGXFSZ) return exhausted(watch, "output", STATUS_OUTPUT);
  // If the machine's memory ran out before a measurement, the kernel has ended the provider. Only then does the largest
  // size count, because it includes mapped files.
  const char *group = watch->settings->control_group;
  if (status == 128 + SIGKILL && group && group_lacked_memory(group)) return exhausted(watch, "memory", STATUS_MEMORY);
  uint64_t memory = watch->settings->memory_bytes;
  if (status == 128 + SIGKILL && memory && watch->largest_bytes > memory) {
    return exhausted(watch, "memory", STATUS_MEMORY);
  }
  // The host trusts these statuses without a message.
  return status >= STATUS_MEMORY && status <= STATUS_LEFTOVER ? STATUS_RESERVED : status;
}

// Blocks the signals that are read from a descriptor instead.
static int signal_descriptor(void) {
  static const int numbers[] = {SIGCHLD, SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2};
  sigset_t set;
  sigemptyset(&set);
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) sigaddset(&set, numbers[i]);
  if (sigprocmask(SIG_SETMASK, &set, NULL) != 0) return -1;
  // If an ignored SIGCHLD is inherited, the kernel reaps for us.
  signal(SIGCHLD, SIG_DFL);
  signal(SIGPIPE, SIG_IGN);
  // Ctrl-Z stops the host and its group. If it also stopped this process, nobody would watch the provider.
  signal(SIGTSTP, SIG_IGN);
  return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

// A descriptor for the host's process. PR_SET_PDEATHSIG does not do: it signals the end of the thread that started us,
// and hosts start workers from threads that come and go.
static int host_descriptor(const struct settings *settings, bool *gone) {
  pid_t parent = getppid();
  *gone = settings->parent != 0 && parent != settings->parent;
  int host = parent > 0 ? (int)syscall(SYS_pidfd_open, parent, 0) : -1;
  if (host < 0) prctl(PR_SET_PDEATHSIG, SIGTERM, 0, 0, 0);
  if (getppid() != parent) *gone = true;
  return host;
}

// Closes the provider's streams here: with the output open twice, the host would not see the provider close it. The
// input stays open, to be polled.
static void close_streams(struct watch *watch) {
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
  // At the highest priority, where that is allowed: it may have to end hundreds of processes that do nothing but fork.
  // The provider keeps the host's priority, but never a raised one: threads of a host that root runs may have one.
  int priority = getpriority(PRIO_PROCESS, 0);
  if (priority < 0) priority = 0;
  setpriority(PRIO_PROCESS, 0, -20);
  // Tier A's namespace ends with its first process. Without seccomp a process leaves the group.
  if (settings->seccomp && prepare_guard() != 0) return report_sandbox("guard");
  watch.provider = fork();
  if (watch.provider < 0) return report_sandbox("fork");
  if (watch.provider == 0) {
    if (settings->control_group && enter_group(settings->control_group) != 0) _exit(report_sandbox("control group"));
    setpriority(PRIO_PROCESS, 0, priority);
    _exit(confine_and_execute(settings));
  }
  if (settings->own_proc) keep_own_proc(watch.provider);
  close_streams(&watch);

  int status = 0;
  while (status == 0 && reap(&watch) && !watch.ended) {
    status = measure(&watch);
    if (status == 0) status = wait_for_events(&watch);
  }
  // The signal to end may have been taken before the end of the provider that caused it.
  reap(&watch);
  bool ended_by_itself = watch.ended;
  if (status == 0 || status == STATUS_STOPPED) {
    int last = measure_last(&watch);
    if (last) status = last;
  }
  bool killed = kill_descendants(&watch);
  // The provider may have ended after the measurement and before it was killed.
  if (watch.ended && status_of_provider(&watch) != 128 + SIGKILL) ended_by_itself = true;
  // The host stops a provider that closes its output, as one that ends does: then how it ended is the verdict.
  if (status == 0 || (status == STATUS_STOPPED && ended_by_itself)) {
    watch.code = NULL;
    status = exit_status(&watch);
  }
  if (!killed && !watch.code) status = decide(&watch, "leftover", "not all processes could be killed", STATUS_LEFTOVER);
  if (watch.code) report(watch.code, watch.detail);
  return status;
}
