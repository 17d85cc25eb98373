// Denies system calls that no provider needs (seccomp(2)). The Landlock of older kernels does not prevent truncate,
// chmod, sockets or signals, and bubblewrap alone prevents none of them either. This filter is the same on every
// kernel.
//
// Where legitimate programs make a denied call, the error is one that they handle: ENOSYS for clone3 and openat2 (a
// filter cannot read their arguments, which are in memory; the C library falls back to clone and openat), EOPNOTSUPP
// for extended attributes, ENOLCK for locks, EINVAL for splice and sendfile.
//
// Memory that the launcher cannot measure is denied here, too. What it can measure is in descendants.c and files.c.
#include "launcher.h"

#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>

#include "seccomp_filter.h"

#ifndef OWN_ARCHITECTURE
#error "seccomp.c knows x86-64 and aarch64"
#endif

static const int denied[] = {
  // Networks and sockets of other programs. socketpair remains for streams: a datagram pair can send to any address.
  // Messages can carry descriptors, and keep files that nobody has open.
  SYS_socket, SYS_connect, SYS_bind, SYS_listen, SYS_accept, SYS_accept4, SYS_sendmsg, SYS_sendmmsg,
  // Ways around the filter, and into other processes.
  SYS_io_uring_setup, SYS_io_uring_enter, SYS_io_uring_register, SYS_ptrace, SYS_process_vm_readv,
  SYS_process_vm_writev, SYS_process_madvise, CALL_PROCESS_MRELEASE, SYS_kcmp, SYS_pidfd_getfd, SYS_pidfd_send_signal,
  SYS_bpf, SYS_perf_event_open, SYS_userfaultfd, SYS_move_pages, SYS_migrate_pages,
  // Signals that are not checked below.
  SYS_tkill, SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo,
  // Namespaces and mounts.
  SYS_unshare, SYS_setns, SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, SYS_move_mount, SYS_open_tree, SYS_fsopen,
  SYS_fsconfig, SYS_fsmount, SYS_fspick, SYS_mount_setattr, CALL_STATMOUNT, CALL_LISTMOUNT,
  // Changes of files that may only be read.
  SYS_truncate, SYS_fchmod, SYS_fchmodat, CALL_FCHMODAT2, SYS_fchown, SYS_fchownat, SYS_utimensat,
#ifdef __x86_64__
  SYS_chmod, SYS_chown, SYS_lchown, SYS_utime, SYS_utimes, SYS_futimesat,
#endif
  SYS_setxattr, SYS_lsetxattr, SYS_fsetxattr, SYS_removexattr, SYS_lremovexattr, SYS_fremovexattr,
  // Files by handles, and notifications about files that cannot be opened.
  SYS_name_to_handle_at, SYS_open_by_handle_at, SYS_fanotify_init, SYS_fanotify_mark, SYS_inotify_init1,
  SYS_inotify_add_watch, SYS_inotify_rm_watch,
#ifdef __x86_64__
  SYS_inotify_init,
#endif
  // Filters of its own: see check_prctl.
  SYS_seccomp,
  // Leaving the session, which a process may use to outlive its parent.
  SYS_setsid, SYS_setpgid,
  // Links, pipes, sockets and devices in the output folder, as with Landlock: tier A works without it.
  SYS_symlinkat, SYS_mknodat,
#ifdef __x86_64__
  SYS_symlink, SYS_mknod,
#endif
  // Objects that all programs of a user share: keys, System V objects, message queues.
  SYS_add_key, SYS_request_key, SYS_keyctl, SYS_shmget, SYS_shmat, SYS_shmctl, SYS_semget, SYS_semop, SYS_semctl,
  SYS_semtimedop, SYS_msgget, SYS_msgsnd, SYS_msgrcv, SYS_msgctl, SYS_mq_open, SYS_mq_unlink,
  // Scheduling of other processes, and writing out the files of all of them.
  SYS_ioprio_set, SYS_sync, SYS_syncfs,
  // The machine.
  SYS_init_module, SYS_finit_module, SYS_delete_module, SYS_kexec_load, SYS_reboot, SYS_swapon, SYS_swapoff, SYS_acct,
  SYS_quotactl, CALL_QUOTACTL_FD, SYS_syslog, SYS_sethostname, SYS_setdomainname, SYS_settimeofday, SYS_clock_settime,
  SYS_adjtimex, SYS_clock_adjtime, SYS_vhangup, SYS_lookup_dcookie, SYS_nfsservctl, SYS_personality,
#ifdef SYS_kexec_file_load
  SYS_kexec_file_load,
#endif
#ifdef __x86_64__
  SYS_iopl, SYS_ioperm, SYS_modify_ldt, SYS_uselib, SYS_ustat, SYS_sysfs,
#endif
};

