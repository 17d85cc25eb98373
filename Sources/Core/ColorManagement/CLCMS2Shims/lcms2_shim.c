#include "CLCMS2Shims.h"
