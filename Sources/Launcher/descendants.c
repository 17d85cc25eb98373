// The processes below the launcher, as /proc shows them (proc(5)).
#include "launcher.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum {
  MOST_WATCHED = 4096,
  MOST_PROCESSES = 1 << 22,  // PID_MAX_LIMIT
  MOST_WALKS = 100,
  LONGEST_STEP = 20,  // milliseconds
  MOST_STATUS = 16384,
  MAPPING_BYTES = 256,  // of the kernel for each mapping
};

// Processes and their parents, parents before children. Static: the launcher has one thread and hardly any heap.
static pid_t list[MOST_WATCHED];
static pid_t parents[MOST_WATCHED];
static unsigned list_count;
static unsigned thread_count;  // of all of them

ssize_t read_small(const char *path, char *buffer, size_t size) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return -1;
  size_t used = 0;
  ssize_t count;
  while (used < size - 1 && (count = read(file, buffer + used, size - 1 - used)) > 0) used += (size_t)count;
  close(file);
  buffer[used] = 0;
  return (ssize_t)used;
}

// Appends the processes that a thread started.
static void append_children(pid_t process, const char *thread, unsigned most) {
  static char text[1 << 16];
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task/%.16s/children", process, thread);
  if (read_small(path, text, sizeof text) <= 0) return;
  for (char *place = text; list_count < most;) {
    char *end;
    long child = strtol(place, &end, 10);
    if (end == place) return;
    if (child > 0 && child != guard_process()) {
      list[list_count] = (pid_t)child;
      parents[list_count++] = process;
    }
    place = end;
  }
}

// Appends the children of all threads of a process.
static void append_children_of(pid_t process, unsigned most) {
  char path[64], own[16];
  struct stat status;
  snprintf(path, sizeof path, "/proc/%d/task", process);
  // The folder has two links of its own and one for each thread. Most processes have one thread: no listing is needed.
  if (stat(path, &status) != 0) return;
  if (status.st_nlink > 2) thread_count += (unsigned)status.st_nlink - 2;
  if (status.st_nlink == 3) {
    snprintf(own, sizeof own, "%d", process);
    return append_children(process, own, most);
  }
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
  thread_count = 0;
  list_children(most);
  for (unsigned i = 0; i < list_count && list_count < most; i++) append_children_of(list[i], most);
}

static unsigned bounded(unsigned most) { return most < MOST_WATCHED ? most : MOST_WATCHED; }

// The processor time of the processes that were listed last; UINT64_MAX where one of them is gone. Two system calls for
// each, and no file.
static uint64_t processor_time(void) {
  uint64_t sum = 0;
  for (unsigned i = 0; i < list_count; i++) {
    clockid_t clock;
    struct timespec used;
    if (clock_getcpuclockid(list[i], &clock) != 0 || clock_gettime(clock, &used) != 0) return UINT64_MAX;
    sum += (uint64_t)used.tv_sec * 1000000000 + (uint64_t)used.tv_nsec;
  }
  return sum;
}

bool descendants_rest(const struct usage *usage) {
  return usage->processor_time != UINT64_MAX && processor_time() == usage->processor_time;
}

// The sum of the lines `Name:   12 kB` with these names, in bytes.
static uint64_t sum_of(const char *text, const char *const names[]) {
  uint64_t sum = 0;
  for (; *names; names++) {
    const char *place = strstr(text, *names);
    if (place) sum += strtoull(place + strlen(*names), NULL, 10) * 1024;
  }
  return sum;
}

// Reads the `status` of a thread. Returns whether the thread has memory: one that has ended has none.
static bool read_status(pid_t thread, char *text, size_t size) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/status", thread);
  return read_small(path, text, size) > 0 && strstr(text, "\nVmRSS:");
}

// The thread by which a process's memory and files are seen, with its `status`. A process whose first thread has ended
// looks empty by its own number, and lives on in its other threads. 0 for a process that has ended.
static pid_t living_thread(pid_t process, char *text, size_t size) {
  if (read_status(process, text, size)) return process;
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task", process);
  DIR *threads = opendir(path);
  if (!threads) return 0;
  pid_t living = 0;
  for (struct dirent *entry; !living && (entry = readdir(threads));) {
    pid_t thread = (pid_t)strtol(entry->d_name, NULL, 10);
    if (thread > 0 && thread != process && read_status(thread, text, size)) living = thread;
  }
  closedir(threads);
  return living;
}

// The most mappings that a process may have.
static uint64_t most_mappings(void) {
  static uint64_t most;
  char text[32];
  if (!most && read_small("/proc/sys/vm/max_map_count", text, sizeof text) > 0) most = strtoull(text, NULL, 10);
  return most ? most : 65530;
}

static uint64_t count_mappings(pid_t thread) {
  static char block[1 << 16];
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/maps", thread);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  uint64_t lines = 0;
  ssize_t count;
  while ((count = read(file, block, sizeof block)) > 0) {
    for (ssize_t i = 0; i < count; i++) lines += block[i] == '\n';
  }
  close(file);
  return lines;
}

void measure_descendants(struct usage *usage, unsigned most) {
  static const char *const whole[] = {"\nVmRSS:", "\nVmSwap:", "\nVmPTE:", "\nHugetlbPages:", NULL};
  static const char *const size[] = {"\nVmSize:", NULL};
  static char text[MOST_STATUS];
  uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
  list_descendants(bounded(most));
  usage->processes = list_count;
  usage->threads = thread_count;
  usage->processor_time = UINT64_MAX;
  usage->most_bytes = 0;
  usage->descriptors = 0;
  // Too many: there is no need to measure them.
  if (list_count >= most) return;
  usage->processor_time = processor_time();
  for (unsigned i = 0; i < list_count; i++) {
    pid_t thread = living_thread(list[i], text, sizeof text);
    if (!thread) continue;
    uint64_t mappings = sum_of(text, size) / page;
    if (mappings > most_mappings()) mappings = most_mappings();
    usage->most_bytes += sum_of(text, whole) + mappings * MAPPING_BYTES;
    char path[64];
    struct stat status;
    snprintf(path, sizeof path, "/proc/%d/fd", thread);
    if (stat(path, &status) != 0 || usage->descriptors == UINT64_MAX) continue;
    // Before Linux 6.2 the size of the folder is 0.
    usage->descriptors = status.st_size ? usage->descriptors + (uint64_t)status.st_size : UINT64_MAX;
  }
}

