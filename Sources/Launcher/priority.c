// The priorities of a provider with many busy processes or threads.
//
// The kernel shares the processors between tasks: without control groups, a document with 61 busy processes would get
// 61 times the share of one with a single process. So the more tasks of a worker run, the lower their priority is, until
// all of them together count about as much as one. Where no other task wants the processors, that changes nothing.
#include "launcher.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum {
  FEW_TASKS = 4,  // honest providers have as many busy ones
  MOST_TASKS = 1024,
  LOWEST = 19,
};

struct task {
  pid_t thread;
  int nice;
};

static struct task running[MOST_TASKS];
static unsigned running_count;

static void add_running_tasks(pid_t process) {
  char path[64], text[1024];
  snprintf(path, sizeof path, "/proc/%d/task", process);
  DIR *threads = opendir(path);
  if (!threads) return;
  for (struct dirent *entry; running_count < MOST_TASKS && (entry = readdir(threads));) {
    if (!isdigit((unsigned char)entry->d_name[0])) continue;
    snprintf(path, sizeof path, "/proc/%d/task/%.16s/stat", process, entry->d_name);
    if (read_small(path, text, sizeof text) <= 0) continue;
    // The state follows the name in parentheses; the 16th number after it is the nice value (proc(5)).
    const char *place = strrchr(text, ')');
    char state;
    int nice;
    static const char format[] = " %c %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %d";
    if (!place || sscanf(place + 1, format, &state, &nice) != 2 || state != 'R') continue;
    running[running_count++] = (struct task){(pid_t)strtol(entry->d_name, NULL, 10), nice};
  }
  closedir(threads);
}

void lower_running_tasks(const pid_t *processes, unsigned count, unsigned threads) {
  if (threads <= FEW_TASKS) return;
  running_count = 0;
  for (unsigned i = 0; i < count; i++) add_running_tasks(processes[i]);
  if (running_count <= FEW_TASKS) return;
  // With each step of the nice value a task has four fifths of the share (sched(7)).
  int nice = 0;
  for (unsigned share = running_count * 1024; share > 1024 && nice < LOWEST; share = share * 4 / 5) nice++;
  for (unsigned i = 0; i < running_count; i++) {
    if (running[i].nice < nice) setpriority(PRIO_PROCESS, (id_t)running[i].thread, nice);
  }
}
