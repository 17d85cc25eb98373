// What processes hold by their descriptors and mappings: files without a name, and buffers of the kernel, which are in
// no process's size.
#include "launcher.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

// The most that the kernel holds for one descriptor. seccomp.c denies what would make these larger.
enum {
  DESCRIPTOR_BYTES = 1536,
  PIPE_PAGES = 16,
  LEAST_SOCKET_BYTES = 256 << 10,
  // 1,024 descriptors of 256 bytes each in a set (epoll).
  SET_BYTES = 256 << 10,
  // What an open file of /proc or /sys keeps of its text: pages, of which the longest texts have a part per processor.
  TEXT_BYTES = 4 << 10,
  TEXT_BYTES_PER_PROCESSOR = 256,
  MOST_SEEN = 1 << 13,
  MOST_LINES = 4096,    // of one process's mappings in one look
  MOST_PARTIAL = 128,   // processes whose mappings take several looks
};

// The objects that were counted: a hash table. If it is full, objects are counted again.
static struct {
  dev_t device;
  ino_t number;
} seen[MOST_SEEN];
static unsigned seen_count;

static bool is_new(dev_t device, ino_t number) {
  if (seen_count > MOST_SEEN / 2) return true;
  for (unsigned place = (unsigned)(number * 2654435761U) % MOST_SEEN;; place = (place + 1) % MOST_SEEN) {
    if (seen[place].number == number && seen[place].device == device) return false;
    if (seen[place].number) continue;
    seen[place].device = device;
    seen[place].number = number;
    seen_count++;
    return true;
  }
}

void start_files(struct held *held) {
  *held = (struct held){0};
  if (seen_count) memset(seen, 0, sizeof seen);
  seen_count = 0;
}

// The machine's default sizes of a socket's buffers (net.core.wmem_default and rmem_default), as a new socket has them.
static uint64_t socket_bytes(void) {
  static uint64_t bytes;
  if (bytes) return bytes;
  bytes = LEAST_SOCKET_BYTES;
  int pair[2], sent = 0, received = 0;
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) return bytes;
  socklen_t size = sizeof sent;
  getsockopt(pair[0], SOL_SOCKET, SO_SNDBUF, &sent, &size);
  size = sizeof received;
  getsockopt(pair[0], SOL_SOCKET, SO_RCVBUF, &received, &size);
  close(pair[0]);
  close(pair[1]);
  uint64_t both = (uint64_t)sent + (uint64_t)received;
  if (both > bytes) bytes = both;
  return bytes;
}

// The most that the kernel keeps of the text that it has made for a file of /proc or /sys (seq_file.c).
static uint64_t text_bytes(void) {
  static uint64_t bytes;
  long processors = bytes ? 0 : sysconf(_SC_NPROCESSORS_CONF);
  if (!bytes) bytes = TEXT_BYTES + (uint64_t)(processors > 0 ? processors : 0) * TEXT_BYTES_PER_PROCESSOR;
  return bytes;
}

// Counts a file or folder that was removed and is still open, or the current folder of a process.
static void count_removed(struct held *held, const struct stat *status) {
  // The device in `maps` may differ from that of `stat` (btrfs): files are told apart by their number alone.
  if (status->st_nlink == 0 && is_new(0, status->st_ino)) held->nameless_bytes += (uint64_t)status->st_blocks * 512;
}

// Whether a descriptor that is no file is a set of descriptors.
static bool is_set(int folder, const char *name) {
  char target[64];
  ssize_t count = readlinkat(folder, name, target, sizeof target - 1);
  if (count <= 0) return false;
  target[count] = 0;
  return strstr(target, "[eventpoll]") != NULL;
}

void count_open_files(struct held *held, pid_t thread) {
  char path[64];
  struct stat current;
  // A folder keeps the size that it had with all its entries.
  snprintf(path, sizeof path, "/proc/%d/cwd", thread);
  if (stat(path, &current) == 0) count_removed(held, &current);
  snprintf(path, sizeof path, "/proc/%d/fd", thread);
  DIR *files = opendir(path);
  if (!files) return;
  uint64_t pipe_bytes = PIPE_PAGES * (uint64_t)sysconf(_SC_PAGESIZE);
  for (struct dirent *entry; (entry = readdir(files));) {
    struct stat status;
    if (fstatat(dirfd(files), entry->d_name, &status, 0) != 0) continue;
    held->buffer_bytes += DESCRIPTOR_BYTES;
    switch (status.st_mode & S_IFMT) {
      case S_IFREG:
        // Devices with the number 0 have no disk.
        if (status.st_blocks == 0 && major(status.st_dev) == 0) held->buffer_bytes += text_bytes();
        count_removed(held, &status);
        break;
      case S_IFDIR: count_removed(held, &status); break;
      case S_IFIFO:
        if (is_new(status.st_dev, status.st_ino)) held->buffer_bytes += pipe_bytes;
        break;
      case S_IFSOCK:
        if (is_new(status.st_dev, status.st_ino)) held->buffer_bytes += socket_bytes();
        break;
      case 0:
        if (is_set(dirfd(files), entry->d_name)) held->buffer_bytes += SET_BYTES;
        break;
      default: break;
    }
  }
  closedir(files);
}

