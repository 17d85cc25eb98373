#include "CLateLibraries.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
#include <unistd.h>

// A function of a library that is loaded late; late_trampolines.h lays them out.
typedef struct {
  void *place;  // NULL: not called yet
  const char *name;
  late_library *library;
} late_function;

const char *late_load(late_library *library) {
  if (!library->file || __atomic_load_n(&library->handle, __ATOMIC_ACQUIRE)) return NULL;
  // Two threads may both come here: both get the same library.
  void *handle = dlopen(library->file, RTLD_LAZY | RTLD_LOCAL);
  if (!handle) return dlerror();
  __atomic_store_n(&library->handle, handle, __ATOMIC_RELEASE);
  return NULL;
}

// Finds a function at its first call, for late.S.
__attribute__((visibility("hidden"))) void *late_find(late_function *function) {
  const char *problem = late_load(function->library);
  void *place = problem ? NULL : dlsym(__atomic_load_n(&function->library->handle, __ATOMIC_ACQUIRE), function->name);
  if (!place) {
    // There is no result to give that the caller would understand; it should have asked late_load before.
    fprintf(stderr, "%s: %s\n", function->name, problem ? problem : dlerror());
    _exit(70);
  }
  __atomic_store_n(&function->place, place, __ATOMIC_RELEASE);
  return place;
}
