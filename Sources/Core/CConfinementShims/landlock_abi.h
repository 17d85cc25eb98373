// What Landlock (Linux 5.13, landlock(7)) looks like to raw system calls: Debian 12 has no wrappers for it, and its
// headers lack newer rights, which are used where the kernel has them. For landlock_shim.c and for Sources/Launcher.
#ifndef CAMEO_LANDLOCK_ABI_H
#define CAMEO_LANDLOCK_ABI_H

#include <stdint.h>

enum { CALL_CREATE_RULESET = 444, CALL_ADD_RULE = 445, CALL_RESTRICT_SELF = 446 };

enum {
  EXECUTE = 1 << 0,
  WRITE_FILE = 1 << 1,
  READ_FILE = 1 << 2,
  READ_DIR = 1 << 3,
  REMOVE_DIR = 1 << 4,
  REMOVE_FILE = 1 << 5,
  MAKE_DIR = 1 << 7,
  MAKE_REG = 1 << 8,
  ALL_OF_VERSION_1 = (1 << 13) - 1,
  REFER = 1 << 13,      // version 2: rename and link between folders
  TRUNCATE = 1 << 14,   // version 3
  IOCTL_DEV = 1 << 15,  // version 5
};

struct path_rule {
  uint64_t allowed;
  int32_t parent;
} __attribute__((packed));

#endif
