// A provider that does what its first argument says. All of these things are wrong, except the first few.
// usage: misbehave MODE FOLDER
//
// FOLDER is the test's own: notes are left there. If a call fails that should not, the provider ends with status 1.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { MEBIBYTE = 1 << 20, PATH_LENGTH = 4096 };

static const char *mode, *state;
// The line that was heard last.
static char *line;
static size_t line_size;

static bool is(const char *name) { return strcmp(mode, name) == 0; }

// Ends the program if a call has failed.
static int must(long result) {
  if (result < 0) exit(1);
  return (int)result;
}

static void send_text(const char *text, size_t length) {
  if (fwrite(text, 1, length, stdout) != length || fflush(stdout) != 0) exit(1);
}

__attribute__((format(printf, 1, 2))) static void say(const char *format, ...) {
  char text[4 * PATH_LENGTH];
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(text, sizeof text - 1, format, arguments);
  va_end(arguments);
  if (length < 0 || length > (int)sizeof text - 2) length = (int)sizeof text - 2;
  text[length++] = '\n';
  send_text(text, (size_t)length);
}

__attribute__((format(printf, 2, 3))) static void note(const char *name, const char *format, ...) {
  char path[PATH_LENGTH], text[PATH_LENGTH];
  snprintf(path, sizeof path, "%s/%s", state, name);
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(text, sizeof text - 1, format, arguments);
  va_end(arguments);
  if (length < 0 || length > (int)sizeof text - 2) length = (int)sizeof text - 2;
  text[length++] = '\n';
  // A sandbox keeps the folder from it.
  int file = open(path, O_WRONLY | O_APPEND | O_CREAT, 0666);
  if (file < 0) return;
  must(write(file, text, (size_t)length));
  close(file);
}

// Whether this is the first process of the test.
static bool is_first(void) {
  char path[PATH_LENGTH];
  snprintf(path, sizeof path, "%s/pids", state);
  FILE *file = fopen(path, "r");
  if (!file) exit(1);
  int count = 0, number;
  while (fscanf(file, "%d", &number) == 1) count++;
  fclose(file);
  return count == 1;
}

static void hear(void) {
  if (getline(&line, &line_size, stdin) <= 0) exit(0);
}

// The value of a member of an object of JSON, which begins after `place`.
static const char *value(const char *place, const char *name) {
  char quoted[32];
  snprintf(quoted, sizeof quoted, "\"%s\"", name);
  const char *found = place ? strstr(place, quoted) : NULL;
  if (!found) exit(1);
  return found + strlen(quoted) + strspn(found + strlen(quoted), ": ");
}

static long number(const char *place, const char *name) { return strtol(value(place, name), NULL, 10); }

// Copies a text without escapes.
static void text(const char *place, const char *name, char *into) {
  if (sscanf(value(place, name), "\"%4095[^\"]", into) != 1) exit(1);
}

static bool is_type(const char *type) { return strncmp(value(line, "type") + 1, type, strlen(type)) == 0; }

static void write_file(const char *path, const char *bytes, size_t count) {
  int file = must(open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666));
  while (count > 0) {
    size_t written = (size_t)must(write(file, bytes, count));
    bytes += written;
    count -= written;
  }
  close(file);
}

static void write_text(const char *path, const char *text) { write_file(path, text, strlen(text)); }

static const char *layout(long width, long height, long stride) {
  static char text[256];
  snprintf(text, sizeof text, "{\"format\":\"gray8\",\"width\":%ld,\"height\":%ld,\"stride\":%ld}", width, height, stride);
  return text;
}

// Writes a picture and describes it.
static const char *pixels(const char *path, int width, int height, int shade) {
  size_t count = (size_t)width * (size_t)height;
  char *bytes = malloc(count);
  if (!bytes) exit(1);
  memset(bytes, shade, count);
  write_file(path, bytes, count);
  free(bytes);
  return layout(width, height, width);
}

static const char *picture(const char *path) { return pixels(path, 8, 4, 0x55); }

// The last block. Other files could read it, so the compiler does not drop the allocation.
char *hoarded;

static void hoard(int mebibytes) {
  static char random[MEBIBYTE];
  for (size_t done = 0; done < sizeof random;) done += (size_t)must(getrandom(random + done, sizeof random - done, 0));
  char *block = malloc((size_t)mebibytes * MEBIBYTE);
  if (!block) exit(1);
  for (int i = 0; i < mebibytes; i++) memcpy(block + (size_t)i * MEBIBYTE, random, MEBIBYTE);
  hoarded = block;
}

