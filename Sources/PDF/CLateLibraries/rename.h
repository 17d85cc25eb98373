// Lets each function of pango.h be called by another symbol, late_NAME, which trampolines.S defines. To be included before
// the headers that declare the functions; their names in C and Swift stay.
#ifndef CAMEO_LATE_RENAME_H
#define CAMEO_LATE_RENAME_H

#include "platform.h"

#ifdef CAMEO_LATE_PANGO
#define LATE_PRAGMA(text) _Pragma(#text)
#define LATE(name) LATE_PRAGMA(redefine_extname name late_##name)
#include "pango.h"
#undef LATE
#undef LATE_PRAGMA
#endif

#endif
