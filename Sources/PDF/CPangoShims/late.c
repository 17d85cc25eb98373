#include <CLateLibraries.h>

#include "CPangoShims.h"

// Cairo and GObject are found through what pango's library depends on.
late_library late_pango = LATE_LIBRARY("libpangocairo-1.0.so.0");

const char *pango_shim_load(void) { return late_load(&late_pango); }
