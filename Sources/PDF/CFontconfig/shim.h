#include "../CLateLibraries/rename.h"
#include <fontconfig/fontconfig.h>