// Takes memory until somebody ends it.
static void grow(void) {
  for (;;) hoard(16);
}

static void *grow_later(void *unused) {
  usleep(1500000);
  grow();
  return unused;
}

// A child process. RLIMIT_NPROC counts all that the user runs: the workers of other tests may be in the way.
static pid_t make_child(void) {
  for (;;) {
    pid_t child = fork();
    if (child >= 0) return child;
    if (errno != EAGAIN) exit(1);
    // They end soon. If not, the time limit of the request does.
    usleep(10000);
  }
}

static void sleep_and_end(void) {
  sleep(600);
  _exit(0);
}

// Starts a child whose parents have ended, in a session of its own where that is allowed. It ignores all signals but
// SIGKILL.
static void fork_away(void) {
  if (make_child()) return;
  setsid();
  if (make_child()) _exit(0);
  signal(SIGTERM, SIG_IGN);
  signal(SIGHUP, SIG_IGN);
  sleep_and_end();
}

static int append(const char *path, int flags) {
  int file = open(path, O_WRONLY | O_CREAT | flags, 0666);
  return file < 0 ? -1 : (int)write(file, "x", 1);
}

static int list(const char *path) { return opendir(path) ? 0 : -1; }

static int reach(int family, const struct sockaddr *address, socklen_t size) {
  int local = socket(family, SOCK_STREAM, 0);
  return local < 0 ? -1 : connect(local, address, size);
}

// Tries what must not be possible on the file that the document names.
static void trespass(const char *document, const char *output) {
  static char targets[4 * PATH_LENGTH];
  int file = must(open(document, O_RDONLY));
  must(read(file, targets, sizeof targets - 1));
  close(file);
  char path[PATH_LENGTH], folder[PATH_LENGTH], made[2 * PATH_LENGTH], temporary[2 * PATH_LENGTH];
  char linked[2 * PATH_LENGTH];
  text(targets, "file", path);
  text(targets, "folder", folder);
  pid_t process = (pid_t)number(targets, "process");
  snprintf(made, sizeof made, "%s/made", folder);
  snprintf(temporary, sizeof temporary, "/tmp/%s-made", basename(folder));
  snprintf(linked, sizeof linked, "%s.link", output);
  struct sockaddr_in remote = {.sin_family = AF_INET, .sin_port = htons((uint16_t)number(targets, "port"))};
  remote.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  struct sockaddr_un local = {.sun_family = AF_UNIX};
  snprintf(local.sun_path, sizeof local.sun_path, "%.80s/socket", folder);
  FILE *found = fopen(output, "w");
  if (!found) exit(1);
  // In this order. The last but one ends the parent if it is allowed.
#define ATTEMPT(name, call) fprintf(found, "%s %s\n", name, (call) < 0 ? "denied" : "ALLOWED")
  ATTEMPT("read", open(path, O_RDONLY));
  ATTEMPT("list", list(folder));
  ATTEMPT("write", append(path, O_APPEND));
  ATTEMPT("create", append(made, O_EXCL));
  ATTEMPT("create-in-temporary", append(temporary, O_EXCL));
  ATTEMPT("change-document", append(document, O_APPEND));
  ATTEMPT("truncate", truncate(path, 0));
  ATTEMPT("truncate-by-open", open(path, O_RDONLY | O_TRUNC));
  ATTEMPT("chmod", chmod(path, 0777));
  ATTEMPT("remove", unlink(path));
  ATTEMPT("link", link(path, linked));
  ATTEMPT("connect", reach(AF_INET, (struct sockaddr *)&remote, sizeof remote));
  ATTEMPT("connect-local", reach(AF_UNIX, (struct sockaddr *)&local, sizeof local));
  ATTEMPT("signal", kill(process, SIGTERM));
  ATTEMPT("signal-parent", kill(getppid(), SIGTERM));
  ATTEMPT("setsid", setsid());
  if (fclose(found) != 0) exit(1);
}

