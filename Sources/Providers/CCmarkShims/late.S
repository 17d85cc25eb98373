#define LATE_LIBRARY late_cmark
#include <late_trampolines.h>

#define LATE(name) LATE_TRAMPOLINE(late_##name, name)
#include "functions.h"

// pkg-config names libcmark-gfm alone to the linker.
#ifndef CAMEO_LATE_LIBRARIES
  .section .swift1_autolink_entries, "e", %progbits
  .asciz "-lcmark-gfm-extensions"
#endif
