// One program for several commands, which differ in what they are called. scripts/build links it with the objects of
// all of them and defines COMMANDS: COMMAND(imgmeta) COMMAND(thumb).
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define COMMAND(name) int name##_main(int argc, char **argv);
COMMANDS
#undef COMMAND

typedef struct {
  const char *name;
  int (*run)(int argc, char **argv);  // SwiftPM gives each command's `main` this name.
} command;

static const command commands[] = {
#define COMMAND(name) {#name, name##_main},
  COMMANDS
};

static const command *find(const char *path) {
  const char *slash = strrchr(path, '/');
  const char *name = slash ? slash + 1 : path;
  for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
    if (strcmp(commands[i].name, name) == 0) return &commands[i];
  }
  return NULL;
}

int main(int argc, char **argv) {
  // The file's own name first: a symbolic link to it may have any name, and so may argv[0].
  char path[4096];
  ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
  path[length > 0 ? length : 0] = 0;
  const command *found = find(path);
  if (!found && argc > 0) found = find(argv[0]);
  if (found) return found->run(argc, argv);
  fputs("this program must be called by the name of one of its commands:", stderr);
  for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) fprintf(stderr, " %s", commands[i].name);
  fputc('\n', stderr);
  return 64;
}
