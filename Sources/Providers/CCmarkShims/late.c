#include <CLateLibraries.h>
#include <cmark-gfm_version.h>

#include "CCmarkShims.h"

// libcmark-gfm is found through its extensions, which depend on it. Every version has a file name of its own.
late_library late_cmark = LATE_LIBRARY("libcmark-gfm-extensions.so." CMARK_GFM_VERSION_STRING);

const char *cmark_shim_load(void) { return late_load(&late_cmark); }