// clone3 and openat2: see above. memfd_create and Landlock's rules make memory that only a descriptor refers to. No
// process is charged for it, so the launcher's measurements would miss it. io_setup takes from a small store that all
// programs of the machine share. cachestat tells which parts of a file others have read.
static const int missing[] = {
  SYS_clone3, SYS_openat2, SYS_memfd_create, CALL_MEMFD_SECRET, CALL_LANDLOCK_ADD_RULE, CALL_LANDLOCK_RESTRICT_SELF,
  SYS_io_setup, CALL_CACHESTAT,
};

// These put pages into pipes and sockets without a copy. A reference to a few bytes keeps a huge page in memory after
// its process or file has given it up.
static const int uncopied[] = {SYS_vmsplice, SYS_splice, SYS_tee, SYS_sendfile};

// flock can lock any file that may be read, and other programs would wait for the lock. fcntl's exclusive locks need a
// file that is open for writing.
static const int unlockable[] = {SYS_flock};

static const int unsupported[] = {
  SYS_getxattr, SYS_lgetxattr, SYS_fgetxattr, SYS_listxattr, SYS_llistxattr, SYS_flistxattr,
};

// The ioctl operations that programs use on a provider's descriptors: attributes of terminals (isatty), sizes, modes
// and copies on write. Denied are TIOCSTI (types in the user's name), FS_IOC_SETFLAGS (changes a file that is open for
// reading) and all others.
static const uint32_t device_operations[] = {
  0x5401 /* TCGETS */, 0x802c542a /* TCGETS2 */, 0x5413 /* TIOCGWINSZ */, 0x541b /* FIONREAD */, 0x5421 /* FIONBIO */,
  0x5450 /* FIONCLEX */, 0x5451 /* FIOCLEX */, 0x40049409 /* FICLONE */, 0x4020940d /* FICLONERANGE */,
};

// fcntl operations that signal other processes when a descriptor becomes ready, or keep them waiting by a lease; that
// enlarge a pipe; and locks that belong to no process.
static const uint32_t descriptor_operations[] = {
  8 /* F_SETOWN */, 10 /* F_SETSIG */, 15 /* F_SETOWN_EX */, 1024 /* F_SETLEASE */, 1026 /* F_NOTIFY */,
  1031 /* F_SETPIPE_SZ */, 37 /* F_OFD_SETLK */, 38 /* F_OFD_SETLKW */,
};

// Options of sockets that make the kernel hold more for a descriptor than files.c counts: larger buffers, and filters.
static const uint32_t socket_options[] = {
  7 /* SO_SNDBUF */, 8 /* SO_RCVBUF */, 32 /* SO_SNDBUFFORCE */, 33 /* SO_RCVBUFFORCE */, 26 /* SO_ATTACH_FILTER */,
  50 /* SO_ATTACH_BPF */, 51 /* SO_ATTACH_REUSEPORT_CBPF */, 52 /* SO_ATTACH_REUSEPORT_EBPF */,
};

// Calls whose first argument is a clock.
static const int clock_calls[] = {SYS_clock_gettime, SYS_clock_getres, SYS_clock_nanosleep, SYS_timer_create};

