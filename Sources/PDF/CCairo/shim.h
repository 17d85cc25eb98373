#include "../CLateLibraries/rename.h"
#include <cairo.h>
#include <cairo-pdf.h>
