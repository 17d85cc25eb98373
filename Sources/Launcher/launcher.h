// Declarations that the parts of cameo-launcher share.
//
// The launcher starts one provider of previews, confines it, watches it, and ends everything that the provider started.
// It is a C program of its own, because a Swift program has megabytes and takes milliseconds to start, and this one may
// run once for each document.
#ifndef CAMEO_LAUNCHER_H
#define CAMEO_LAUNCHER_H

#define _GNU_SOURCE
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// Exit statuses of the launcher itself. A provider that exits with one of 121 to 125 is reported as STATUS_RESERVED, so
// these are certain. A provider may also exit with the others: the launcher's last line on standard error tells them
// apart.
enum {
  STATUS_RESERVED = 119,
  STATUS_SANDBOX = 120,    // the sandbox could not be made: nothing was run
  STATUS_MEMORY = 121,     // the provider and its children held more memory than allowed
  STATUS_PROCESSES = 122,  // there were more processes or threads than allowed
  STATUS_OUTPUT = 123,     // they wrote more than allowed
  STATUS_STOPPED = 124,    // the host asked for the end, or is gone
  STATUS_LEFTOVER = 125,   // something could not be killed within a minute
  STATUS_NOT_EXECUTABLE = 126,
  STATUS_NOT_FOUND = 127,
};

enum { MAXIMUM_PATHS = 1024 };

// What the provider may do with a path.
enum path_use {
  PATH_PROGRAMS,  // read and execute
  PATH_DATA,      // read
  PATH_DEVICE,    // read and write what exists, create nothing
  PATH_OUTPUT,    // everything but executing and special files: the output folder, and folders of users
};

struct allowed_path {
  const char *path;
  enum path_use use;
};

enum landlock_use { LANDLOCK_OFF, LANDLOCK_WHERE_POSSIBLE, LANDLOCK_REQUIRED };

struct settings {
  // Watching.
  pid_t parent;                // the host; 0: any parent
  bool drops_privileges;       // set where the launcher runs as root
  bool keeps_user;             // the program stays the user, with the umask, and without capabilities
  uid_t user;
  gid_t group;
  uint64_t memory_bytes;       // 0: not watched, as for all limits
  unsigned processes;
  unsigned tasks;              // RLIMIT_NPROC: threads and processes, besides those that the user runs already
  unsigned open_files;
  uint64_t file_bytes;         // of one file
  const char *control_group;   // a folder of cgroup v2 for the program, which the host removes; NULL: none
  const char *output_folder;   // the provider's working directory, where disk use is counted
  uint64_t disk_bytes;         // of all files there
  // Confining.
  bool inner;                  // only confine and execute: another launcher watches
  enum landlock_use landlock;
  int landlock_version;        // the highest to use, for tests of older kernels
  bool seccomp;
  bool own_proc;               // some files of /proc/self may be read
  const char *no_exec[2];      // mounts from which nothing may be executed or mapped as code
  struct allowed_path paths[MAXIMUM_PATHS];
  size_t path_count;
  char *const *command;
};

// report.c: writes the one line for the host, `cameo-launcher: <code>: <detail>`. Waits two seconds at most.
void report(const char *code, const char *detail);
// Reports that the sandbox could not be made, with the text for errno. Returns the status for it.
int report_sandbox(const char *step);

// landlock.c: returns 0, or -1 with errno. Uses the running kernel's rights, up to settings->landlock_version.
int restrict_paths(const struct settings *settings);
// Keeps the files of /proc that a process may read of its own. Without this call, the rules for them are lost when the
// kernel forgets the files to free memory.
void keep_own_proc(pid_t process);
int landlock_version_of_kernel(void);

// seccomp.c: returns 0, or -1 with errno. Call it last: only execve may follow.
int restrict_calls(void);

// confine.c: limits, user, Landlock, seccomp, then the command. Returns only on failure, with the exit status.
int confine_and_execute(const struct settings *settings);

// descendants.c: what runs below this process.
struct usage {
  unsigned processes;
  unsigned threads;         // of all processes: one each at least
  uint64_t most_bytes;      // at most: memory, swap, page tables and mappings, shared pages more than once
  uint64_t descriptors;     // of all processes; UINT64_MAX where it is not known (before Linux 6.2)
  uint64_t processor_time;  // in nanoseconds
};
// If there are `most` processes, only their number is measured.
void measure_descendants(struct usage *usage, unsigned most);
// Whether none of the processes of the last measurement has run since. Then nothing has changed.
bool descendants_rest(const struct usage *usage);
// Anonymous and shared memory below this process, shared pages counted once (smaps_rollup): exact, but slow. Each call
// measures for some milliseconds, and continues where the last one stopped if `goes_on`. Returns whether *bytes is
// known.
bool measure_memory(uint64_t *bytes, unsigned most, bool goes_on);
// What processes hold that is neither in their size nor in a folder.
struct held {
  uint64_t nameless_bytes;  // on disk, of files that were removed, but are still open or mapped
  uint64_t buffer_bytes;    // the most that descriptors can have in the kernel: pipes, sockets, sets (epoll)
  bool is_partial;          // the mappings of a process take more looks than this one
};
// For all below this process. `folder` is where removed files are looked for in mappings; NULL: nowhere. `file_bytes`
// is the size of a mapped file that cannot be found out.
void measure_files(struct held *held, unsigned most, const char *folder, uint64_t file_bytes);
// Sends SIGKILL to all children of this process and to their process groups. Their children then become ours.
void kill_children(void);
// Sends SIGSTOP to all processes below this one, until none is left that did not get it.
void stop_descendants(void);
// Threads and processes of a user.
unsigned count_tasks(uid_t user);
// Reads a small file of /proc and ends it with a zero. Returns the number of bytes, or -1.
ssize_t read_small(const char *path, char *buffer, size_t size);

// Lowers the priority of the processes of the last measurement if many of their threads run.
void share_processors(void);

// priority.c: does it for processes that have `threads` together.
void lower_running_tasks(const pid_t *processes, unsigned count, unsigned threads);

// files.c: parts of measure_files. `thread` is one of a process.
void start_files(struct held *held);
void count_open_files(struct held *held, pid_t thread);
// Reads some thousand mappings, and continues with the next call for this process. Counts those of the calls before,
// too.
void count_mapped_files(struct held *held, pid_t process, pid_t thread, const char *folder, uint64_t file_bytes);
// Forgets where it was in processes that it was not called for since the last call of this.
void end_mapped_files(void);

// guard.c: ends the provider's group if the launcher is killed. The second of these is for the provider's process,
// after setsid, and the others are for the launcher. The first two return 0, or -1 with errno.
int prepare_guard(void);
int start_guard(void);
// 0 if there is none. It is below this process, but is not counted.
pid_t guard_process(void);
// Call it when the guard has been reaped: its number may be another process's then.
void forget_guard(void);

// group.c: the control group of the program. The first of these is for the provider's process, and returns 0, or -1
// with errno. The second says whether the kernel has ended a process of the group because its memory ran out.
int enter_group(const char *path);
bool group_lacked_memory(const char *path);

// disk.c: bytes on disk below a folder; UINT64_MAX for a folder beyond the limits on depth and entries.
uint64_t measure_folder(const char *path);

// supervise.c: runs the command and watches it. Returns the exit status of the launcher.
int supervise(const struct settings *settings);

// selftest.c: tries, from inside a sandbox, what must not be possible. Returns the exit status.
int self_test(const char *input_folder, const char *output_folder, const char *foreign_file);

#endif
