#include "../CLatePango/rename.h"
#include <pango/pangocairo.h>
