#define LATE_LIBRARY late_pango
#include <late_trampolines.h>

#define LATE(name) LATE_TRAMPOLINE(late_##name, name)
#include "functions.h"
