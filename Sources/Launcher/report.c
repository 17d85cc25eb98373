#include "launcher.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

void report(const char *code, const char *detail) {
  char line[512];
  int count = snprintf(line, sizeof line, "cameo-launcher: %s: %s\n", code, detail);
  if (count < 0) return;
  size_t length = (size_t)count < sizeof line ? (size_t)count : sizeof line - 1;
  // The provider may have filled the pipe, and the host may not read it: do not wait forever.
  struct pollfd errors = {.fd = STDERR_FILENO, .events = POLLOUT};
  if (poll(&errors, 1, 2000) == 1 && (errors.revents & POLLOUT)) {
    if (write(STDERR_FILENO, line, length) < 0) return;
  }
}

int report_sandbox(const char *step) {
  char detail[256];
  snprintf(detail, sizeof detail, "%s: %s", step, strerror(errno));
  report("sandboxUnavailable", detail);
  return STATUS_SANDBOX;
}