static void check_clone(struct filter *filter) {
  const uint32_t namespaces =
    CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET;
  unsigned short start = call(filter, SYS_clone);
  load_argument(filter, 0);
  fail_if(filter, BPF_JSET, namespaces, EPERM);
  // Threads share their files and their current folder, and processes do not share files: so what a process holds is
  // seen from one thread.
  add(filter, BPF_ALU | BPF_AND | BPF_K, CLONE_THREAD | CLONE_FILES | CLONE_FS, 0, 0);
  allow_if(filter, BPF_JEQ, CLONE_THREAD | CLONE_FILES | CLONE_FS);
  allow_if(filter, BPF_JEQ, CLONE_FS);
  allow_if(filter, BPF_JEQ, 0);
  fail_with(filter, EPERM);
  end_of_call(filter, start);
}

// Shared memory without a file stays in memory as long as one page of it is mapped, and only that page is seen. Huge
// pages of the administrator's store are in no process's size.
static void check_mappings(struct filter *filter) {
  unsigned short start = call(filter, SYS_mmap);
  load_argument(filter, 3);
  fail_if(filter, BPF_JSET, MAP_HUGETLB, ENOMEM);
  // MAP_SHARED, or MAP_SHARED_VALIDATE, which contains its bit.
  add(filter, BPF_ALU | BPF_AND | BPF_K, MAP_SHARED | MAP_ANONYMOUS, 0, 0);
  fail_if(filter, BPF_JEQ, MAP_SHARED | MAP_ANONYMOUS, EPERM);
  allow_call(filter);
  end_of_call(filter, start);
}

// The clock of a process's processor time is a negative number, with the process in it (clock_getcpuclockid(3)).
// Allowed are those of the caller and those of threads, which the kernel looks for among the caller's own only.
static void check_clocks(struct filter *filter) {
  enum { OF_THREAD = 4, KIND = 7 };
  for (size_t i = 0; i < COUNT(clock_calls); i++) {
    unsigned short start = call(filter, clock_calls[i]);
    load_argument(filter, 0);
    add(filter, BPF_JMP | BPF_JSET | BPF_K, 0x80000000, 1, 0);
    allow_call(filter);
    allow_if(filter, BPF_JSET, OF_THREAD);
    add(filter, BPF_ALU | BPF_AND | BPF_K, ~(uint32_t)KIND, 0, 0);
    allow_if(filter, BPF_JEQ, ~(uint32_t)0 << 3);
    allow_if(filter, BPF_JEQ, ~(uint32_t)getpid() << 3);
    fail_with(filter, EINVAL);
    end_of_call(filter, start);
  }
}

static void check_open(struct filter *filter, int number, unsigned flags) {
  unsigned short start = call(filter, number);
  fail_if_truncating(filter, flags);
  allow_call(filter);
  end_of_call(filter, start);
}

static void check_descriptors(struct filter *filter) {
  unsigned short start = call(filter, SYS_ioctl);
  load_argument(filter, 1);
  for (size_t i = 0; i < COUNT(device_operations); i++) allow_if(filter, BPF_JEQ, device_operations[i]);
  fail_with(filter, ENOTTY);
  end_of_call(filter, start);

  start = call(filter, SYS_fcntl);
  load_argument(filter, 1);
  for (size_t i = 0; i < COUNT(descriptor_operations); i++) fail_if(filter, BPF_JEQ, descriptor_operations[i], EPERM);
  allow_call(filter);
  end_of_call(filter, start);

  // RLIMIT_FSIZE does not bound space that is allocated beyond the end of a file.
  start = call(filter, SYS_fallocate);
  load_argument(filter, 1);
  allow_if(filter, BPF_JEQ, 0);
  fail_with(filter, EOPNOTSUPP);
  end_of_call(filter, start);

  start = call(filter, SYS_socketpair);
  load_argument(filter, 0);
  add(filter, BPF_JMP | BPF_JEQ | BPF_K, AF_UNIX, 1, 0);
  fail_with(filter, EPERM);
  load_argument(filter, 1);
  add(filter, BPF_ALU | BPF_AND | BPF_K, 0xf, 0, 0);
  allow_if(filter, BPF_JEQ, SOCK_STREAM);
  fail_with(filter, EPERM);
  end_of_call(filter, start);

  start = call(filter, SYS_setsockopt);
  load_argument(filter, 2);
  for (size_t i = 0; i < COUNT(socket_options); i++) fail_if(filter, BPF_JEQ, socket_options[i], EPERM);
  allow_call(filter);
  end_of_call(filter, start);

  // CLOSE_RANGE_UNSHARE gives the calling thread a table of files of its own, as check_clone prevents.
  start = call(filter, SYS_close_range);
  load_argument(filter, 2);
  fail_if(filter, BPF_JSET, 2 /* CLOSE_RANGE_UNSHARE */, EPERM);
  allow_call(filter);
  end_of_call(filter, start);

  // RENAME_WHITEOUT makes a device, which needs no right of Landlock and no capability.
  deny_whiteouts(filter);

  // RWF_NOWAIT tells whether others have read a part of a file.
  start = call(filter, SYS_preadv2);
  load_argument(filter, 5);
  fail_if(filter, BPF_JSET, 8 /* RWF_NOWAIT */, EOPNOTSUPP);
  allow_call(filter);
  end_of_call(filter, start);
}

