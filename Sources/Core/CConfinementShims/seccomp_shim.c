// Denies system calls that a command which reads and writes files never makes (seccomp(2)), on every kernel alike:
// what is beside files (sockets, programs, other processes), and changes of files that Landlock does not see.
#include "confinement_shim_steps.h"

#include <linux/capability.h>
#include <sched.h>
#include <sys/prctl.h>

#include "seccomp_filter.h"

#ifndef OWN_ARCHITECTURE

int confinement_shim_restrict_calls(bool programs) {
  (void)programs;
  errno = ENOSYS;
  return -1;
}

#else

static const int denied[] = {
  // Networks and other programs' sockets. socket() of any family: no library of the commands needs one.
  SYS_socket, SYS_connect, SYS_bind, SYS_listen, SYS_accept, SYS_accept4,
  // Ways around the filter, and into other processes.
  SYS_io_uring_setup, SYS_io_uring_enter, SYS_io_uring_register, SYS_ptrace, SYS_process_vm_readv,
  SYS_process_vm_writev, SYS_process_madvise, CALL_PROCESS_MRELEASE, SYS_kcmp, SYS_pidfd_getfd, SYS_bpf,
  SYS_perf_event_open, SYS_userfaultfd, SYS_move_pages, SYS_migrate_pages,
  // Namespaces and mounts.
  SYS_unshare, SYS_setns, SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, SYS_move_mount, SYS_open_tree, SYS_fsopen,
  SYS_fsconfig, SYS_fsmount, SYS_fspick, SYS_mount_setattr,
  // Files by handles, and notifications about whole file systems.
  SYS_name_to_handle_at, SYS_open_by_handle_at, SYS_fanotify_init, SYS_fanotify_mark,
  // Objects that all programs of a user share: keys, System V objects, message queues.
  SYS_add_key, SYS_request_key, SYS_keyctl, SYS_shmget, SYS_shmat, SYS_shmctl, SYS_semget, SYS_semop, SYS_semctl,
  SYS_semtimedop, SYS_msgget, SYS_msgsnd, SYS_msgrcv, SYS_msgctl, SYS_mq_open, SYS_mq_unlink,
  // The machine.
  SYS_init_module, SYS_finit_module, SYS_delete_module, SYS_kexec_load, SYS_reboot, SYS_swapon, SYS_swapoff, SYS_acct,
  SYS_quotactl, CALL_QUOTACTL_FD, SYS_syslog, SYS_sethostname, SYS_setdomainname, SYS_settimeofday, SYS_clock_settime,
  SYS_adjtimex, SYS_clock_adjtime, SYS_vhangup, SYS_personality,
#ifdef SYS_kexec_file_load
  SYS_kexec_file_load,
#endif
#ifdef __x86_64__
  SYS_iopl, SYS_ioperm, SYS_modify_ldt, SYS_uselib, SYS_ustat, SYS_sysfs,
#endif
};

// Denied besides, unless programs may be started.
static const int denied_without_programs[] = {
  SYS_execve, SYS_execveat,
#ifdef __x86_64__
  SYS_fork, SYS_vfork,
#endif
  SYS_setsid, SYS_setpgid, SYS_socketpair, SYS_sendmsg, SYS_sendmmsg, SYS_ioprio_set,
  // Signals that are not checked below.
  SYS_tkill, SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo, SYS_pidfd_open, SYS_pidfd_send_signal,
  // Changes of files by their paths, for which Landlock has no right. Those of open files remain.
  SYS_truncate, SYS_fchmodat, CALL_FCHMODAT2, SYS_fchownat, SYS_setxattr, SYS_lsetxattr, SYS_removexattr,
  SYS_lremovexattr,
  // Links, pipes, sockets and devices, as with Landlock.
  SYS_symlinkat, SYS_mknodat,
#ifdef __x86_64__
  SYS_symlink, SYS_mknod, SYS_chmod, SYS_chown, SYS_lchown, SYS_utime, SYS_utimes, SYS_futimesat,
#endif
};

// A filter cannot read their arguments, which are in memory. The C library falls back to clone and openat.
static const int missing[] = {SYS_clone3, SYS_openat2};

// ioctl operations that act in the name of the terminal's user, signal other processes, or change files that may only
// be read, or whole file systems.
static const uint32_t device_operations[] = {
  0x5412 /* TIOCSTI */, 0x541c /* TIOCLINUX */, 0x540e /* TIOCSCTTY */, 0x5410 /* TIOCSPGRP */, 0x8901 /* FIOSETOWN */,
  0x8902 /* SIOCSPGRP */, 0x40086602 /* FS_IOC_SETFLAGS */, 0x40046602 /* FS_IOC32_SETFLAGS */,
  0x401c5820 /* FS_IOC_FSSETXATTR */, 0xc0045877 /* FIFREEZE */, 0xc0045878 /* FITHAW */,
};

// fcntl operations that signal other processes when a descriptor becomes ready.
static const uint32_t signal_operations[] = {8 /* F_SETOWN */, 10 /* F_SETSIG */, 15 /* F_SETOWN_EX */};

// A file with these is executed with the rights of its owner or group.
enum { SPECIAL_MODES = 07000 };

static void check_open(struct filter *filter, int number, unsigned flags) {
  unsigned short start = call(filter, number);
  fail_if_truncating(filter, flags);
  // The mode follows the flags, and means something only where a file is made.
  load_argument(filter, flags);
  add(filter, BPF_JMP | BPF_JSET | BPF_K, O_CREAT | (O_TMPFILE & ~O_DIRECTORY), 1, 0);
  allow_call(filter);
  load_argument(filter, flags + 1);
  fail_if(filter, BPF_JSET, SPECIAL_MODES, EPERM);
  allow_call(filter);
  end_of_call(filter, start);
}

