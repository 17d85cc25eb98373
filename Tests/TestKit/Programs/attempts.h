// What a decoder may try that somebody else has taken over. `escape` tries it in processes of its own, and
// `hostile_input` inside a command.
//
// The folder of a test has `in/file` (an input), `out` (for outputs) and `other/file`.
#ifndef CAMEO_ATTEMPTS_H
#define CAMEO_ATTEMPTS_H

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/netlink.h>
#include <net/if.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

static const char *test_folder;
// The process that attempts are made on.
static pid_t victim;
static int victims_value = 7;

static const char *at(const char *name) {
  static char paths[4][4096];
  static unsigned next;
  char *path = paths[next++ % 4];
  snprintf(path, sizeof paths[0], "%s/%s", test_folder, name);
  return path;
}

// Makes the files of an attempt, as far as that is allowed.
static void make_files(void) {
  const char *const made[] = {
    "in/new", "other/new", "other/renamed", "out/taken", "out/link", "other/link", "other/symlink", "out/symlink",
    "out/fifo",
  };
  for (unsigned i = 0; i < sizeof made / sizeof *made; i++) unlink(at(made[i]));
  rmdir(at("other/folder"));
  const char *const files[] = {"in/file", "out/file", "other/file"};
  for (unsigned i = 0; i < sizeof files / sizeof *files; i++) {
    int file = open(at(files[i]), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0) continue;
    if (write(file, "text", 4) != 4) exit(1);
    close(file);
  }
}

// Each attempt returns 0, or -1 with errno.

static int opened(const char *path, int flags) {
  int file = open(path, flags | O_CLOEXEC, 0600);
  if (file < 0) return -1;
  close(file);
  return 0;
}

static int read_elsewhere(void) { return opened(at("other/file"), O_RDONLY); }
static int read_shadow(void) { return opened("/etc/shadow", O_RDONLY); }
static int write_elsewhere(void) { return opened(at("other/file"), O_WRONLY); }
static int create_elsewhere(void) { return opened(at("other/new"), O_WRONLY | O_CREAT); }
static int create_beside_input(void) { return opened(at("in/new"), O_WRONLY | O_CREAT); }
static int truncate_elsewhere(void) { return truncate(at("other/file"), 0); }
static int truncate_input(void) { return opened(at("in/file"), O_RDONLY | O_TRUNC); }
static int truncate_unread(void) { return opened(at("in/file"), O_ACCMODE | O_TRUNC); }
static int make_folder_elsewhere(void) { return mkdir(at("other/folder"), 0700); }
static int rename_over(void) { return rename(at("out/file"), at("other/file")); }
static int rename_elsewhere(void) { return rename(at("other/file"), at("other/renamed")); }
static int take_away(void) { return rename(at("other/file"), at("out/taken")); }
static int link_out(void) { return link(at("other/file"), at("out/link")); }
static int link_elsewhere(void) { return link(at("out/file"), at("other/link")); }
static int symlink_elsewhere(void) { return symlink("/etc/passwd", at("other/symlink")); }
static int symlink_out(void) { return symlink(at("other/file"), at("out/symlink")); }
static int unlink_elsewhere(void) { return unlink(at("other/file")); }
static int fifo_out(void) { return mkfifo(at("out/fifo"), 0600); }

// A rename that leaves a device at the old path.
static int whiteout_out(void) {
  if (opened(at("out/white"), O_WRONLY | O_CREAT) != 0) return -1;
  int result = (int)syscall(
    SYS_renameat2, AT_FDCWD, at("out/white"), AT_FDCWD, at("out/renamed"), 4 /* RENAME_WHITEOUT */);
  int number = errno;
  unlink(at("out/white"));
  unlink(at("out/renamed"));
  errno = number;
  return result;
}

// Whoever executes the file then may do what root may.
static int give_capabilities(void) {
  int file = open(at("out/file"), O_WRONLY | O_CLOEXEC);
  // The second version of struct vfs_cap_data: CAP_SETUID, effective.
  const uint32_t capabilities[] = {0x02000001, 1 << 7, 0, 0, 0};
  int result = file < 0 ? -1 : fsetxattr(file, "security.capability", capabilities, sizeof capabilities, 0);
  int number = errno;
  close(file);
  errno = number;
  return result;
}

static int chmod_elsewhere(void) { return chmod(at("other/file"), 0644); }
static int set_times_elsewhere(void) { return utimensat(AT_FDCWD, at("other/file"), NULL, 0); }
static int set_attribute_elsewhere(void) { return setxattr(at("other/file"), "user.cameo.test", "1", 1, 0); }

static int list_elsewhere(void) {
  DIR *folder = opendir(at("other"));
  return folder ? closedir(folder) : -1;
}

static int socket_of(int family, int type, int protocol) {
  int made = socket(family, type | SOCK_CLOEXEC, protocol);
  if (made < 0) return -1;
  close(made);
  return 0;
}

static int socket_unix(void) { return socket_of(AF_UNIX, SOCK_STREAM, 0); }
static int socket_inet6(void) { return socket_of(AF_INET6, SOCK_STREAM, 0); }
static int socket_netlink(void) { return socket_of(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE); }
static int socket_packet(void) { return socket_of(AF_PACKET, SOCK_DGRAM, 0); }

