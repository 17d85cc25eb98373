// Tries to get past the limits of a sandbox in one way.
// usage: hostile WHAT MARK, in the current folder (`out`)
//
// Nothing reads MARK here: the test finds all processes by it. If the sandbox denies a call that the attempt needs, the
// program writes `denied` and ends with status 3. An attempt that is not denied takes more than any limit of a test,
// and waits then for the launcher to notice.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/if_alg.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

enum { MEBIBYTE = 1 << 20, PAGE = 4096, MUCH = 400 };

static char zeros[MEBIBYTE];

static void deny(void) {
  printf("denied\n");
  fflush(stdout);
  _exit(3);
}

// Ends the program if the sandbox denies a call.
static long must(long result) {
  if (result < 0) deny();
  return result;
}

// A long time, but not for ever: nothing stays on the machine, whatever a test does wrong.
static void wait_for_the_end(void) {
  printf("took all\n");
  fflush(stdout);
  sleep(600);
  _exit(0);
}

static char *map(size_t size, int flags, int file) {
  char *block = mmap(NULL, size, PROT_READ | PROT_WRITE, flags, file, 0);
  if (block == MAP_FAILED) deny();
  return block;
}

static void touch(char *block, size_t size) {
  for (size_t offset = 0; offset < size; offset += PAGE) block[offset] = 1;
}

static void *hog_in_thread(void *unused) {
  usleep(100000);
  for (int count = 0; count < MUCH; count++) touch(map(MEBIBYTE, MAP_PRIVATE | MAP_ANONYMOUS, -1), MEBIBYTE);
  wait_for_the_end();
  return unused;
}

static int unnamed_file(void) {
  int file = (int)must(open("unnamed", O_RDWR | O_CREAT | O_EXCL, 0600));
  must(unlink("unnamed"));
  for (int count = 0; count < 8; count++) must(write(file, zeros, sizeof zeros));
  return file;
}

static void *write_in_thread(void *unused) {
  usleep(100000);
  for (int count = 0; count < 30; count++) unnamed_file();
  wait_for_the_end();
  return unused;
}

// The first thread ends, and the process lives on in another.
static void without_first_thread(void *(*run)(void *)) {
  pthread_t thread;
  must(-pthread_create(&thread, NULL, run, NULL));
  syscall(SYS_exit, 0);
}

// Memory that is shared, but of which hardly a page is mapped.
static void share(int flags, int file) {
  for (int count = 0; count < MUCH / 8; count++) {
    char *block = map(8 * MEBIBYTE, MAP_SHARED | flags, file);
    touch(block, 8 * MEBIBYTE);
    munmap(block + PAGE, 8 * MEBIBYTE - PAGE);
  }
}

static void send_files(void) {
  int pair[2];
  must(socketpair(AF_UNIX, SOCK_STREAM, 0, pair));
  for (int count = 0; count < 30; count++) {
    int file = unnamed_file();
    char byte = 0, control[CMSG_SPACE(sizeof file)] = {0};
    struct iovec data = {&byte, 1};
    struct msghdr message = {
      .msg_iov = &data, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof file);
    memcpy(CMSG_DATA(header), &file, sizeof file);
    must(sendmsg(pair[0], &message, 0));
    close(file);
  }
}

static void map_files(void) {
  for (int count = 0; count < 30; count++) {
    int file = unnamed_file();
    map(PAGE, MAP_SHARED, file);
    close(file);
  }
}

// Between two files are thousands of other mappings: no part of the list of mappings shows many of the files.
static void map_files_far_apart(void) {
  enum { FILES = 10, DISTANCE = 6000 };
  size_t size = (size_t)FILES * DISTANCE * PAGE;
  char *block = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (block == MAP_FAILED) deny();
  for (size_t page = 0; page < FILES * DISTANCE; page += 2) must(mprotect(block + page * PAGE, PAGE, PROT_READ));
  for (size_t page = 0; page < FILES * DISTANCE; page += DISTANCE) {
    int file = unnamed_file();
    if (mmap(block + page * PAGE, PAGE, PROT_READ, MAP_SHARED | MAP_FIXED, file, 0) == MAP_FAILED) deny();
    close(file);
  }
}