// Threads may be started, but no processes: nothing outlives the command.
static void check_clone(struct filter *filter, bool programs) {
  const uint32_t namespaces =
    CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET;
  unsigned short start = call(filter, SYS_clone);
  load_argument(filter, 0);
  fail_if(filter, BPF_JSET, namespaces, EPERM);
  if (!programs) {
    allow_if(filter, BPF_JSET, CLONE_THREAD);
    fail_with(filter, EPERM);
  }
  allow_call(filter);
  end_of_call(filter, start);
}

static void check_mode(struct filter *filter, int number) {
  unsigned short start = call(filter, number);
  load_argument(filter, 1);
  fail_if(filter, BPF_JSET, SPECIAL_MODES, EPERM);
  allow_call(filter);
  end_of_call(filter, start);
}

static void check_operations(struct filter *filter, int number, const uint32_t *operations, size_t count) {
  unsigned short start = call(filter, number);
  load_argument(filter, 1);
  for (size_t i = 0; i < count; i++) fail_if(filter, BPF_JEQ, operations[i], EPERM);
  allow_call(filter);
  end_of_call(filter, start);
}

static void check_addresses(struct filter *filter) {
  // An inherited socket sends to its peer only: the fifth argument would be another address.
  unsigned short start = call(filter, SYS_sendto);
  for (unsigned half = 0; half < 2; half++) {
    load(filter, offsetof(struct seccomp_data, args) + 8 * 4 + 4 * half);
    fail_if(filter, BPF_JSET, 0xffffffff, EPERM);
  }
  allow_call(filter);
  end_of_call(filter, start);

  // futimens passes no path.
  start = call(filter, SYS_utimensat);
  for (unsigned half = 0; half < 2; half++) {
    load(filter, offsetof(struct seccomp_data, args) + 8 * 1 + 4 * half);
    fail_if(filter, BPF_JSET, 0xffffffff, EPERM);
  }
  allow_call(filter);
  end_of_call(filter, start);
}

static void build(struct filter *filter, bool programs) {
  load_call(filter);
#ifdef __x86_64__
  // x32 calls have the same architecture, and this bit.
  fail_if(filter, BPF_JGE, 0x40000000, ENOSYS);
#endif
  fail_if(filter, BPF_JGT, NEWEST_KNOWN_CALL, ENOSYS);
  // What commands call often comes first.
  check_open(filter, SYS_openat, 2);
  check_operations(filter, SYS_fcntl, signal_operations, COUNT(signal_operations));
#ifdef __x86_64__
  check_open(filter, SYS_open, 1);
#endif
  check_operations(filter, SYS_ioctl, device_operations, COUNT(device_operations));
  check_clone(filter, programs);
  if (!programs) {
    check_mode(filter, SYS_fchmod);
#ifdef __x86_64__
    check_mode(filter, SYS_creat);
#endif
    deny_whiteouts(filter);
    check_own_process(filter);
    check_addresses(filter);
    fail_all(filter, denied_without_programs, COUNT(denied_without_programs), EPERM);
  }
  fail_all(filter, denied, COUNT(denied), EPERM);
  fail_all(filter, missing, COUNT(missing), ENOSYS);
  allow_call(filter);
}

int confinement_shim_restrict_calls(bool programs) {
  struct filter filter = {.count = 0};
  build(&filter, programs);
  if (filter.count > MOST_INSTRUCTIONS) {
    errno = E2BIG;
    return -1;
  }
  struct sock_fprog program = {.len = filter.count, .filter = filter.instructions};
  // Before Linux 5.16, a filter made the whole process slower against speculative reads unless this is said.
  const unsigned flags = SECCOMP_FILTER_FLAG_TSYNC | SECCOMP_FILTER_FLAG_SPEC_ALLOW;
  long result = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program);
  // A thread that has other filters cannot be changed: its number is the result.
  if (result > 0) errno = EBUSY;
  return result == 0 ? 0 : -1;
}

#endif

// A file with capabilities is executed with them, as one of the mode set-user-ID is with its owner's rights. Only root
// may make one. Threads that run already keep the right.
static int give_up_file_capabilities(void) {
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct sets[_LINUX_CAPABILITY_U32S_3];
  if (syscall(SYS_capget, &header, sets) != 0) return -1;
  struct __user_cap_data_struct *set = &sets[CAP_TO_INDEX(CAP_SETFCAP)];
  const uint32_t right = CAP_TO_MASK(CAP_SETFCAP);
  if (!((set->permitted | set->inheritable) & right)) return 0;
  set->effective &= ~right;
  set->permitted &= ~right;
  set->inheritable &= ~right;
  return (int)syscall(SYS_capset, &header, sets);
}

enum confinement_shim_step confinement_shim_apply(
  const struct confinement_shim_path *paths, size_t count, bool files, bool programs
) {
  // Both steps need it, and so an ordinary user may take them.
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return confinement_shim_privileges;
  // bubblewrap needs the right for a namespace in which root is a user.
  if (!programs && give_up_file_capabilities() != 0) return confinement_shim_privileges;
  enum confinement_shim_step failed = confinement_shim_done;
  int number = 0;
  if (files) {
    if (confinement_shim_restrict_files(paths, count) != 0) {
      failed = confinement_shim_landlock;
      number = errno;
    } else if (confinement_shim_thread_count() > 1) {
      failed = confinement_shim_threads;
      number = EBUSY;
    }
  }
  // After Landlock, whose calls it does not deny: no file is opened afterwards.
  if (confinement_shim_restrict_calls(programs) != 0 && failed == confinement_shim_done) {
    failed = confinement_shim_seccomp;
    number = errno;
  }
  errno = number;
  return failed;
}
