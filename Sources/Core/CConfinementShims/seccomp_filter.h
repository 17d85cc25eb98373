// Builds seccomp filters (seccomp(2)): for commands that confine themselves (seccomp_shim.c), and for the programs that
// Sources/Launcher confines.
#ifndef CAMEO_SECCOMP_FILTER_H
#define CAMEO_SECCOMP_FILTER_H

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef OWN_ARCHITECTURE

// Calls with one number on all architectures that Debian's headers may not know yet.
enum {
  CALL_QUOTACTL_FD = 443,
  CALL_LANDLOCK_CREATE_RULESET = 444,
  CALL_LANDLOCK_ADD_RULE = 445,
  CALL_LANDLOCK_RESTRICT_SELF = 446,
  CALL_MEMFD_SECRET = 447,
  CALL_PROCESS_MRELEASE = 448,
  CALL_CACHESTAT = 451,
  CALL_FCHMODAT2 = 452,
  CALL_STATMOUNT = 457,
  CALL_LISTMOUNT = 458,
  NEWEST_KNOWN_CALL = 462,  // mseal; later ones (setxattrat, file_setattr, ...) fail with ENOSYS
};

enum { MOST_INSTRUCTIONS = 1024 };

struct filter {
  struct sock_filter instructions[MOST_INSTRUCTIONS];
  unsigned short count;
};

#define COUNT(array) (sizeof(array) / sizeof *(array))

static inline void add(struct filter *filter, uint16_t code, uint32_t value, uint8_t yes, uint8_t no) {
  // If the filter is full, the count still grows, and its user refuses it.
  if (filter->count < MOST_INSTRUCTIONS) {
    filter->instructions[filter->count] = (struct sock_filter){.code = code, .jt = yes, .jf = no, .k = value};
  }
  filter->count++;
}

static inline void load(struct filter *filter, size_t offset) {
  add(filter, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0);
}

// Loads the lower half of an argument: of an int the kernel uses only this half. Both architectures are little-endian.
static inline void load_argument(struct filter *filter, unsigned number) {
  load(filter, offsetof(struct seccomp_data, args) + 8 * number);
}

static inline void give(struct filter *filter, uint32_t action) { add(filter, BPF_RET | BPF_K, action, 0, 0); }
static inline void fail_with(struct filter *filter, int error) { give(filter, SECCOMP_RET_ERRNO | (uint32_t)error); }
static inline void allow_call(struct filter *filter) { give(filter, SECCOMP_RET_ALLOW); }

// The instructions up to `end_of_call` are for one call. Every path through them must return.
static inline unsigned short call(struct filter *filter, int number) {
  add(filter, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)number, 0, 0);
  return (unsigned short)(filter->count - 1);
}

static inline void end_of_call(struct filter *filter, unsigned short start) {
  if (start < MOST_INSTRUCTIONS) filter->instructions[start].jf = (uint8_t)(filter->count - start - 1);
}

static inline void fail_if(struct filter *filter, uint16_t test, uint32_t value, int error) {
  add(filter, BPF_JMP | test | BPF_K, value, 0, 1);
  fail_with(filter, error);
}

static inline void allow_if(struct filter *filter, uint16_t test, uint32_t value) {
  add(filter, BPF_JMP | test | BPF_K, value, 0, 1);
  allow_call(filter);
}

static inline void fail_all(struct filter *filter, const int *calls, size_t count, int error) {
  for (size_t i = 0; i < count; i++) fail_if(filter, BPF_JEQ, (uint32_t)calls[i], error);
}

// Ends a process that makes calls of another architecture, and loads the number of the call.
static inline void load_call(struct filter *filter) {
  load(filter, offsetof(struct seccomp_data, arch));
  add(filter, BPF_JMP | BPF_JEQ | BPF_K, OWN_ARCHITECTURE, 1, 0);
  give(filter, SECCOMP_RET_KILL_PROCESS);
  load(filter, offsetof(struct seccomp_data, nr));
}

// Landlock before version 3 ignores O_TRUNC, and every version ignores access mode 3, which asks for neither reading
// nor writing. Both could truncate a file that may only be read, or not even that.
static inline void fail_if_truncating(struct filter *filter, unsigned flags) {
  load_argument(filter, flags);
  add(filter, BPF_ALU | BPF_AND | BPF_K, O_ACCMODE | O_TRUNC, 0, 0);
  fail_if(filter, BPF_JEQ, O_TRUNC, EPERM);
  fail_if(filter, BPF_JEQ, O_ACCMODE, EPERM);
  fail_if(filter, BPF_JEQ, O_ACCMODE | O_TRUNC, EPERM);
}

// A rename with RENAME_WHITEOUT leaves a device at the old path (character device 0:0). Landlock has no right for that.
static inline void deny_whiteouts(struct filter *filter) {
  unsigned short start = call(filter, SYS_renameat2);
  load_argument(filter, 4);
  fail_if(filter, BPF_JSET, 4 /* RENAME_WHITEOUT */, EINVAL);
  allow_call(filter);
  end_of_call(filter, start);
}

// Calls about a process must be about the caller, by its number, which execve keeps. So children of the caller cannot
// make them about themselves; abort() still ends them. Where `zero` is set, 0 is the caller, too.
static inline void check_own_process(struct filter *filter) {
  static const struct {
    int call;
    bool zero;
  } calls[] = {
    {SYS_kill, false}, {SYS_tgkill, false}, {SYS_prlimit64, true}, {SYS_sched_setaffinity, true},
    {SYS_sched_setscheduler, true}, {SYS_sched_setparam, true}, {SYS_sched_setattr, true},
  };
  for (size_t i = 0; i < COUNT(calls); i++) {
    unsigned short start = call(filter, calls[i].call);
    load_argument(filter, 0);
    if (calls[i].zero) allow_if(filter, BPF_JEQ, 0);
    allow_if(filter, BPF_JEQ, (uint32_t)getpid());
    fail_with(filter, EPERM);
    end_of_call(filter, start);
  }
  unsigned short start = call(filter, SYS_setpriority);
  load_argument(filter, 0);
  fail_if(filter, BPF_JSET, 0xffffffff, EPERM);
  load_argument(filter, 1);
  allow_if(filter, BPF_JEQ, 0);
  fail_with(filter, EPERM);
  end_of_call(filter, start);
}

#endif
#endif