// Counts the file of one line of `maps` if it was removed from the folder: `start-end mode offset device inode   path
// (deleted)`. Its size can be read by root only. For others it counts as large as one file may be.
static void count_mapping(struct held *held, pid_t thread, const char *line, const char *folder, uint64_t file_bytes) {
  unsigned long number;
  char range[64], path[128];
  const char *name = strchr(line, '/');
  if (!name || strncmp(name, folder, strlen(folder)) != 0 || name[strlen(folder)] != '/') return;
  if (sscanf(line, "%63s %*s %*s %*s %lu", range, &number) != 2) return;
  snprintf(path, sizeof path, "/proc/%d/map_files/%s", thread, range);
  struct stat status;
  bool known = stat(path, &status) == 0;
  if (!is_new(0, number)) return;
  held->nameless_bytes += known ? (uint64_t)status.st_blocks * 512 : file_bytes;
}

// A process whose mappings take several looks. The file continues after the line that was read last. It stays with the
// memory of which it was opened, and ends if that is gone (execve).
static struct partial {
  pid_t process;  // 0: free
  int file;
  bool used;  // in this look
  uint64_t bytes;  // of the looks before
} partials[MOST_PARTIAL];

static struct partial *find_partial(pid_t process) {
  for (unsigned i = 0; i < MOST_PARTIAL; i++) {
    if (partials[i].process == process) return &partials[i];
  }
  return NULL;
}

static void forget_partial(struct partial *partial) {
  close(partial->file);
  *partial = (struct partial){0};
}

// Reads about MOST_LINES lines. Returns how many: less than that at the end. The kernel gives whole lines: none is cut
// between two looks.
static unsigned count_lines(struct held *held, int file, pid_t thread, const char *folder, uint64_t file_bytes) {
  static char block[1 << 16];
  static const char removed[] = " (deleted)";
  char line[1024];
  // Of a long line only the start and the end matter.
  size_t length = 0;
  ssize_t count;
  unsigned lines = 0;
  while (lines < MOST_LINES && (count = read(file, block, sizeof block)) > 0) {
    for (ssize_t i = 0; i < count; i++) {
      if (block[i] != '\n') {
        if (length == sizeof line - 1) {
          memmove(line + sizeof line / 2, line + sizeof line / 2 + 1, sizeof line / 2 - 2);
          length--;
        }
        line[length++] = block[i];
        continue;
      }
      lines++;
      line[length] = 0;
      size_t end = sizeof removed - 1;
      if (length > end && !strcmp(line + length - end, removed)) {
        count_mapping(held, thread, line, folder, file_bytes);
      }
      length = 0;
    }
  }
  return lines;
}

void count_mapped_files(struct held *held, pid_t process, pid_t thread, const char *folder, uint64_t file_bytes) {
  char path[64];
  struct partial *partial = find_partial(process);
  int file = partial ? partial->file : -1;
  if (!partial) {
    snprintf(path, sizeof path, "/proc/%d/maps", thread);
    file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    partial = find_partial(0);
    if (partial) *partial = (struct partial){.process = process, .file = file};
  }
  uint64_t others = held->nameless_bytes;
  unsigned lines = count_lines(held, file, thread, folder, file_bytes);
  if (!partial) {
    close(file);
    return;
  }
  uint64_t found = held->nameless_bytes - others;
  if (lines) held->nameless_bytes += partial->bytes;
  partial->bytes += found;
  partial->used = true;
  if (lines < MOST_LINES) {
    forget_partial(partial);
  } else {
    held->is_partial = true;
  }
}

void end_mapped_files(void) {
  for (unsigned i = 0; i < MOST_PARTIAL; i++) {
    if (partials[i].process && !partials[i].used) forget_partial(&partials[i]);
    partials[i].used = false;
  }
}
