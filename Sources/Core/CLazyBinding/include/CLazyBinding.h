// Loads a C library when it is first needed instead of at the start of the program:
// docs/decisions/0025-lazy-binding.md.
//
// A list names the functions that are called, as an X-macro:
//
//   #define TIFF_FUNCTIONS(X) X(TIFFOpen) X(TIFFClose)
//
//   static struct { TIFF_FUNCTIONS(LAZY_POINTER) } lib;
//   static lazy_library libtiff = LAZY_LIBRARY("libtiff.so.6", lib, TIFF_FUNCTIONS);
//
//   const char *tiff_shim_load(void) { return lazy_bind(&libtiff); }
//
// The library's own header declares the types of the pointers. After `lazy_bind` a call reads `lib.TIFFClose(tiff)`.
#ifndef CAMEO_LAZY_BINDING_H
#define CAMEO_LAZY_BINDING_H

#include <stddef.h>

/// A library, the functions that it has to have, and the table of pointers to them.
typedef struct {
  const char *file;          ///< what dlopen looks for
  const char *const *names;  ///< the functions in the order of the table
  void *table;               ///< pointers to functions, NULL until `lazy_bind` has succeeded
  size_t count;
  int is_bound;
} lazy_library;

/// Loads a library and fills its table, unless that was done before. Any thread may call it.
///
/// Returns NULL on success. Otherwise the loader's message says what is missing; it stays valid in this thread until
/// the next call, and none of the functions may be called.
const char *lazy_bind(lazy_library *library);

/// The libraries whose functions and structures change with their sonames. These are the ones whose headers this was
/// compiled with: another release of the system may have other ones, and needs programs that were built for it.
extern const char lazy_libavif[], lazy_libraw[], lazy_libjxl[], lazy_libjxl_threads[];

/// Whether a name is one of these four.
int lazy_is_built_for(const char *soname);

/// Drops what a library prints to C's stderr, in any thread, from now on: dav1d and libjxl do it for damaged data, and
/// offer no way to hear of it. `library` is a part of its path, and stays valid; up to four are muted. Any
/// thread may call it, as often as it likes, while others print. Output of other code is printed: the stream is
/// replaced once, for the rest of the process, and descriptor 2 stays as it is.
void lazy_mute(const char *library);

/// One field of the table: a pointer to a function of the type that the header gives it.
#define LAZY_POINTER(name) __typeof__(&name) name;

/// The initial value of a `lazy_library`.
#define LAZY_LIBRARY(file, table, functions) \
  { file, (const char *const[]){functions(LAZY_NAME)}, &table, sizeof(table) / sizeof(void (*)(void)), 0 }
#define LAZY_NAME(name) #name,

#endif