static void splice_memory(void) {
  int pipe_ends[2];
  struct iovec page = {map(PAGE, MAP_PRIVATE | MAP_ANONYMOUS, -1), PAGE};
  must(pipe(pipe_ends));
  must(vmsplice(pipe_ends[1], &page, 1, 0));
}

static void splice_file(void) {
  int pipe_ends[2];
  must(pipe(pipe_ends));
  loff_t start = 0;
  must(splice(unnamed_file(), &start, pipe_ends[1], NULL, PAGE, 0));
}

static void make_rules(void) {
  struct {
    uint64_t files, network;
  } rules = {1 << 3, 3};
  int set = (int)must(syscall(444, &rules, sizeof rules, 0));
  for (uint64_t port = 0; port < 65536; port++) {
    struct {
      uint64_t allowed, port;
    } rule = {3, port};
    must(syscall(445, set, 2, &rule, 0));
  }
}

static void enlarge_socket(void) {
  int pair[2], size = 1 << 24;
  must(socketpair(AF_UNIX, SOCK_STREAM, 0, pair));
  must(setsockopt(pair[0], SOL_SOCKET, SO_SNDBUF, &size, sizeof size));
}

static void fill(int file) {
  fcntl(file, F_SETFL, O_NONBLOCK);
  while (write(file, zeros, sizeof zeros) > 0) {}
}

// As many as there can be, in a few processes.
static void fill_sockets(void) {
  for (int child = 0; child < 4; child++) {
    if (must(fork())) continue;
    for (int pair[2]; socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0;) {
      fill(pair[0]);
      fill(pair[1]);
    }
    wait_for_the_end();
  }
}

// Sets of as many descriptors as there can be, as often as there can be.
static void fill_sets(void) {
  int files[500];
  for (int i = 0; i < 500; i++) {
    int pipe_ends[2];
    must(pipe(pipe_ends));
    files[i] = pipe_ends[0];
    close(pipe_ends[1]);
  }
  for (int child = 0; child < 8; child++) {
    if (must(fork())) continue;
    for (int set; (set = epoll_create1(0)) >= 0;) {
      for (int i = 0; i < 500; i++) {
        struct epoll_event event = {.events = EPOLLET};
        epoll_ctl(set, EPOLL_CTL_ADD, files[i], &event);
      }
    }
    wait_for_the_end();
  }
}

// Files of /proc of which the kernel keeps the text, besides memory that is nearly all that is allowed.
static void fill_texts(void) {
  touch(map(130 * MEBIBYTE, MAP_PRIVATE | MAP_ANONYMOUS, -1), 130 * MEBIBYTE);
  for (int child = 0; child < 14; child++) {
    if (must(fork())) continue;
    char byte;
    for (int file; (file = open("/proc/meminfo", O_RDONLY)) >= 0;) must(read(file, &byte, 1));
    wait_for_the_end();
  }
}

// A removed folder that keeps the size which it had with thousands of entries. Returns its descriptor.
static int removed_folder(void) {
  enum { ENTRIES = 8000, LONGEST_NAME = 240 };
  must(mkdir("removed", 0700));
  int folder = (int)must(open("removed", O_RDONLY | O_DIRECTORY));
  close((int)must(openat(folder, "x", O_WRONLY | O_CREAT, 0600)));
  char name[LONGEST_NAME + 1];
  for (int i = 0; i < ENTRIES; i++) {
    snprintf(name, sizeof name, "%0*d", LONGEST_NAME, i);
    must(linkat(folder, "x", folder, name, 0));
  }
  for (int i = 0; i < ENTRIES; i++) {
    snprintf(name, sizeof name, "%0*d", LONGEST_NAME, i);
    must(unlinkat(folder, name, 0));
  }
  must(unlinkat(folder, "x", 0));
  must(rmdir("removed"));
  struct stat status;
  must(fstat(folder, &status));
  // The folders of other file systems shrink.
  if (status.st_blocks < MEBIBYTE / 512) deny();
  return folder;
}

