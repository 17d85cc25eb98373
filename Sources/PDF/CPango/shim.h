#include "../../Core/CLateLibraries/include/late_rename.h"
#include "../CPangoShims/functions.h"
#undef LATE
#include <pango/pangocairo.h>
