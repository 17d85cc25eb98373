// Lets each function of names.h be called by another symbol, late_NAME, which trampolines.S defines. To be included before
// the headers that declare the functions; their names in C and Swift stay.
#ifndef CAMEO_LATE_RENAME_H
#define CAMEO_LATE_RENAME_H

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#define LATE_PRAGMA(text) _Pragma(#text)
#define LATE(name) LATE_PRAGMA(redefine_extname name late_##name)
#include "names.h"
#undef LATE
#undef LATE_PRAGMA
#endif

#endif
