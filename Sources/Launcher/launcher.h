// What the parts of cameo-launcher share.
//
// The launcher starts one provider of previews, confines it, watches it, and ends everything that the provider started. It is a
// C program of its own, because a Swift one weighs megabytes and starts in milliseconds, and this one runs once a document.
#ifndef CAMEO_LAUNCHER_H
#define CAMEO_LAUNCHER_H

#define _GNU_SOURCE
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// Exit statuses of the launcher itself. A provider may end with the same numbers; the last line on standard error tells them apart.
enum {
  STATUS_SANDBOX = 120,    // the sandbox could not be made: nothing was run
  STATUS_MEMORY = 121,     // the provider and its children held more memory than allowed
  STATUS_PROCESSES = 122,  // there were more of them than allowed
  STATUS_OUTPUT = 123,     // they wrote more than allowed
  STATUS_STOPPED = 124,    // the host asked for the end, or is gone
  STATUS_LEFTOVER = 125,   // something could not be killed within fifteen seconds
  STATUS_NOT_EXECUTABLE = 126,
  STATUS_NOT_FOUND = 127,
};

enum { MAXIMUM_PATHS = 128 };

// What one of the paths that the provider may reach is for.
enum path_use {
  PATH_PROGRAMS,  // read and execute
  PATH_DATA,      // read
  PATH_DEVICE,    // read and write what exists, make nothing
  PATH_OUTPUT,    // everything but executing and special files
};

struct allowed_path {
  const char *path;
  enum path_use use;
};

enum landlock_use { LANDLOCK_OFF, LANDLOCK_WHERE_POSSIBLE, LANDLOCK_REQUIRED };

struct settings {
  // Watching.
  pid_t parent;                // the host; 0: whoever started us
  bool drops_privileges;       // set when we run as root
  uid_t user;
  gid_t group;
  uint64_t memory_bytes;       // 0: not watched, as for all limits
  unsigned processes;
  unsigned tasks;              // RLIMIT_NPROC, threads and processes together, above what the user runs already
  unsigned open_files;
  uint64_t file_bytes;         // of one file
  const char *output_folder;   // the current directory of the provider; where disk use is counted
  uint64_t disk_bytes;         // of all files there
  // Confining.
  bool inner;                  // confine and execute, and do not watch: another launcher does
  enum landlock_use landlock;
  int landlock_version;        // the highest that is used, for tests of older kernels
  bool seccomp;
  bool own_proc;               // /proc/self may be read
  struct allowed_path paths[MAXIMUM_PATHS];
  size_t path_count;
  char *const *command;
};

// report.c: the one line for the host. `cameo-launcher: <code>: <detail>`; waits two seconds at most.
void report(const char *code, const char *detail);
// Reports that the sandbox could not be made, with the words for errno, and gives the status for it.
int report_sandbox(const char *step);

// landlock.c: 0, or -1 with errno. The rights are those of the running kernel, up to settings->landlock_version.
int restrict_paths(const struct settings *settings);
int landlock_version_of_kernel(void);

// seccomp.c: 0, or -1 with errno. Call last: what follows is only execve.
int restrict_calls(void);

// confine.c: limits, user, Landlock, seccomp, then the command; returns only where that failed, with the exit status.
int confine_and_execute(const struct settings *settings);

// descendants.c: what runs below this process.
struct usage {
  unsigned processes;
  uint64_t resident_bytes;  // sums the pages of each process, so it counts shared ones more than once
  uint64_t processor_time;  // in nanoseconds
};
// Where there are as many as `most`, only their number.
void measure_descendants(struct usage *usage, unsigned most);
// Whether those that were measured last have not run since: then nothing below has changed, for whoever could change it is one of them.
bool descendants_rest(const struct usage *usage);
// Anonymous and shared memory below this process, shared pages counted once (smaps_rollup): slow, and exact.
uint64_t measure_memory(unsigned most);
// Bytes on disk of files that have been removed and are still open below this process.
uint64_t measure_nameless_files(unsigned most);
// Sends SIGKILL to all children of this process and to their process groups; the children of the dead become ours. How many there were.
unsigned kill_children(void);
// Sends SIGSTOP to all processes below this one, until there is none that has not got it.
void stop_descendants(void);
// Threads and processes of a user.
unsigned count_tasks(uid_t user);

// disk.c: bytes on disk below a folder; UINT64_MAX where it is deeper or fuller than anything honest.
uint64_t measure_folder(const char *path);

// supervise.c: runs the command and everything around it; the exit status of the launcher.
int supervise(const struct settings *settings);

// selftest.c: tries from inside what must not be possible; the exit status.
int self_test(const char *input_folder, const char *output_folder, const char *foreign_file);

#endif
