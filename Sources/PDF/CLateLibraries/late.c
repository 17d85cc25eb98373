#include "CLateLibraries.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <unistd.h>

#include "platform.h"

#define LATE(name) #name,
static const char *const names[] = {
#ifdef CAMEO_LATE_PANGO
#include "pango.h"
#endif
#ifdef CAMEO_LATE_QPDF
#include "qpdf.h"
#endif
    NULL};
#undef LATE

#define LATE(name) +1
enum {
  pango_count = 0
#ifdef CAMEO_LATE_PANGO
#include "pango.h"
#endif
};
#undef LATE

// By late_library; NULL for what the dynamic linker loads at the start. Cairo and GObject are found through what pango's
// library depends on.
static const char *const library_names[] = {
#ifdef CAMEO_LATE_PANGO
    "libpangocairo-1.0.so.0",
#else
    NULL,
#endif
#ifdef CAMEO_LATE_QPDF
    "libqpdf.so.29",
#else
    NULL,
#endif
};

static _Atomic(void *) libraries[2];

// Where the functions are, once each was called; trampolines.S reads it. NULL: not called yet.
__attribute__((visibility("hidden"))) _Atomic(void *) late_slots[sizeof names / sizeof *names];

const char *late_load(late_library library) {
  if (!library_names[library] || atomic_load(&libraries[library])) return NULL;
  // Two threads may both come here: both get the same library.
  void *opened = dlopen(library_names[library], RTLD_LAZY | RTLD_LOCAL);
  if (!opened) return dlerror();
  atomic_store(&libraries[library], opened);
  return NULL;
}

// Finds a function at its first call, for trampolines.S.
__attribute__((visibility("hidden"))) void *late_find(unsigned index) {
  late_library library = index < pango_count ? late_pango : late_qpdf;
  const char *problem = late_load(library);
  void *function = problem ? NULL : dlsym(atomic_load(&libraries[library]), names[index]);
  if (!function) {
    // There is no result to give that the caller would understand; it should have asked late_load before.
    fprintf(stderr, "%s: %s\n", names[index], problem ? problem : dlerror());
    _exit(70);
  }
  atomic_store(&late_slots[index], function);
  return function;
}

#ifdef CAMEO_LATE_QPDF
// What C++ knows of the type QPDFStreamFilter, from which the shim derives (Itanium C++ ABI, 2.9.5). It is data, and data of
// a library that is loaded late cannot be referred to; types are compared by their names. Weak, since programs that draw and
// open no PDF are linked without C++.
extern void *_ZTVN10__cxxabiv117__class_type_infoE[] __attribute__((weak));
__attribute__((visibility("hidden"))) const struct {
  void **table;
  const char *name;
} _ZTI16QPDFStreamFilter = {_ZTVN10__cxxabiv117__class_type_infoE + 2, "16QPDFStreamFilter"};
#endif
