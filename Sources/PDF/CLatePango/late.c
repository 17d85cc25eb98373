#include "CLatePango.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

// The others are found through what it depends on.
static const char library_name[] = "libpangocairo-1.0.so.0";

#define LATE(name) #name,
static const char *const names[] = {
#include "names.h"
};
#undef LATE

// Where the functions are, once each was called; trampolines.S reads it. NULL: not called yet.
__attribute__((visibility("hidden"))) _Atomic(void *) late_slots[sizeof names / sizeof *names];

static _Atomic(void *) library;

const char *late_pango_load(void) {
  if (atomic_load(&library)) return NULL;
  // Two threads may both come here: both get the same library.
  void *opened = dlopen(library_name, RTLD_LAZY | RTLD_LOCAL);
  if (!opened) return dlerror();
  atomic_store(&library, opened);
  return NULL;
}

// Finds a function at its first call, for trampolines.S.
__attribute__((visibility("hidden"))) void *late_find(unsigned index) {
  const char *problem = late_pango_load();
  void *function = problem ? NULL : dlsym(atomic_load(&library), names[index]);
  if (!function) {
    // There is no result to give that the caller would understand. Drawing asks before its first call.
    fprintf(stderr, "%s: %s\n", names[index], problem ? problem : dlerror());
    _exit(70);
  }
  atomic_store(&late_slots[index], function);
  return function;
}
