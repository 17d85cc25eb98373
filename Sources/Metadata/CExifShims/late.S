#define LATE_LIBRARY late_exif
#include <late_trampolines.h>

#define LATE(name) LATE_TRAMPOLINE(late_##name, name)
#include "functions.h"