// One is open, and one is the current folder of another process.
static void keep_removed_folders(void) {
  removed_folder();
  int folder = removed_folder();
  if (must(fork()) == 0) {
    must(fchdir(folder));
    close(folder);
    wait_for_the_end();
  }
  close(folder);
}

// Empty pages of memory that is reserved: only the tables of their addresses take memory.
static void make_page_tables(void) {
  for (size_t count = 0; count < MUCH; count++) {
    size_t size = (size_t)512 << 20;
    char *block = mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (block == MAP_FAILED) deny();
    madvise(block, size, MADV_NOHUGEPAGE);
    for (size_t offset = 0; offset < size; offset += 2 * MEBIBYTE) *(volatile char *)(block + offset);
  }
}

// As many mappings as there can be, all of them empty.
static void make_mappings(void) {
  for (int child = 0; child < 14; child++) {
    if (must(fork())) continue;
    size_t count = 32000;
    char *block = mmap(NULL, 2 * count * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (block == MAP_FAILED) deny();
    for (size_t i = 0; i < count; i++) mprotect(block + 2 * i * PAGE, PAGE, PROT_READ);
    wait_for_the_end();
  }
}

static int idle(void *unused) {
  (void)unused;
  sleep(60);
  return 0;
}

static void start_thread(int flags) {
  char *stack = map(1 << 16, MAP_PRIVATE | MAP_ANONYMOUS, -1);
  must(clone(idle, stack + (1 << 16), CLONE_VM | CLONE_SIGHAND | CLONE_THREAD | flags, NULL));
}

static void thread_with_own_files(void) { start_thread(CLONE_FS); }
static void thread_with_own_folder(void) { start_thread(CLONE_FILES); }

// CLOSE_RANGE_UNSHARE, for no descriptor.
static void unshare_files(void) { must(syscall(SYS_close_range, ~0U, ~0U, 2)); }

// With the bit by which the self-test asks for Landlock's version, but for a set of rules.
static void make_ruleset(void) {
  uint64_t rights = 1;
  must(syscall(444, &rights, sizeof rights, (uint64_t)1 << 32));
}

static void read_clock_of_parent(void) {
  clockid_t clock;
  struct timespec used;
  if (clock_getcpuclockid(getppid(), &clock) != 0) deny();
  must(clock_gettime(clock, &used));
}

// A filter that allows all. Without a sandbox it needs no-new-privileges.
static struct sock_filter allow_all = {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW};
static struct sock_fprog own_filter = {1, &allow_all};

static void add_filter(void) {
  must(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0));
  must(syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &own_filter));
}

static void add_filter_by_prctl(void) {
  must(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0));
  must(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &own_filter, 0, 0));
}

static void ask_for_cached(void) {
  uint64_t range[2] = {0, 0}, found[5];
  must(syscall(451, must(open("/bin/true", O_RDONLY)), range, found, 0));
}

static void read_if_cached(void) {
  struct iovec place = {zeros, PAGE};
  must(preadv2((int)must(open("/bin/true", O_RDONLY)), &place, 1, 0, RWF_NOWAIT));
}

static void map_huge(void) {
  // Without pages in the store every kernel says ENOMEM. So an address that cannot be mapped is asked for.
  void *place = mmap((void *)1, 2 * MEBIBYTE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB | MAP_FIXED, -1, 0);
  if (place == MAP_FAILED && errno == ENOMEM) deny();
}

static void lock_without_process(void) {
  struct flock lock = {.l_type = F_WRLCK, .l_len = 1};
  must(fcntl((int)must(open("locked", O_RDWR | O_CREAT, 0600)), F_OFD_SETLK, &lock));
}

