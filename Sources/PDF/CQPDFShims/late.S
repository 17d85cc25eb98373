// C++ has no way to call a function by another symbol: ours are libqpdf's own, and hidden.
#define LATE_LIBRARY late_qpdf
#include "late.h"
#include <late_trampolines.h>

#define LATE(name) LATE_TRAMPOLINE(name, name)
#include "functions.h"
