#include "libreoffice_shim.h"

#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

// The beginning of LibreOfficeKit.h, whose order never changes. Only what is called has its type.
struct kit {
  const struct kit_class *functions;
};

struct kit_class {
  size_t size;
  void (*until_run_macro[10])(void);
  int (*run_macro)(struct kit *kit, const char *url);  // since LibreOffice 6.0
};

typedef struct kit *hook(const char *program_folder, const char *profile_url);

// Debian's folder, and that of other distributions. Others, such as /opt, are not shown in a sandbox.
static const char *const folders[] = {"/usr/lib/libreoffice/program", "/usr/lib64/libreoffice/program"};
// Some distributions build LibreOffice as one large library.
static const char *const files[] = {"libmergedlo.so", "libsofficeapp.so"};

enum { MOST_PATH = 4096, MOST_LINE = 1 << 16, MOST_FOLDERS = 8, START_SECONDS = 60 };

// The path of the library, in `path`; its folder. NULL where LibreOffice is not installed.
static const char *find_library(char path[MOST_PATH]) {
  for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
    for (size_t j = 0; j < sizeof files / sizeof *files; j++) {
      snprintf(path, MOST_PATH, "%s/%s", folders[i], files[j]);
      if (access(path, R_OK) == 0) return folders[i];
    }
  }
  return NULL;
}

bool libreoffice_shim_is_installed(void) {
  char path[MOST_PATH];
  return find_library(path) != NULL;
}

static struct kit *open_kit(const char *folder) {
  char path[MOST_PATH], profile[MOST_PATH];
  const char *program_folder = find_library(path);
  if (!program_folder) return NULL;
  void *library = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
  if (!library) return NULL;
  hook *open = (hook *)dlsym(library, "libreofficekit_hook_2");
  if (!open) return NULL;
  snprintf(profile, sizeof profile, "file://%s/profile", folder);
  struct kit *kit = open(program_folder, profile);
  return kit && kit->functions->size > offsetof(struct kit_class, run_macro) ? kit : NULL;
}

// Returns whether there is such a macro. Its errors are its own.
static bool run(struct kit *kit, const char *macro) {
  static char url[MOST_LINE + 64];
  snprintf(url, sizeof url, "macro:///%s", macro);
  return kit->functions->run_macro(kit, url);
}

// LibreOffice has a few folders for temporary files as long as it runs, which it makes only once. Their names are kept,
// so that they can be made again.
static char kept[MOST_FOLDERS][MOST_PATH];
static size_t kept_count;

static void keep(const char *folder, const char *name) {
  char path[MOST_PATH];
  if (snprintf(path, sizeof path, "%s%s", folder, name) >= MOST_PATH) return;
  for (size_t i = 0; i < kept_count; i++) {
    if (!strcmp(kept[i], path)) return;
  }
  if (kept_count < MOST_FOLDERS) strcpy(kept[kept_count++], path);
}

static void keep_folders(const char *folder) {
  DIR *directory = opendir(folder);
  if (!directory) return;
  for (struct dirent *entry; (entry = readdir(directory));) {
    char name[sizeof entry->d_name + 1] = "/";
    if (!strncmp(entry->d_name, "lu", 2)) keep(folder, strcat(name, entry->d_name));
  }
  closedir(directory);
}

static void make_folders(void) {
  for (size_t i = 0; i < kept_count; i++) mkdir(kept[i], 0700);
}

// The streams of this process are LibreOffice's from now on. Returns the descriptor for the answers.
static int take_output(void) {
  int answers = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  int nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (answers < 0 || nothing < 0) return -1;
  dup2(nothing, STDOUT_FILENO);
  dup2(nothing, STDERR_FILENO);
  close(nothing);
  return answers;
}

int libreoffice_shim_serve(const char *folder, const char *first, unsigned long data_bytes) {
  static char line[MOST_LINE];
  struct rlimit memory = {data_bytes, data_bytes};
  int answers = take_output();
  if (answers < 0 || setrlimit(RLIMIT_DATA, &memory) != 0 || setenv("TMPDIR", folder, 1) != 0) return 1;
  alarm(START_SECONDS);
  struct kit *kit = open_kit(folder);
  if (!kit || !run(kit, first)) return 1;
  alarm(0);
  static const char *const own[] = {"", "/profile", "/profile/user"};
  for (size_t i = 0; i < sizeof own / sizeof *own; i++) keep(folder, own[i]);
  keep_folders(folder);
  if (write(answers, "ready\n", 6) != 6) return 1;
  FILE *lines = fdopen(STDIN_FILENO, "r");
  while (lines && fgets(line, sizeof line, lines)) {
    char *macro;
    unsigned long seconds = strtoul(line, &macro, 10);
    size_t length = strlen(macro);
    if (*macro != ' ' || seconds == 0 || macro[length - 1] != '\n') return 1;
    macro[length - 1] = 0;
    alarm((unsigned)seconds);
    make_folders();
    if (!run(kit, macro + 1)) return 1;
    keep_folders(folder);
    alarm(0);
    if (write(answers, "done\n", 5) != 5) return 1;
  }
  return 0;
}
