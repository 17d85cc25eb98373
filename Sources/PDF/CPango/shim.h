#include "../CLateLibraries/rename.h"
#include <pango/pangocairo.h>
