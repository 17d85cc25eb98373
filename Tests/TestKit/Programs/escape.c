// Confines itself as the commands do, with the same functions, and tries what must not be possible then.
// usage: escape off|on|programs|threads FOLDER
//        escape without landlock|seccomp COMMAND [ARGUMENT...]
//
// The first form makes each attempt in a process of its own, which gives up nothing (off), everything but `in`, `out`
// and the system (on), or everything but files and programs (programs). It prints `NAME: ok` or `NAME: REASON`, a line
// for each. The second form runs a command as if the kernel had no Landlock or no seccomp.
#define _GNU_SOURCE
#include "attempts.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/prctl.h>

#include "CConfinementShims.h"

static enum confinement_shim_step confine(bool programs) {
  const char *temporary = getenv("TMPDIR");
  struct confinement_shim_path paths[] = {
    {"/usr", confinement_shim_read}, {"/lib", confinement_shim_read}, {"/lib64", confinement_shim_read},
    {at("in"), confinement_shim_read}, {at("out"), confinement_shim_write}, {"/dev/null", confinement_shim_use},
    {temporary ? temporary : "/tmp", confinement_shim_unnamed}, {at("missing"), confinement_shim_read},
  };
  return confinement_shim_apply(paths, sizeof paths / sizeof *paths, !programs, programs);
}

// What must stay possible.

static int read_input(void) { return opened(at("in/file"), O_RDONLY); }
static int read_system(void) { return opened("/usr/bin/env", O_RDONLY); }
static int read_own_maps(void) { return opened("/proc/self/maps", O_RDONLY); }
static int write_null(void) { return opened("/dev/null", O_RDWR); }
static int make_temporary(void) {
  const char *temporary = getenv("TMPDIR");
  int file = open(temporary ? temporary : "/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  return file < 0 ? -1 : ftruncate(file, 10) | fchmod(file, 0600) | futimens(file, NULL) | close(file);
}

// As AtomicFile does: an unnamed file, its name, and a rename over another file.
static int replace_output(void) {
  int file = open(at("out"), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (file < 0) return -1;
  char path[64];
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  int result = linkat(AT_FDCWD, path, AT_FDCWD, at("out/new"), AT_SYMLINK_FOLLOW);
  close(file);
  return result == 0 ? rename(at("out/new"), at("out/file")) : -1;
}

static int make_output_folder(void) {
  if (mkdir(at("out/folder"), 0700) != 0) return -1;
  int result = opened(at("out/folder/file"), O_WRONLY | O_CREAT);
  unlink(at("out/folder/file"));
  // Commands remove no folders.
  return result;
}

static int signal_self(void) { return kill(getpid(), 0); }
static void *nothing(void *value) { return value; }
static void *sleep_on(void *value) {
  pause();
  return value;
}

static int start_thread(void) {
  pthread_t thread;
  errno = pthread_create(&thread, NULL, nothing, NULL);
  return errno == 0 ? pthread_join(thread, NULL) : -1;
}

// What a process of its own is needed for.

static int execute(void) { return execl("/bin/true", "true", NULL); }

// Files that are executed with the rights of their owner.

static int set_user_id(void) {
  int file = open(at("out/file"), O_WRONLY | O_CLOEXEC);
  int result = file < 0 ? -1 : fchmod(file, 04700);
  int number = errno;
  close(file);
  errno = number;
  return result;
}

static int create_with_user_id(void) {
  int file = open(at("out/new"), O_WRONLY | O_CREAT | O_CLOEXEC, 04700);
  int number = errno;
  unlink(at("out/new"));
  errno = number;
  return file < 0 ? -1 : close(file);
}

static int call_x32(void) {
#ifdef __x86_64__
  return syscall(0x40000000 | SYS_getppid) < 0 ? -1 : 0;
#else
  errno = ENOSYS;
  return -1;
#endif
}

static int call_of_i386(void) {
#ifdef __x86_64__
  int result = 64;  // getppid
  __asm__ volatile("int $0x80" : "+a"(result) : : "memory", "r8", "r9", "r10", "r11");
  return result == getppid() ? 0 : -1;
#else
  errno = ENOSYS;
  return -1;
#endif
}

static const struct attempt others[] = {
  {"execute", execute},
  {"set the user id bit", set_user_id},
  {"create with the user id bit", create_with_user_id},
  {"call of x32", call_x32},
  {"call of i386", call_of_i386},
  {"may read the input", read_input},
  {"may read the system", read_system},
  {"may read its maps", read_own_maps},
  {"may write /dev/null", write_null},
  {"may make a temporary file", make_temporary},
  {"may replace the output", replace_output},
  {"may make a folder for outputs", make_output_folder},
  {"may signal itself", signal_self},
  {"may start a thread", start_thread},
};

static void try_one(const struct attempt *attempt, const char *mode) {
  make_files();
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    alarm(60);
    if (strcmp(mode, "off") != 0 && confine(strcmp(mode, "programs") == 0) != confinement_shim_done) _exit(255);
    errno = 0;
    _exit(attempt->make() == 0 ? 0 : errno == 0 ? 254 : errno);
  }
  int status;
  if (child < 0 || waitpid(child, &status, 0) < 0) exit(1);
  if (WIFSIGNALED(status)) {
    printf("%s: signal %d\n", attempt->name, WTERMSIG(status));
  } else if (WEXITSTATUS(status) == 255) {
    printf("%s: not confined\n", attempt->name);
  } else {
    printf("%s: %s\n", attempt->name, status == 0 ? "ok" : strerror(WEXITSTATUS(status)));
  }
  rmdir(at("out/folder"));
}

// Lets calls fail as on a kernel that does not have them.
static void run_without(const char *what, char **command) {
  bool isLandlock = strcmp(what, "landlock") == 0;
  struct sock_filter filter[] = {
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
    BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, isLandlock ? 444 : SYS_seccomp, 0, 2),
    BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, isLandlock ? 446 : SYS_seccomp, 1, 0),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {.len = sizeof filter / sizeof *filter, .filter = filter};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) exit(1);
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) exit(1);
  execvp(command[0], command);
  exit(127);
}

int main(int count, char **arguments) {
  if (count > 3 && strcmp(arguments[1], "without") == 0) run_without(arguments[2], arguments + 3);
  if (count != 3) return 64;
  const char *mode = arguments[1];
  test_folder = arguments[2];
  victim = getpid();
  prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
  umask(022);
  mkdir(at("in"), 0700);
  mkdir(at("out"), 0700);
  mkdir(at("other"), 0700);
  if (strcmp(mode, "threads") == 0) {
    pthread_t thread;
    // It runs until the process ends.
    if (pthread_create(&thread, NULL, sleep_on, NULL) != 0) return 1;
    int threads = confinement_shim_thread_count();
    return printf("%d threads: step %d\n", threads, confine(false)) < 0;
  }
  for (unsigned i = 0; i < ATTEMPTS; i++) try_one(&attempts[i], mode);
  for (unsigned i = 0; i < sizeof others / sizeof *others; i++) try_one(&others[i], mode);
  return 0;
}
