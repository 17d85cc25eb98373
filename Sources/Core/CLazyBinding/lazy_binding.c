#include "CLazyBinding.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

static const char *bind(lazy_library *library) {
  // The library stays loaded for the rest of the process.
  void *handle = dlopen(library->file, RTLD_LAZY | RTLD_LOCAL);
  if (!handle) return dlerror();
  for (size_t i = 0; i < library->count; i++) {
    // POSIX lets a pointer to an object hold one to a function.
    void *function = dlsym(handle, library->names[i]);
    if (!function) return dlerror();
    memcpy((char *)library->table + i * sizeof function, &function, sizeof function);
  }
  return NULL;
}

const char *lazy_bind(lazy_library *library) {
  if (__atomic_load_n(&library->is_bound, __ATOMIC_ACQUIRE)) return NULL;
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&lock);
  const char *problem = library->is_bound ? NULL : bind(library);
  if (!problem) __atomic_store_n(&library->is_bound, 1, __ATOMIC_RELEASE);
  pthread_mutex_unlock(&lock);
  return problem;
}

#ifdef __linux__
// pkg-config names the lazy libraries to the linker with the others. swift-autolink-extract puts the contents of this
// section in front of them on the linker's command line, and so only the libraries that are called are linked. Flags in
// Package.swift would come after them, and would keep other packages from depending on this one.
__attribute__((used, section(".swift1_autolink_entries"))) static const char linker_flags[] = "-Wl,--as-needed";
#endif
