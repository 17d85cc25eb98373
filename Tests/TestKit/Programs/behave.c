// Does one thing that a provider may do, good or bad.
// usage: behave WHAT MARK, in the current folder (`out`)
//
// Nothing reads MARK here: the test finds all processes by it. If a call fails that should not, the program ends with
// status 1.
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { MEBIBYTE = 1 << 20, PAGE = 4096 };

static const char *what;

static bool is(const char *name) { return strcmp(what, name) == 0; }

// Ends the program if a call has failed.
static int must(long result) {
  if (result >= 0) return (int)result;
  perror(what);
  exit(1);
}

static void ready(void) {
  must(puts("ready"));
  must(fflush(stdout));
}

// A long time, but not for ever: nothing stays on the machine, whatever a test does wrong.
static void sleep_and_end(void) {
  sleep(60);
  _exit(0);
}

static void *sleep_in_thread(void *unused) {
  sleep_and_end();
  return unused;
}

// Children that try to get away: a double fork, a session of their own, deaf to signals, one of them stopped.
static void leave_children(void) {
  static const char *const kinds[] = {"plain", "session", "deaf", "stopped", "subreaper"};
  for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    const char *kind = kinds[i];
    if (must(fork())) continue;
    bool is_subreaper = strcmp(kind, "subreaper") == 0;
    for (int number = 1; number < 32 && strcmp(kind, "deaf") == 0; number++) signal(number, SIG_IGN);
    if (strcmp(kind, "session") == 0) setsid();
    if (is_subreaper) prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    if (must(fork()) && !is_subreaper) _exit(0);
    if (strcmp(kind, "stopped") == 0) kill(getpid(), SIGSTOP);
    sleep_and_end();
  }
  usleep(300000);
}

static void bomb(bool is_double) {
  time_t end = time(NULL) + 10;
  while (time(NULL) < end) {
    if (fork() == 0 && is_double && fork() > 0) _exit(0);
  }
}

static void thread_bomb(void) {
  pthread_t thread;
  while (pthread_create(&thread, NULL, sleep_in_thread, NULL) == 0) {}
  sleep_and_end();
}

// Takes memory and writes to each page.
static void take(size_t size, int sharing) {
  char *block = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_ANONYMOUS | sharing, -1, 0);
  if (block == MAP_FAILED) must(-1);
  for (size_t offset = 0; offset < size; offset += PAGE) block[offset] = 1;
}

static void hog(int sharing) {
  for (int count = 0; count < 4096; count++) take(MEBIBYTE, sharing);
  sleep_and_end();
}

static void hog_with_children(void) {
  for (int count = 0; count < 7; count++) {
    if (must(fork())) continue;
    take(40 * MEBIBYTE, MAP_PRIVATE);
    sleep_and_end();
  }
  sleep_and_end();
}

static void write_zeros(int file, int mebibytes) {
  static char zeros[MEBIBYTE];
  for (int count = 0; count < mebibytes; count++) {
    for (size_t left = sizeof zeros; left > 0;) left -= (size_t)must(write(file, zeros, left));
  }
}

// Writes files; the caller keeps none open.
static void write_files(int count, int mebibytes) {
  char name[32];
  for (int number = 0; number < count; number++) {
    snprintf(name, sizeof name, "file-%d", number);
    int file = must(open(name, O_WRONLY | O_CREAT | O_TRUNC, 0666));
    write_zeros(file, mebibytes);
    close(file);
  }
}

static void write_nameless(void) {
  for (int number = 0; number < 500; number++) {
    int file = must(open("file", O_WRONLY | O_CREAT | O_TRUNC, 0666));
    must(unlink("file"));
    write_zeros(file, 8);
  }
}

// Waits until the launcher is stopped. The rest is done, and this process has ended, before the launcher looks.
static void wait_until_unseen(void) {
  char line[16];
  ready();
  if (!fgets(line, sizeof line, stdin)) exit(1);
}

static void leave_many_children(void) {
  for (int count = 0; count < 30; count++) {
    if (must(fork())) continue;
    close(1);
    sleep_and_end();
  }
}

static void make(const char *path) { close(must(open(path, O_WRONLY | O_CREAT, 0666))); }

// Links, deep folders, and folders that their owner cannot list or enter.
static void leave_odd_tree(void) {
  // The sandbox may deny it.
  if (symlink("/", "link") != 0) {}
  for (const char *const *path = (const char *const[]){"a", "a/b", "a/b/c", "w", "w/x", NULL}; *path; path++) {
    must(mkdir(*path, 0777));
  }
  make("a/b/c/d");
  char folder[64] = "", file[80];
  for (int depth = 1; depth <= 20; depth++) {
    strcat(folder, "d/");
    must(mkdir(folder, 0777));
    snprintf(file, sizeof file, "%sf", folder);
    make(file);
  }
  must(mkdir("w/x/y", 0300));
  must(mkdir("closed", 0));
}

int main(int count, char **arguments) {
  if (count < 3) return 64;
  what = arguments[1];
  if (is("leave-children") || is("leave-children-and-hang")) leave_children();
  if (is("leave-children-and-hang") || is("hang") || is("stop")) {
    ready();
    if (is("stop")) kill(getpid(), SIGSTOP);
    sleep_and_end();
  }
  if (is("bomb") || is("double-bomb")) bomb(is("double-bomb"));
  if (is("thread-bomb")) thread_bomb();
  if (strncmp(what, "unseen-", 7) == 0) wait_until_unseen();
  if (is("unseen-files")) write_files(5, 15);
  if (is("unseen-children")) leave_many_children();
  // Ends as the kernel ends the largest process when the machine's memory runs out.
  if (is("unseen-hog")) take(300 * MEBIBYTE, MAP_PRIVATE);
  if (is("unseen-hog") || is("unseen-kill")) kill(getpid(), SIGKILL);
  if (is("hog")) hog(MAP_PRIVATE);
  if (is("hog-shared")) hog(MAP_SHARED);
  if (is("hog-children")) hog_with_children();
  if (is("write-one")) write_zeros(must(open("large", O_WRONLY | O_CREAT | O_TRUNC, 0666)), 10 << 10);
  if (is("write-many")) write_files(10000, 1);
  if (is("write-nameless")) write_nameless();
  if (is("abort")) abort();
  if (is("exit")) return 7;
  // A number of the x32 architecture.
  if (is("x32")) syscall(0x40000000 + 39);
  if (is("odd-tree")) leave_odd_tree();
  return 0;
}
