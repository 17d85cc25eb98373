#include "../../Core/CLateLibraries/include/late_rename.h"
#include "../CPangoShims/functions.h"
#undef LATE
#include <cairo.h>
#include <cairo-pdf.h>