// To a server of its own.
static int connect_inet(void) {
  int server = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), client = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (server < 0 || client < 0) return -1;
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
  socklen_t size = sizeof address;
  int result = -1;
  if (bind(server, (struct sockaddr *)&address, size) == 0 && listen(server, 1) == 0
      && getsockname(server, (struct sockaddr *)&address, &size) == 0) {
    result = connect(client, (struct sockaddr *)&address, size);
  }
  close(server);
  close(client);
  return result;
}

static int fork_and_execute(void) {
  pid_t child = fork();
  if (child < 0) return -1;
  if (child == 0) {
    execl("/bin/true", "true", NULL);
    _exit(errno);
  }
  int status;
  if (waitpid(child, &status, 0) < 0) return -1;
  errno = WIFEXITED(status) ? WEXITSTATUS(status) : EIO;
  return errno == 0 ? 0 : -1;
}

static int signal_other(void) { return kill(victim, 0); }

static int trace_other(void) {
  if (ptrace(PTRACE_SEIZE, victim, NULL, NULL) != 0) return -1;
  return 0;
}

static int read_memory_of_other(void) {
  int copy = 0;
  struct iovec own = {&copy, sizeof copy}, theirs = {&victims_value, sizeof victims_value};
  return process_vm_readv(victim, &own, 1, &theirs, 1, 0) == sizeof copy ? 0 : -1;
}

static int open_memory_of_other(void) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/mem", victim);
  return opened(path, O_RDONLY);
}

static int change_limit_of_other(void) {
  struct rlimit limit;
  return prlimit(victim, RLIMIT_CORE, NULL, &limit);
}

static int mount_something(void) {
  int result = mount("none", at("out"), "tmpfs", 0, NULL);
  // Nothing stays on the machine.
  if (result == 0) umount2(at("out"), MNT_DETACH);
  return result;
}
static int make_namespace(void) { return unshare(CLONE_NEWUSER); }
static int change_root(void) { return chroot(at("out")); }
static int make_shared_memory(void) { return shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600) < 0 ? -1 : 0; }

static int called(long result) {
  if (result < 0) return -1;
  close((int)result);
  return 0;
}

static int make_ring(void) {
  char parameters[256] = {0};
  return called(syscall(SYS_io_uring_setup, 4, parameters));
}

static int watch_faults(void) { return called(syscall(SYS_userfaultfd, O_CLOEXEC | 1)); }
static int use_keys(void) { return syscall(SYS_keyctl, 0 /* KEYCTL_GET_KEYRING_ID */, -3, 1) < 0 ? -1 : 0; }
static int load_bpf(void) {
  // BPF_MAP_CREATE: an array of one value.
  unsigned attributes[32] = {2, 4, 8, 1};
  return called(syscall(SYS_bpf, 0, attributes, sizeof attributes));
}

static int result_of_thread, error_of_thread;

static void *read_in_thread(void *nothing) {
  result_of_thread = read_elsewhere();
  error_of_thread = errno;
  return nothing;
}

static int read_elsewhere_in_thread(void) {
  pthread_t thread;
  errno = pthread_create(&thread, NULL, read_in_thread, NULL);
  if (errno != 0) return -1;
  pthread_join(thread, NULL);
  errno = error_of_thread;
  return result_of_thread;
}

static const struct attempt {
  const char *name;
  int (*make)(void);
} attempts[] = {
  {"read elsewhere", read_elsewhere},
  {"read elsewhere in a new thread", read_elsewhere_in_thread},
  {"read /etc/shadow", read_shadow},
  {"list elsewhere", list_elsewhere},
  {"write elsewhere", write_elsewhere},
  {"create elsewhere", create_elsewhere},
  {"create beside the input", create_beside_input},
  {"truncate elsewhere", truncate_elsewhere},
  {"truncate the input", truncate_input},
  {"truncate without reading", truncate_unread},
  {"make a folder elsewhere", make_folder_elsewhere},
  {"rename over a file elsewhere", rename_over},
  {"rename elsewhere", rename_elsewhere},
  {"take a file away", take_away},
  {"link a file from elsewhere", link_out},
  {"link elsewhere", link_elsewhere},
  {"symlink elsewhere", symlink_elsewhere},
  {"symlink beside the output", symlink_out},
  {"unlink elsewhere", unlink_elsewhere},
  {"fifo beside the output", fifo_out},
  {"device beside the output", whiteout_out},
  {"capabilities for the output", give_capabilities},
  {"chmod elsewhere", chmod_elsewhere},
  {"set times elsewhere", set_times_elsewhere},
  {"set an attribute elsewhere", set_attribute_elsewhere},
  {"unix socket", socket_unix},
  {"inet6 socket", socket_inet6},
  {"netlink socket", socket_netlink},
  {"packet socket", socket_packet},
  {"connect", connect_inet},
  {"fork and execute", fork_and_execute},
  // From here on a process of its own is needed.
  {"signal another process", signal_other},
  {"trace another process", trace_other},
  {"read the memory of another process", read_memory_of_other},
  {"open the memory of another process", open_memory_of_other},
  {"limits of another process", change_limit_of_other},
  {"mount", mount_something},
  {"new namespace", make_namespace},
  {"chroot", change_root},
  {"System V memory", make_shared_memory},
  {"io_uring", make_ring},
  {"userfaultfd", watch_faults},
  {"keyctl", use_keys},
  {"bpf", load_bpf},
};

enum { ATTEMPTS = sizeof attempts / sizeof *attempts, ATTEMPTS_IN_COMMANDS = 31 };

#endif
