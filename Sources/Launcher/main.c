// cameo-launcher: runs one provider of previews in a sandbox. docs/sandbox.md says why and how.
#include "launcher.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char usage[] =
  "usage: cameo-launcher [OPTION]... -- PROGRAM [ARGUMENT]...\n"
  "Runs a program, given by its absolute path, and leaves nothing of it behind.\n"
  "  --parent PID            the parent process, with which everything ends\n"
  "  --user UID --group GID  the user to run the program as, for root (default 65534)\n"
  "  --keep-user             stay the user, without capabilities; for root with --landlock require and --seccomp\n"
  "  --memory BYTES          limit on the memory of all processes together\n"
  "  --processes N           limit on processes at a time\n"
  "  --tasks N               limit on threads and processes together\n"
  "  --open-files N          limit on open files of one process\n"
  "  --file-size BYTES       limit on the size of one file\n"
  "  --control-group PATH    a group of cgroup v2 that the program is put into\n"
  "  --disk BYTES            limit on all files in the output folder\n"
  "  --output PATH           the output folder: writable, and the working directory\n"
  "  --write PATH            a folder whose files may be written\n"
  "  --programs PATH         a path that may be read and executed\n"
  "  --data PATH             a path that may be read\n"
  "  --device PATH           a path that may be read and written\n"
  "  --own-proc              some files of /proc/self may be read\n"
  "  --no-exec PATH          a mount without code, twice at most; needs CAP_SYS_ADMIN in the namespace\n"
  "  --landlock WHEN         require, try or off (the default)\n"
  "  --seccomp               denies system calls that no provider needs\n"
  "  --inner                 only confines and executes: another launcher watches\n"
  "  --self-test IN OUT FILE tries what must not be possible\n";

enum option_code {
  OPTION_PARENT = 256, OPTION_USER, OPTION_GROUP, OPTION_KEEP_USER, OPTION_MEMORY, OPTION_PROCESSES, OPTION_TASKS,
  OPTION_OPEN_FILES, OPTION_FILE_SIZE, OPTION_CONTROL_GROUP, OPTION_DISK, OPTION_OUTPUT, OPTION_WRITE,
  OPTION_PROGRAMS, OPTION_DATA, OPTION_DEVICE, OPTION_OWN_PROC, OPTION_NO_EXEC, OPTION_LANDLOCK,
  OPTION_LANDLOCK_VERSION, OPTION_SECCOMP, OPTION_INNER, OPTION_SELF_TEST, OPTION_HELP,
};

static const struct option options[] = {
  {"parent", required_argument, NULL, OPTION_PARENT},
  {"user", required_argument, NULL, OPTION_USER},
  {"group", required_argument, NULL, OPTION_GROUP},
  {"keep-user", no_argument, NULL, OPTION_KEEP_USER},
  {"memory", required_argument, NULL, OPTION_MEMORY},
  {"processes", required_argument, NULL, OPTION_PROCESSES},
  {"tasks", required_argument, NULL, OPTION_TASKS},
  {"open-files", required_argument, NULL, OPTION_OPEN_FILES},
  {"file-size", required_argument, NULL, OPTION_FILE_SIZE},
  {"control-group", required_argument, NULL, OPTION_CONTROL_GROUP},
  {"disk", required_argument, NULL, OPTION_DISK},
  {"output", required_argument, NULL, OPTION_OUTPUT},
  {"write", required_argument, NULL, OPTION_WRITE},
  {"programs", required_argument, NULL, OPTION_PROGRAMS},
  {"data", required_argument, NULL, OPTION_DATA},
  {"device", required_argument, NULL, OPTION_DEVICE},
  {"own-proc", no_argument, NULL, OPTION_OWN_PROC},
  {"no-exec", required_argument, NULL, OPTION_NO_EXEC},
  {"landlock", required_argument, NULL, OPTION_LANDLOCK},
  {"landlock-version", required_argument, NULL, OPTION_LANDLOCK_VERSION},
  {"seccomp", no_argument, NULL, OPTION_SECCOMP},
  {"inner", no_argument, NULL, OPTION_INNER},
  {"self-test", no_argument, NULL, OPTION_SELF_TEST},
  {"help", no_argument, NULL, OPTION_HELP},
  {NULL, 0, NULL, 0},
};

static _Noreturn void misuse(const char *what) {
  report("usage", what);
  exit(STATUS_SANDBOX);
}