// Answers one request. Returns the part of the reply after its number; NULL if there is none.
static const char *answer(long id, const char *output, int count) {
  static char content[PATH_LENGTH];
  char path[2 * PATH_LENGTH], document[PATH_LENGTH];
  text(value(line, "input"), "path", document);
  // What the reply has in most modes.
#define CONTENT(...) (snprintf(content, sizeof content, __VA_ARGS__), content)
#define PIXELS(layout) CONTENT(",\"pixels\":%s", layout)
#define ERROR(code, text) (say("{\"type\":\"error\",\"id\":%ld,\"code\":\"%s\",\"message\":\"%s\"}", id, code, text), NULL)
  const char *plain = ",\"data\":{\"contentType\":\"text/plain\"}";

  if (is("good") || is("silent-later")) {
    return CONTENT(
      ",\"pixels\":%s,\"title\":\"A \\u202etitle\\nof two lines\",\"extensionBadge\":\"TST\",\"pageCount\":3",
      picture(output));
  }
  snprintf(path, sizeof path, "%s.partial", output);
  if (is("partial")) {
    say("{\"type\":\"partial\",\"id\":%ld,\"pixels\":%s}", id, pixels(path, 2, 1, 0x11));
    return PIXELS(picture(output));
  }
  char *folder = strdup(output);
  *strrchr(folder, '/') = 0;
  if (is("html")) {
    write_text(output, "<p>Hello<img src='cid:one'>");
    snprintf(path, sizeof path, "%s/one.png", folder);
    write_text(path, "picture");
    return ",\"data\":{\"contentType\":\"text/html\",\"encoding\":\"utf-8\",\"attachments\":[{\"id\":\"one\","
           "\"file\":\"one.png\",\"contentType\":\"image/png\"}]}";
  }
  if (is("pdf")) {
    write_text(output, "%PDF-1.7\n");
    return ",\"pdf\":{}";
  }
  if (is("corrupt")) return ERROR("corruptInput", "the first byte is wrong");
  if (is("locked")) return ERROR("passwordRequired", "it is locked");
  if (is("claims-sandbox")) return ERROR("sandboxUnavailable", "x");
  if (is("claims-timeout")) return ERROR("timeout", "x");
  if (is("lacks-program")) return ERROR("providerUnavailable", "rsvg-convert is not installed");
  if (is("leaves-child")) {
    // Good in all that it says.
    fork_away();
    return PIXELS(picture(output));
  }
  if (is("hoards")) {
    hoard(80);
    return PIXELS(picture(output));
  }
  if (is("grows-later")) {
    pthread_t thread;
    if (count == 1 && pthread_create(&thread, NULL, grow_later, NULL) != 0) exit(1);
    return PIXELS(picture(output));
  }
  if (is("trespass")) {
    trespass(document, output);
    return ",\"data\":{\"contentType\":\"text/plain\",\"encoding\":\"utf-8\"}";
  }
  if (is("second-time")) {
    // Fails in its first process and is good in the next one.
    if (is_first()) _exit(9);
    return PIXELS(picture(output));
  }
  if (is("gated")) {
    // Until the test opens the gate.
    snprintf(path, sizeof path, "%s/gate", state);
    while (access(path, F_OK) != 0) usleep(10000);
    return PIXELS(picture(output));
  }
  if (is("by-document")) {
    // The picture's shade is the document's first byte, and a "!" there is a crash.
    unsigned char first;
    if (must(read(must(open(document, O_RDONLY)), &first, 1)) != 1) exit(1);
    if (first == '!') kill(getpid(), SIGSEGV);
    return PIXELS(pixels(output, 8, 4, first));
  }

  if (is("says-document")) {
    // Says what the document contains, with the request's number for each @.
    static char said[1 << 17];
    FILE *file = fopen(document, "r");
    if (!file) exit(1);
    size_t length = fread(said, 1, sizeof said, file);
    fclose(file);
    picture(output);
    for (size_t i = 0; i < length; i++) {
      if (said[i] == '@') {
        printf("%ld", id);
      } else {
        putchar(said[i]);
      }
    }
    send_text("\n", 1);
    return NULL;
  }

  // From here on everything is wrong.
  if (is("garbage")) {
    send_text("\xff\xfe\x00\x01 no message\n", 16);
  } else if (is("long-line") || is("endless-line")) {
    static char xs[200000];
    memset(xs, 'x', sizeof xs);
    while (is("endless-line")) send_text(xs, sizeof xs);
    const char *start = "{\"type\": \"log\", \"level\": \"info\", \"message\": \"";
    send_text(start, strlen(start));
    send_text(xs, sizeof xs);
    send_text("\"}\n", 3);
  } else if (is("noise")) {
    say("Loading fonts ...");
    return PIXELS(picture(output));
  } else if (is("log-flood")) {
    for (;;) say("{\"type\":\"log\",\"level\":\"info\",\"message\":\"again\"}");
  } else if (is("stderr-flood")) {
    char es[1001];
    memset(es, 'e', 1000);
    es[1000] = 0;
    for (int i = 0; i < 2000; i++) fprintf(stderr, "%s\n", es);
    fprintf(stderr, "the last words\n");
    _exit(7);
  } else if (is("wrong-id")) {
    say("{\"type\":\"reply\",\"id\":%ld,\"pixels\":%s}", id + 41, picture(output));
    return NULL;
  } else if (is("two-replies")) {
    picture(output);
    char *twice = NULL;
    const char *layout_text = layout(8, 4, 8);
    int length = asprintf(
      &twice, "{\"type\":\"reply\",\"id\":%ld,\"pixels\":%s}\n{\"type\":\"reply\",\"id\":%ld,\"pixels\":%s}\n", id, layout_text,
      id, layout_text);
    send_text(twice, (size_t)must(length));
    return NULL;
  } else if (is("late-reply")) {
    say("{\"type\":\"reply\",\"id\":%ld,\"pixels\":%s}", id, picture(output));
    usleep(500000);
    return PIXELS(layout(8, 4, 8));
  } else if (is("partial-flood")) {
    for (;;) say("{\"type\":\"partial\",\"id\":%ld,\"pixels\":%s}", id, pixels(path, 2, 1, 0x55));
  } else if (is("too-few-bytes")) {
    pixels(output, 5, 4, 0x55);
    return PIXELS(layout(8, 4, 8));
  } else if (is("too-many-bytes")) {
    pixels(output, 8, 5, 0x55);
    return PIXELS(layout(8, 4, 8));
  } else if (is("short-stride")) {
    picture(output);
    return PIXELS(layout(8, 4, 4));
  } else if (is("negative")) {
    picture(output);
    return PIXELS(layout(8, -4, 8));
  } else if (is("overflow")) {
    picture(output);
    return PIXELS(layout(1L << 31, 1L << 31, 1L << 33));
  } else if (is("stride-overflow")) {
    picture(output);
    return PIXELS(layout(8, 4, 1L << 62));
  } else if (is("too-large")) {
    return PIXELS(pixels(output, 600, 600, 0x55));
  } else if (is("sparse")) {
    must(ftruncate(must(open(output, O_WRONLY | O_CREAT, 0666)), 10L << 30));
    return PIXELS(layout(8, 4, 8));
  } else if (is("cut")) {
    picture(output);
    write_text(output, "cut");
    return PIXELS(layout(8, 4, 8));
  } else if (is("missing")) {
    return PIXELS(layout(8, 4, 8));
  } else if (is("symlink")) {
    must(symlink("/etc/passwd", output));
    return plain;
  } else if (is("folder-symlink")) {
    // The folder itself cannot be replaced, so a link in the output's place is tried.
    snprintf(path, sizeof path, "%s.moved", folder);
    if (rename(folder, path) != 0 || symlink(state, folder) != 0) {
      snprintf(path, sizeof path, "%s/pids", state);
      must(symlink(path, output));
    }
    return plain;
  } else if (is("hard-link")) {
    snprintf(path, sizeof path, "%s/secret-%d", state, getpid());
    write_text(path, "secret");
    must(link(path, output));
    return plain;
  } else if (is("fifo")) {
    must(mkfifo(output, 0666));
    return plain;
  } else if (is("directory")) {
    must(mkdir(output, 0777));
    return plain;
  } else if (is("attachment-escape") || is("attachment-link")) {
    write_text(output, "<p>");
    snprintf(path, sizeof path, "%s/a", folder);
    if (is("attachment-link")) must(symlink("/etc/passwd", path));
    return CONTENT(
      ",\"data\":{\"contentType\":\"text/html\",\"attachments\":[{\"id\":\"a\",\"file\":\"%s\","
      "\"contentType\":\"text/plain\"}]}",
      is("attachment-link") ? "a" : "../../../../../etc/passwd");
  } else if (is("header-injection")) {
    write_text(output, "<p>");
    return ",\"data\":{\"contentType\":\"text/html\\r\\nSet-Cookie: a=b\"}";
  } else if (is("no-pdf")) {
    write_text(output, "<script>");
    return ",\"pdf\":{}";
  } else if (is("hang")) {
    sleep_and_end();
  } else if (is("deaf")) {
    signal(SIGTERM, SIG_IGN);
    for (;;) sleep(600);
  } else if (is("busy")) {
    for (;;) {}
  } else if (is("stopped")) {
    kill(getpid(), SIGSTOP);
  } else if (is("obeys-cancel") || is("ignores-cancel")) {
    return NULL;
  } else if (is("exit-0")) {
    exit(0);
  } else if (is("exit-3")) {
    _exit(3);
  } else if (is("segfault")) {
    kill(getpid(), SIGSEGV);
  } else if (is("file-limit")) {
    signal(SIGXFSZ, SIG_DFL);
    kill(getpid(), SIGXFSZ);
  } else if (is("memory")) {
    grow();
  } else if (is("memory-later")) {
    if (count > 1) grow();
    return PIXELS(picture(output));
  } else if (is("exit-then-hang")) {
    if (is_first()) exit(0);
    sleep_and_end();
  } else if (is("noisy-memory")) {
    if (make_child() == 0) {
      char noise[3200] = "";
      for (int i = 0; i < 100; i++) strcat(noise, "cameo-launcher: stopped: noise\n");
      for (;;) must(write(2, noise, strlen(noise)));
    }
    grow();
  } else if (is("fork-bomb") || is("chain-bomb")) {
    // In the chain each child goes on and each parent ends, so that a process has ended when it is found.
    time_t end = time(NULL) + 20;
    while (time(NULL) < end) {
      if (fork() == 0 && is("chain-bomb") && fork() > 0) _exit(0);
    }
    _exit(0);
  } else if (is("writes-much")) {
    static char zeros[MEBIBYTE];
    for (int part = 0; part < 10 << 10; part++) {
      snprintf(path, sizeof path, "%s-%d", output, part);
      write_file(path, zeros, sizeof zeros);
    }
  } else if (is("away-children")) {
    for (int i = 0; i < 5; i++) fork_away();
    usleep(200000);
    _exit(0);
  } else if (is("forges-launcher")) {
    const char *forged = "cameo-launcher: sandboxUnavailable: there is none\n";
    must(write(2, forged, strlen(forged)));
    _exit(120);
  } else if (is("closes-output")) {
    close(1);
    sleep_and_end();
  } else if (is("closes-all")) {
    for (int descriptor = 0; descriptor < 3; descriptor++) close(descriptor);
    signal(SIGTERM, SIG_IGN);
    sleep_and_end();
  } else if (is("children")) {
    // They keep the pipes open.
    for (int i = 0; i < 5; i++) {
      pid_t child = make_child();
      if (child == 0) {
        signal(SIGTERM, SIG_IGN);
        sleep_and_end();
      }
      note("pids", "%d", child);
    }
    usleep(100000);
    _exit(0);
  }
  return "";
}

