#define _GNU_SOURCE
#include "CTrespass.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static int opens(int process, const char *what, int flags) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/%s", process, what);
  int file = open(path, flags | O_NONBLOCK);
  char byte;
  // The environment is refused at reading only.
  int opened = file >= 0 && (flags != O_RDONLY || what[0] != 'e' || read(file, &byte, 1) >= 0);
  if (file >= 0) close(file);
  return opened;
}

static int signals(int process) { return kill(process, 0) == 0; }
static int limits(int process) {
  struct rlimit limit;
  return prlimit(process, RLIMIT_CORE, NULL, &limit) == 0;
}
static int binds(int process) {
  cpu_set_t processors;
  return sched_getaffinity(0, sizeof processors, &processors) == 0
    && sched_setaffinity(process, sizeof processors, &processors) == 0;
}
static int schedules(int process) { return sched_setscheduler(process, SCHED_OTHER, &(struct sched_param){0}) == 0; }
static int slows(int process) { return setpriority(PRIO_PROCESS, (id_t)process, 0) == 0; }
static int opens_memory(int process) { return opens(process, "mem", O_RDONLY); }
static int reads_environment(int process) { return opens(process, "environ", O_RDONLY); }
static int opens_input(int process) { return opens(process, "fd/0", O_RDONLY); }
static int opens_errors(int process) { return opens(process, "fd/2", O_WRONLY); }
static int executes(int process) {
  (void)process;
  pid_t child;
  int status;
  char *arguments[] = {"true", NULL};
  return posix_spawn(&child, "/bin/true", NULL, NULL, arguments, NULL) == 0 && waitpid(child, &status, 0) == child
    && status == 0;
}
static int forks(int process) {
  (void)process;
  pid_t child = fork();
  if (child == 0) _exit(0);
  return child > 0 && waitpid(child, NULL, 0) == child;
}

static const struct {
  const char *name;
  int (*succeeds)(int process);
} attempts[] = {
  {"signal", signals}, {"limit", limits}, {"processors", binds}, {"scheduler", schedules}, {"priority", slows},
  {"memory", opens_memory}, {"environment", reads_environment}, {"input", opens_input}, {"errors", opens_errors},
  {"execute", executes}, {"fork", forks},
};

const char *trespass_name(int number) {
  return number >= 0 && number < (int)(sizeof attempts / sizeof *attempts) ? attempts[number].name : NULL;
}

int trespass(int number, int process) { return trespass_name(number) ? attempts[number].succeeds(process) : 0; }

int trespass_forgo_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }
