// Libraries that are loaded when the first of their functions is called, not when the program starts:
// docs/decisions/0013-late-libraries.md.
//
// The module of such a library has a list of the functions that we call (functions.h), a late_library that says which file to
// load, and an assembler file with the list and late_trampolines.h. Where the functions are declared, late_rename.h and the list
// come before.
#ifndef CAMEO_LATE_LIBRARIES_H
#define CAMEO_LATE_LIBRARIES_H

#include "late_platform.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A library that is loaded late.
typedef struct {
  const char *file;  ///< what dlopen looks for; NULL where the library is linked as usual
  void *handle;      ///< what dlopen gave, once it was asked
} late_library;

/// Loads a library unless it is there already; any thread may call it.
///
/// Gives NULL, or why it cannot be loaded. A call of one of its functions would end the process then.
const char *late_load(late_library *library);

#ifdef __cplusplus
}
#endif

/// What a late_library begins as.
#ifdef CAMEO_LATE_LIBRARIES
#define LATE_LIBRARY(file) {file, (void *)0}
#else
#define LATE_LIBRARY(file) {(const char *)0, (void *)0}
#endif

#endif