void share_processors(void) {
  lower_running_tasks(list, list_count, thread_count);
}

// Anonymous and shared memory, page tables and mappings of one process, in bytes.
static uint64_t memory_of(pid_t process) {
  static const char *const shares[] = {"\nPss_Anon:", "\nPss_Shmem:", "\nSwapPss:", NULL};
  static const char *const whole[] = {"\nRssAnon:", "\nRssShmem:", "\nVmSwap:", NULL};
  static const char *const tables[] = {"\nVmPTE:", "\nHugetlbPages:", NULL};
  static char status[MOST_STATUS];
  char path[64], text[4096];
  pid_t thread = living_thread(process, status, sizeof status);
  if (!thread) return 0;
  uint64_t sum = sum_of(status, tables) + count_mappings(thread) * MAPPING_BYTES;
  snprintf(path, sizeof path, "/proc/%d/smaps_rollup", thread);
  if (read_small(path, text, sizeof text) > 0 && strstr(text, "\nPss_Anon:")) return sum + sum_of(text, shares);
  return sum + sum_of(status, whole);
}

static uint64_t milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

bool measure_memory(uint64_t *bytes, unsigned most, bool goes_on) {
  // The processes of the measurement under way.
  static pid_t measured[MOST_WATCHED];
  static unsigned count, next;
  static uint64_t sum;
  if (!goes_on) {
    list_descendants(bounded(most));
    memcpy(measured, list, list_count * sizeof *list);
    count = list_count;
    next = 0;
    sum = 0;
  }
  uint64_t end = milliseconds() + LONGEST_STEP;
  while (next < count && milliseconds() < end) sum += memory_of(measured[next++]);
  *bytes = sum;
  return next == count;
}

void measure_files(struct held *held, unsigned most, const char *folder, uint64_t file_bytes) {
  static pid_t threads[MOST_WATCHED];
  static char text[MOST_STATUS];
  start_files(held);
  list_descendants(bounded(most));
  // All open files first: a mapped file that somebody has open is known exactly.
  for (unsigned i = 0; i < list_count; i++) {
    threads[i] = living_thread(list[i], text, sizeof text);
    if (threads[i]) count_open_files(held, threads[i]);
  }
  for (unsigned i = 0; folder && i < list_count; i++) {
    if (threads[i]) count_mapped_files(held, list[i], threads[i], folder, file_bytes);
  }
  if (folder) end_mapped_files();
}

void kill_children(void) {
  // Only our own children get a signal: nobody else can reap them, so their numbers cannot have been reused.
  list_children(MOST_WATCHED);
  pid_t own = getpgrp();
  for (unsigned i = 0; i < list_count; i++) {
    // A signal to a group reaches every fork: either the child exists and gets the signal, too, or the fork fails.
    pid_t group = getpgid(list[i]);
    if (group > 1 && group != own && kill(-group, SIGKILL) == 0) {
      // They only have to end, and should get the processor for that at once. Only root may do this.
      setpriority(PRIO_PGRP, (id_t)group, -20);
    }
    kill(list[i], SIGKILL);
  }
  // Not listed above, but mostly killed with the provider's group. Its number is its own until it is reaped.
  if (guard_process()) kill(guard_process(), SIGKILL);
}

// Sends SIGSTOP to a process. Returns false if it is already stopped or dead, or if its number belongs to another
// process now. After this call it starts no process, although it may take a while to stop.
static bool stop(pid_t process, pid_t parent) {
  char path[64], text[1024];
  // The descriptor stays with the process, so that the signal cannot reach another one with the same number.
  int held = (int)syscall(SYS_pidfd_open, process, 0);
  snprintf(path, sizeof path, "/proc/%d/stat", process);
  bool stopped = false;
  if (held >= 0 && read_small(path, text, sizeof text) > 0) {
    char *place = strrchr(text, ')');
    char state;
    int now;
    bool read = place && sscanf(place + 1, " %c %d", &state, &now) == 2;
    if (read && (now == parent || now == getpid()) && !strchr("TZX", state)) {
      stopped = syscall(SYS_pidfd_send_signal, held, SIGSTOP, NULL, 0) == 0;
    }
  }
  if (held >= 0) close(held);
  return stopped;
}

void stop_descendants(void) {
  static unsigned char sent[MOST_PROCESSES / 8];
  memset(sent, 0, sizeof sent);
  for (unsigned walk = 0; walk < MOST_WALKS; walk++) {
    unsigned new = 0;
    list_descendants(MOST_WATCHED);
    for (unsigned i = 0; i < list_count; i++) {
      unsigned number = (unsigned)list[i] % MOST_PROCESSES;
      if (sent[number / 8] & 1 << number % 8) continue;
      sent[number / 8] |= (unsigned char)(1 << number % 8);
      new += stop(list[i], parents[i]);
    }
    if (new == 0) return;
  }
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
      // The state and numbers follow the name in parentheses. The 17th number is the count of threads.
      const char *place = strrchr(text, ')');
      if (place) sscanf(place + 1, " %*c %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %u", &threads);
    }
    count += threads;
  }
  closedir(processes);
  return count;
}
