// Makes a list of functions, which is to follow, have each called by another symbol, late_NAME, which late_trampolines.h defines.
// The headers that declare the functions come after the list; the names in C and Swift stay.
#include "late_platform.h"

#ifdef CAMEO_LATE_LIBRARIES
#define LATE_PRAGMA(text) _Pragma(#text)
#define LATE(name) LATE_PRAGMA(redefine_extname name late_##name)
#else
#define LATE(name)
#endif