static void queue_signals(void) {
  struct rlimit most;
  must(getrlimit(RLIMIT_SIGPENDING, &most));
  for (rlim_t count = 0; count < 10000; count++) {
    timer_t timer;
    struct sigevent nothing = {.sigev_notify = SIGEV_NONE};
    must(timer_create(CLOCK_MONOTONIC, &nothing, &timer));
  }
}

static void run_in_real_time(void) {
  struct sched_param priority = {.sched_priority = 1};
  struct rlimit most = {1, 1};
  must(setrlimit(RLIMIT_RTPRIO, &most));
  must(sched_setscheduler(0, SCHED_FIFO, &priority));
}

// Has no signal at the end of its parent, and neither has its child.
static void outlive(void) {
  prctl(PR_SET_PDEATHSIG, 0, 0, 0, 0);
  must(fork());
  printf("ready\n");
  fflush(stdout);
  sleep(60);
}

// Children of the launcher, or of bubblewrap, instead of this process, which then ends.
static void leave_siblings(void) {
  for (int count = 0; count < 5; count++) {
    if (must(syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0))) continue;
    sleep(60);
    _exit(0);
  }
  _exit(7);
}

static int own_file(int flags) {
  int file = (int)must(open("own", O_RDWR | O_CREAT | O_TRUNC, 0700));
  must(write(file, "#!/bin/true\n", 12));
  close(file);
  return (int)must(open("own", flags));
}

