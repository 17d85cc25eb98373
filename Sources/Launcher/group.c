// The control group (cgroup v2) that the host has made for a provider. The launcher itself stays outside, so that it
// can report what happened to the provider.
#include "launcher.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int open_file(const char *group, const char *name, int flags) {
  char path[4096];
  int count = snprintf(path, sizeof path, "%s/%s", group, name);
  if (count < 0 || (size_t)count >= sizeof path) return -1;
  return open(path, flags | O_CLOEXEC);
}

int enter_group(const char *path) {
  int file = open_file(path, "cgroup.procs", O_WRONLY);
  if (file < 0) return -1;
  // 0 is the writing process.
  ssize_t count = write(file, "0", 1);
  close(file);
  return count == 1 ? 0 : -1;
}

bool group_lacked_memory(const char *path) {
  int file = open_file(path, "memory.events", O_RDONLY);
  if (file < 0) return false;
  char text[1024];
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  if (count <= 0) return false;
  text[count] = 0;
  const char *line = strstr(text, "\noom_kill ");
  return line && strncmp(line, "\noom_kill 0\n", strlen("\noom_kill 0\n")) != 0;
}
