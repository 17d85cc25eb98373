#include "../CLatePango/rename.h"
#include <cairo.h>
#include <cairo-pdf.h>