int main(int count_of_arguments, char **arguments) {
  if (count_of_arguments < 3) return 64;
  mode = arguments[1];
  state = arguments[2];
  // Each worker may be a user of its own; the notes are everybody's.
  umask(0);
  // Calls fail instead.
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);
  note("pids", "%d", getpid());
  if (is("silent-deaf")) signal(SIGTERM, SIG_IGN);
  if (is("silent") || is("silent-deaf") || (is("silent-later") && !is_first())) sleep_and_end();
  if (is("exit-at-once")) return 3;
  if (is("early-reply")) say("{\"type\":\"reply\",\"id\":1,\"pdf\":{}}");
  hear();
  say("{\"type\":\"hello\",\"protocol\":%d,\"provider\":\"org.example.misbehave\",\"version\":\"1.0\","
      "\"capabilities\":[\"thumbnail\",\"preview\"]}", is("wrong-protocol") ? 9 : 1);
  if (is("two-hellos")) {
    say("{\"type\":\"hello\",\"protocol\":1,\"provider\":\"x\",\"version\":\"1\",\"capabilities\":[]}");
  }
  for (int count = 1;;) {
    hear();
    if (is_type("shutdown")) return 0;
    long id = number(line, "id");
    if (is_type("cancel")) {
      note("cancelled", "%ld", id);
      if (is("obeys-cancel")) {
        say("{\"type\":\"error\",\"id\":%ld,\"code\":\"cancelled\",\"message\":\"as you wish\"}", id);
      }
      continue;
    }
    char output[PATH_LENGTH];
    text(value(line, "output"), "path", output);
    note("outputs", "%s", output);
    note("orders", "%d %ld", getpid(), id);
    const char *content = answer(id, output, count++);
    if (content) say("{\"type\":\"reply\",\"id\":%ld%s}", id, content);
  }
}