// The calls below succeed for every user, but for the sandbox.
static void make_symlink(void) { must(symlink("/etc/passwd", "link")); }
static void make_fifo(void) { must(mkfifo("fifo", 0600)); }
static void make_socket(void) { must(mknod("socket", S_IFSOCK | 0600, 0)); }
// A rename that leaves a device behind (RENAME_WHITEOUT).
static void make_whiteout(void) {
  close(own_file(O_RDONLY));
  must(syscall(SYS_renameat2, AT_FDCWD, "own", AT_FDCWD, "renamed", 4));
}
static void watch_files(void) {
  long made = syscall(SYS_inotify_init1, 0);
#ifdef SYS_inotify_init
  if (made < 0) made = syscall(SYS_inotify_init);
#endif
  // FAN_REPORT_FID, which needs no rights.
  if (made < 0) made = syscall(SYS_fanotify_init, 0x200, O_RDONLY);
  must(made);
}
// An inotify instance is denied, so what could be watched by one that came from elsewhere is denied as well.
static void add_watch(void) {
  if (syscall(SYS_inotify_add_watch, -1, ".", 2) < 0 && errno == EPERM) deny();
}
static void seal_memory(void) { must(syscall(SYS_memfd_create, "sealed", 2 /* MFD_ALLOW_SEALING */)); }
static void join_keyring(void) { must(syscall(SYS_keyctl, 1 /* KEYCTL_JOIN_SESSION_KEYRING */, 0)); }
static void trace_me(void) { must(ptrace(PTRACE_TRACEME, 0, 0, 0)); }
static void copy_own_memory(void) {
  struct iovec from = {zeros, 16}, to = {zeros + 16, 16};
  must(process_vm_readv(getpid(), &to, 1, &from, 1, 0));
}
static void compare_processes(void) { must(syscall(SYS_kcmp, getpid(), getpid(), 1 /* KCMP_VM */, 0, 0)); }
static void pair_of(int type) {
  int pair[2];
  must(socketpair(AF_UNIX, type, 0, pair));
}
static void pair_of_datagrams(void) { pair_of(SOCK_DGRAM); }
static void pair_of_packets(void) { pair_of(SOCK_SEQPACKET | SOCK_CLOEXEC); }
static void bind_abstractly(void) {
  struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "\0cameo"};
  must(bind((int)must(socket(AF_UNIX, SOCK_STREAM, 0)), (struct sockaddr *)&address, sizeof address));
}
static void use_kernel_crypto(void) { must(socket(AF_ALG, SOCK_SEQPACKET, 0)); }
static void fix_addresses(void) { must(personality(ADDR_NO_RANDOMIZE)); }
static void move_pages_of_own(void) { must(syscall(SYS_move_pages, 0, 0, NULL, NULL, NULL, 0)); }
static void make_message_queue(void) { must(msgget(IPC_PRIVATE, 0600)); }
static void make_semaphores(void) { must(semget(IPC_PRIVATE, 1, 0600)); }
static void send_between_files(void) {
  int from = own_file(O_RDONLY);
  must(sendfile((int)must(open("copy", O_WRONLY | O_CREAT, 0600)), from, NULL, 4));
}
static void tee_pipes(void) {
  int one[2], two[2];
  must(pipe(one));
  must(pipe(two));
  must(write(one[1], "x", 1));
  must(tee(one[0], two[1], 1, 0));
}
static void lease_own_file(void) { must(fcntl(own_file(O_RDONLY), F_SETLEASE, F_RDLCK)); }
static void notify_of_folder(void) { must(fcntl((int)must(open(".", O_RDONLY | O_DIRECTORY)), F_NOTIFY, DN_CREATE)); }
static void mark_own_file(void) { must(fsetxattr(own_file(O_RDWR), "user.cameo", "x", 1, 0)); }
static void truncate_own_file(void) {
  close(own_file(O_RDONLY));
  must(truncate("own", 0));
}
// IOPRIO_WHO_PROCESS, this process, the idle class.
static void lower_io_priority(void) { must(syscall(SYS_ioprio_set, 1, 0, 3 << 13)); }
static void read_descriptor_table(void) {
#ifdef SYS_modify_ldt
  must(syscall(SYS_modify_ldt, 0, zeros, sizeof zeros));
#else
  deny();
#endif
}
static void execute_by_descriptor(void) {
  char *arguments[] = {"own", NULL}, *environment[] = {NULL};
  must(syscall(SYS_execveat, own_file(O_RDONLY), "", arguments, environment, 0x1000 /* AT_EMPTY_PATH */));
}
static void read_by_link_of_root(void) { must(open("/proc/self/root/etc/passwd", O_RDONLY)); }
static void open_tree_of_own(void) { must(syscall(SYS_open_tree, AT_FDCWD, ".", 0)); }
static void signal_by_own_descriptor(void) {
  must(syscall(SYS_pidfd_send_signal, (int)must(syscall(SYS_pidfd_open, getpid(), 0)), 0, NULL, 0));
}
static void signal_own_thread(void) { must(syscall(SYS_tkill, (int)syscall(SYS_gettid), 0)); }
static void sync_all(void) { must(syscall(SYS_sync)); }
static void sync_file_system(void) { must(syncfs((int)must(open(".", O_RDONLY | O_DIRECTORY)))); }
static void catch_faults(void) { must(syscall(SYS_userfaultfd, 1 /* UFFD_USER_MODE_ONLY */)); }
static void use_ring(void) {
  uint32_t parameters[30] = {0};
  must(syscall(SYS_io_uring_setup, 1, parameters));
}

static void clear_signal_of_parent(void) { must(prctl(PR_SET_PDEATHSIG, 0, 0, 0, 0)); }
static void enlarge_pipe(void) {
  int pipe_ends[2];
  must(pipe(pipe_ends));
  must(fcntl(pipe_ends[1], F_SETPIPE_SZ, MEBIBYTE));
}
static void make_queue(void) {
  unsigned long queue = 0;
  must(syscall(SYS_io_setup, 1, &queue));
}
static void take_core(void) {
  // An operation that does not exist: only the error shows whether it was denied.
  if (prctl(62, 99, 0, 0, 0) < 0 && errno == EPERM) deny();
}
static void hog_without_first_thread(void) { without_first_thread(hog_in_thread); }
static void write_without_first_thread(void) { without_first_thread(write_in_thread); }
static void share_memory(void) { share(MAP_ANONYMOUS, -1); }
static void share_zeros(void) { share(0, (int)must(open("/dev/zero", O_RDWR))); }