static uint64_t number(const char *text, uint64_t most) {
  char *end;
  errno = 0;
  unsigned long long value = strtoull(text, &end, 10);
  if (errno || end == text || *end || text[0] == '-' || value > most) misuse(text);
  return value;
}

static void add_path(struct settings *settings, const char *path, enum path_use use) {
  if (path[0] != '/') misuse("a path that is not absolute");
  if (settings->path_count == MAXIMUM_PATHS) misuse("too many paths");
  settings->paths[settings->path_count++] = (struct allowed_path){path, use};
}

static void add_mount(struct settings *settings, const char *path) {
  const char **place = settings->no_exec[0] ? &settings->no_exec[1] : &settings->no_exec[0];
  if (*place) misuse("too many mounts");
  *place = path;
}

static enum landlock_use landlock_use(const char *text) {
  if (!strcmp(text, "require")) return LANDLOCK_REQUIRED;
  if (!strcmp(text, "try")) return LANDLOCK_WHERE_POSSIBLE;
  if (!strcmp(text, "off")) return LANDLOCK_OFF;
  misuse(text);
}

static void take(struct settings *settings, int code, const char *value) {
  switch (code) {
    case OPTION_PARENT: settings->parent = (pid_t)number(value, INT32_MAX); break;
    case OPTION_USER: settings->user = (uid_t)number(value, UINT32_MAX - 1); break;
    case OPTION_GROUP: settings->group = (gid_t)number(value, UINT32_MAX - 1); break;
    case OPTION_KEEP_USER: settings->keeps_user = true; break;
    case OPTION_MEMORY: settings->memory_bytes = number(value, INT64_MAX); break;
    case OPTION_PROCESSES: settings->processes = (unsigned)number(value, 4000); break;
    case OPTION_TASKS: settings->tasks = (unsigned)number(value, 1 << 20); break;
    case OPTION_OPEN_FILES: settings->open_files = (unsigned)number(value, 1 << 20); break;
    case OPTION_FILE_SIZE: settings->file_bytes = number(value, INT64_MAX); break;
    case OPTION_CONTROL_GROUP: settings->control_group = value; break;
    case OPTION_DISK: settings->disk_bytes = number(value, INT64_MAX); break;
    case OPTION_OUTPUT:
      add_path(settings, value, PATH_OUTPUT);
      settings->output_folder = value;
      break;
    case OPTION_WRITE: add_path(settings, value, PATH_OUTPUT); break;
    case OPTION_PROGRAMS: add_path(settings, value, PATH_PROGRAMS); break;
    case OPTION_DATA: add_path(settings, value, PATH_DATA); break;
    case OPTION_DEVICE: add_path(settings, value, PATH_DEVICE); break;
    case OPTION_OWN_PROC: settings->own_proc = true; break;
    case OPTION_NO_EXEC: add_mount(settings, value); break;
    case OPTION_LANDLOCK: settings->landlock = landlock_use(value); break;
    case OPTION_LANDLOCK_VERSION: settings->landlock_version = (int)number(value, 1000); break;
    case OPTION_SECCOMP: settings->seccomp = true; break;
    case OPTION_INNER: settings->inner = true; break;
    default: misuse("an unknown option");
  }
}

// If a standard descriptor is closed, the next file that is opened would get its number.
static void fill_standard_descriptors(void) {
  for (int file = 0; file < 3; file++) {
    if (fcntl(file, F_GETFD) < 0 && open("/dev/null", file ? O_WRONLY : O_RDONLY) < 0) _exit(STATUS_SANDBOX);
  }
}

int main(int count, char *arguments[]) {
  fill_standard_descriptors();
  struct settings settings = {.user = 65534, .group = 65534, .landlock_version = 1000};
  opterr = 0;
  for (int code; (code = getopt_long(count, arguments, "+", options, NULL)) != -1;) {
    if (code == OPTION_HELP) return fputs(usage, stdout) < 0;
    if (code == OPTION_SELF_TEST) {
      if (count - optind != 3) misuse("--self-test takes three paths");
      return self_test(arguments[optind], arguments[optind + 1], arguments[optind + 2]);
    }
    take(&settings, code, optarg);
  }
  if (optind >= count) misuse("no program");
  settings.command = arguments + optind;
  if (settings.command[0][0] != '/') misuse("the path of the program is not absolute");
  settings.drops_privileges = geteuid() == 0;
  if (settings.drops_privileges && (settings.user == 0 || settings.group == 0)) {
    misuse("a provider must not run as root");
  }
  return settings.inner ? confine_and_execute(&settings) : supervise(&settings);
}
