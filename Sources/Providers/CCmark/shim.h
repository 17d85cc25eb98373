#include "../../../Core/CLateLibraries/include/late_rename.h"
#include "../CCmarkShims/functions.h"
#undef LATE
#include <cmark-gfm.h>
#include <cmark-gfm-core-extensions.h>
