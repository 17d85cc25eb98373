#define _GNU_SOURCE
#include "CForkServer.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <linux/sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#error "confine.c knows x86-64 and aarch64"
#endif

// Landlock by its raw calls: Debian 12 has no functions for it.
enum {
  CALL_CREATE_RULESET = 444, CALL_ADD_RULE = 445, CALL_RESTRICT_SELF = 446, VERSION = 1, BENEATH_A_PATH = 1,
  MAKE_BLOCK_DEVICE = 1 << 11,
  REFER = 1 << 13,  // version 2: rename and link between folders, which each domain denies that does not allow it
};

int fork_server_is_possible(void) {
  return syscall(CALL_CREATE_RULESET, NULL, 0, VERSION) >= 1 && prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1;
}

int fork_server_fork(void) { return fork(); }

// A domain of its own is what counts; what it denies, the making of block devices, nobody does here anyway.
static int enter_domain(void) {
  const int knows_refer = syscall(CALL_CREATE_RULESET, NULL, 0, VERSION) >= 2;
  const uint64_t handled = MAKE_BLOCK_DEVICE | (knows_refer ? REFER : 0);
  int rules = (int)syscall(CALL_CREATE_RULESET, &handled, sizeof handled, 0);
  if (rules < 0) return -1;
  int result = 0;
  if (knows_refer) {
    struct {
      uint64_t allowed;
      int32_t parent;
    } __attribute__((packed)) everywhere = {REFER, open("/", O_PATH | O_CLOEXEC)};
    result = everywhere.parent < 0 ? -1 : (int)syscall(CALL_ADD_RULE, rules, BENEATH_A_PATH, &everywhere, 0);
    int error = errno;
    if (everywhere.parent >= 0) close(everywhere.parent);
    errno = error;
  }
  if (result == 0) result = (int)syscall(CALL_RESTRICT_SELF, rules, 0);
  int error = errno;
  close(rules);
  errno = error;
  return result;
}

#define LOAD(member) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, member))
#define GIVE(action) BPF_STMT(BPF_RET | BPF_K, action)
// Where the loaded value is `value`, the next instruction; else the one behind it.
#define IF(value) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1)
#define DENY(call) IF(call), GIVE(SECCOMP_RET_ERRNO | EPERM)
// The call is for the caller itself by the process number 0, or not at all. The lower half is all that the kernel looks at.
#define ONLY_SELF(call) \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 4), LOAD(args[0]), IF(0), GIVE(SECCOMP_RET_ALLOW), GIVE(SECCOMP_RET_ERRNO | EPERM)

static int deny_calls(void) {
  struct sock_filter instructions[] = {
    LOAD(arch),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OWN_ARCHITECTURE, 1, 0),
    GIVE(SECCOMP_RET_KILL_PROCESS),
    LOAD(nr),
#ifdef __x86_64__
    // The x32 calls, which have the same architecture and this bit.
    BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
    GIVE(SECCOMP_RET_KILL_PROCESS),
    DENY(SYS_fork), DENY(SYS_vfork),
#endif
    DENY(SYS_execve), DENY(SYS_execveat),
    DENY(SYS_kill), DENY(SYS_tkill), DENY(SYS_tgkill), DENY(SYS_rt_sigqueueinfo), DENY(SYS_rt_tgsigqueueinfo),
    DENY(SYS_pidfd_send_signal), DENY(SYS_pidfd_getfd), DENY(SYS_setpriority),
    ONLY_SELF(SYS_prlimit64), ONLY_SELF(SYS_sched_setaffinity), ONLY_SELF(SYS_sched_setscheduler),
    ONLY_SELF(SYS_sched_setparam), ONLY_SELF(SYS_sched_setattr),
    // Its arguments lie in memory, where a filter cannot look; the C library falls back to clone.
    IF(SYS_clone3), GIVE(SECCOMP_RET_ERRNO | ENOSYS),
    // Threads.
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 4),
    LOAD(args[0]),
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 0, 1),
    GIVE(SECCOMP_RET_ALLOW),
    GIVE(SECCOMP_RET_ERRNO | EPERM),
    GIVE(SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {.len = sizeof instructions / sizeof *instructions, .filter = instructions};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
}

int fork_server_confine(void) {
  // Whatever ends the server ends what it forked. Who undoes that ends, too, with the namespace: its first process leaves when the server does.
  if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0) return -1;
  if (enter_domain() != 0) return -1;
  return deny_calls();
}