static const struct {
  const char *name;
  void (*run)(void);
} attempts[] = {
  {"hog-without-first-thread", hog_without_first_thread},
  {"write-without-first-thread", write_without_first_thread},
  {"share-memory", share_memory},
  {"share-zeros", share_zeros},
  {"send-files", send_files},
  {"map-files", map_files},
  {"map-files-far-apart", map_files_far_apart},
  {"splice-memory", splice_memory},
  {"splice-file", splice_file},
  {"make-rules", make_rules},
  {"enlarge-socket", enlarge_socket},
  {"enlarge-pipe", enlarge_pipe},
  {"fill-sockets", fill_sockets},
  {"fill-sets", fill_sets},
  {"fill-texts", fill_texts},
  {"keep-removed-folders", keep_removed_folders},
  {"page-tables", make_page_tables},
  {"mappings", make_mappings},
  {"thread-with-own-files", thread_with_own_files},
  {"thread-with-own-folder", thread_with_own_folder},
  {"make-symlink", make_symlink},
  {"make-fifo", make_fifo},
  {"make-socket", make_socket},
  {"make-whiteout", make_whiteout},
  {"unshare-files", unshare_files},
  {"make-ruleset", make_ruleset},
  {"clock-of-parent", read_clock_of_parent},
  {"add-filter", add_filter},
  {"add-filter-by-prctl", add_filter_by_prctl},
  {"ask-for-cached", ask_for_cached},
  {"read-if-cached", read_if_cached},
  {"map-huge", map_huge},
  {"lock-without-process", lock_without_process},
  {"make-queue", make_queue},
  {"take-core", take_core},
  {"timers", queue_signals},
  {"real-time", run_in_real_time},
  {"clear-signal-of-parent", clear_signal_of_parent},
  {"outlive", outlive},
  {"leave-siblings", leave_siblings},
  {"watch-files", watch_files},
  {"add-watch", add_watch},
  {"seal-memory", seal_memory},
  {"join-keyring", join_keyring},
  {"trace-me", trace_me},
  {"copy-own-memory", copy_own_memory},
  {"compare-processes", compare_processes},
  {"pair-of-datagrams", pair_of_datagrams},
  {"pair-of-packets", pair_of_packets},
  {"bind-abstractly", bind_abstractly},
  {"use-kernel-crypto", use_kernel_crypto},
  {"fix-addresses", fix_addresses},
  {"move-pages-of-own", move_pages_of_own},
  {"make-message-queue", make_message_queue},
  {"make-semaphores", make_semaphores},
  {"send-between-files", send_between_files},
  {"tee-pipes", tee_pipes},
  {"lease-own-file", lease_own_file},
  {"notify-of-folder", notify_of_folder},
  {"mark-own-file", mark_own_file},
  {"truncate-own-file", truncate_own_file},
  {"lower-io-priority", lower_io_priority},
  {"read-descriptor-table", read_descriptor_table},
  {"execute-by-descriptor", execute_by_descriptor},
  {"read-by-link-of-root", read_by_link_of_root},
  {"open-tree-of-own", open_tree_of_own},
  {"signal-by-own-descriptor", signal_by_own_descriptor},
  {"signal-own-thread", signal_own_thread},
  {"sync-all", sync_all},
  {"sync-file-system", sync_file_system},
  {"catch-faults", catch_faults},
  {"use-ring", use_ring},
};

int main(int count, char **arguments) {
  if (count < 3) return 64;
  for (size_t i = 0; i < sizeof attempts / sizeof *attempts; i++) {
    if (strcmp(arguments[1], attempts[i].name) != 0) continue;
    attempts[i].run();
    wait_for_the_end();
  }
  return 64;
}
