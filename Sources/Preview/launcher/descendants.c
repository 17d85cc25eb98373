// What runs below the launcher, from /proc (proc(5)).
#include "launcher.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MOST_WATCHED = 4096 };

// Processes and who started them, parents before children. Static: the launcher has one thread and no heap to speak of.
static pid_t list[MOST_WATCHED];
static pid_t parents[MOST_WATCHED];
static unsigned list_count;

// Reads a small file of /proc; the bytes read, and a zero behind them.
static ssize_t read_small(const char *path, char *buffer, size_t size) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return -1;
  size_t used = 0;
  ssize_t count;
  while (used < size - 1 && (count = read(file, buffer + used, size - 1 - used)) > 0) used += (size_t)count;
  close(file);
  buffer[used] = 0;
  return (ssize_t)used;
}

// Appends the processes that a thread has started.
static void append_children(pid_t process, const char *thread, unsigned most) {
  static char text[1 << 16];
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task/%.16s/children", process, thread);
  if (read_small(path, text, sizeof text) <= 0) return;
  for (char *place = text; list_count < most;) {
    char *end;
    long child = strtol(place, &end, 10);
    if (end == place) return;
    if (child > 0) {
      list[list_count] = (pid_t)child;
      parents[list_count++] = process;
    }
    place = end;
  }
}

// Appends the children of all threads of a process.
static void append_children_of(pid_t process, unsigned most) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task", process);
  DIR *threads = opendir(path);
  if (!threads) return;
  for (struct dirent *entry; (entry = readdir(threads));) {
    if (isdigit((unsigned char)entry->d_name[0])) append_children(process, entry->d_name, most);
  }
  closedir(threads);
}

static void list_children(unsigned most) {
  char own[16];
  list_count = 0;
  snprintf(own, sizeof own, "%d", getpid());
  append_children(getpid(), own, most);
}

static void list_descendants(unsigned most) {
  list_children(most);
  for (unsigned i = 0; i < list_count; i++) append_children_of(list[i], most);
}

static unsigned bounded(unsigned most) { return most < MOST_WATCHED ? most : MOST_WATCHED; }

void measure_descendants(struct usage *usage, unsigned most) {
  char path[64], text[256];
  long page = sysconf(_SC_PAGESIZE);
  list_descendants(bounded(most));
  usage->processes = list_count;
  usage->resident_bytes = 0;
  for (unsigned i = 0; i < list_count; i++) {
    unsigned long size, resident;
    snprintf(path, sizeof path, "/proc/%d/statm", list[i]);
    if (read_small(path, text, sizeof text) <= 0) continue;
    if (sscanf(text, "%lu %lu", &size, &resident) == 2) usage->resident_bytes += (uint64_t)resident * (uint64_t)page;
  }
}

// The sum of lines `Name:   12 kB` of a text, in bytes.
static uint64_t sum_of(const char *text, const char *const names[]) {
  uint64_t sum = 0;
  for (; *names; names++) {
    const char *place = strstr(text, *names);
    if (place) sum += strtoull(place + strlen(*names), NULL, 10) * 1024;
  }
  return sum;
}

uint64_t measure_memory(unsigned most) {
  static const char *const shares[] = {"\nPss_Anon:", "\nPss_Shmem:", "\nSwapPss:", NULL};
  static const char *const whole[] = {"\nRssAnon:", "\nRssShmem:", "\nVmSwap:", NULL};
  char path[64], text[4096];
  uint64_t sum = 0;
  list_descendants(bounded(most));
  for (unsigned i = 0; i < list_count; i++) {
    snprintf(path, sizeof path, "/proc/%d/smaps_rollup", list[i]);
    if (read_small(path, text, sizeof text) > 0 && strstr(text, "\nPss_Anon:")) {
      sum += sum_of(text, shares);
      continue;
    }
    snprintf(path, sizeof path, "/proc/%d/status", list[i]);
    if (read_small(path, text, sizeof text) > 0) sum += sum_of(text, whole);
  }
  return sum;
}

unsigned kill_children(void) {
  // Only our own children are sent a signal: nobody else can reap them, so that no number can have passed to a stranger.
  list_children(MOST_WATCHED);
  for (unsigned i = 0; i < list_count; i++) kill(list[i], SIGKILL);
  return list_count;
}

// Sends SIGSTOP to a process that runs; false where it is stopped or dead already, or has become another.
static bool stop(pid_t process, pid_t parent) {
  char path[64], text[1024];
  // The descriptor holds on to the process, so that the number cannot pass to another between the look and the signal.
  int held = (int)syscall(SYS_pidfd_open, process, 0);
  snprintf(path, sizeof path, "/proc/%d/stat", process);
  bool stopped = false;
  if (held >= 0 && read_small(path, text, sizeof text) > 0) {
    char *place = strrchr(text, ')');
    char state;
    int now;
    if (place && sscanf(place + 1, " %c %d", &state, &now) == 2 && (now == parent || now == getpid()) && !strchr("TZX", state)) {
      stopped = syscall(SYS_pidfd_send_signal, held, SIGSTOP, NULL, 0) == 0;
    }
  }
  if (held >= 0) close(held);
  return stopped;
}

unsigned stop_descendants(void) {
  unsigned count = 0;
  list_descendants(MOST_WATCHED);
  for (unsigned i = 0; i < list_count; i++) count += stop(list[i], parents[i]);
  return count;
}

unsigned count_tasks(uid_t user) {
  unsigned count = 0;
  char path[64], text[1024];
  DIR *processes = opendir("/proc");
  if (!processes) return 0;
  for (struct dirent *entry; (entry = readdir(processes));) {
    struct stat status;
    if (!isdigit((unsigned char)entry->d_name[0])) continue;
    if (fstatat(dirfd(processes), entry->d_name, &status, 0) != 0 || status.st_uid != user) continue;
    snprintf(path, sizeof path, "/proc/%.16s/stat", entry->d_name);
    unsigned threads = 1;
    if (read_small(path, text, sizeof text) > 0) {
      // After the name in parentheses come the state and then numbers, of which the 17th is that of threads.
      const char *place = strrchr(text, ')');
      if (place) sscanf(place + 1, " %*c %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %u", &threads);
    }
    count += threads;
  }
  closedir(processes);
  return count;
}