// A process's own filters are memory of the kernel that no measurement sees: PR_SET_SECCOMP, and seccomp(2) above.
// PR_SET_DUMPABLE would hide a process's memory from the launcher. PR_SCHED_CORE keeps other programs from a
// processor's second thread. The signal at the launcher's end stays SIGKILL.
static void check_prctl(struct filter *filter) {
  unsigned short start = call(filter, SYS_prctl);
  load_argument(filter, 0);
  fail_if(filter, BPF_JEQ, PR_SET_DUMPABLE, EPERM);
  fail_if(filter, BPF_JEQ, PR_SET_SECCOMP, EPERM);
  fail_if(filter, BPF_JEQ, 62 /* PR_SCHED_CORE */, EPERM);
  add(filter, BPF_JMP | BPF_JEQ | BPF_K, PR_SET_PDEATHSIG, 1, 0);
  allow_call(filter);
  load_argument(filter, 1);
  allow_if(filter, BPF_JEQ, SIGKILL);
  fail_with(filter, EPERM);
  end_of_call(filter, start);
}

// The self-test asks for Landlock's version, which makes no set of rules, with a bit that the kernel does not look at
// (the argument has 32 bits). Everybody else finds no Landlock, so that programs which would confine themselves go on
// without.
static void check_landlock(struct filter *filter) {
  unsigned short start = call(filter, CALL_LANDLOCK_CREATE_RULESET);
  load_argument(filter, 2);
  add(filter, BPF_JMP | BPF_JEQ | BPF_K, 1 /* LANDLOCK_CREATE_RULESET_VERSION */, 1, 0);
  fail_with(filter, ENOSYS);
  load(filter, offsetof(struct seccomp_data, args) + 8 * 2 + 4);
  allow_if(filter, BPF_JEQ, 1);
  fail_with(filter, ENOSYS);
  end_of_call(filter, start);
}

static void build(struct filter *filter) {
  load_call(filter);
#ifdef __x86_64__
  // x32 calls have the same architecture, and this bit.
  add(filter, BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1);
  give(filter, SECCOMP_RET_KILL_PROCESS);
#endif
  fail_if(filter, BPF_JGT, NEWEST_KNOWN_CALL, ENOSYS);
  check_mappings(filter);
  check_clocks(filter);
  check_open(filter, SYS_openat, 2);
#ifdef __x86_64__
  check_open(filter, SYS_open, 1);
#endif
  check_own_process(filter);
  check_clone(filter);
  check_descriptors(filter);
  check_prctl(filter);
  check_landlock(filter);
  fail_all(filter, denied, COUNT(denied), EPERM);
  fail_all(filter, missing, COUNT(missing), ENOSYS);
  fail_all(filter, uncopied, COUNT(uncopied), EINVAL);
  fail_all(filter, unlockable, COUNT(unlockable), ENOLCK);
  fail_all(filter, unsupported, COUNT(unsupported), EOPNOTSUPP);
  allow_call(filter);
}

int restrict_calls(void) {
  struct filter filter = {.count = 0};
  build(&filter);
  if (filter.count > MOST_INSTRUCTIONS) {
    errno = E2BIG;
    return -1;
  }
  struct sock_fprog program = {.len = filter.count, .filter = filter.instructions};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
}
