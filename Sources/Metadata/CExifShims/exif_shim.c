#include "CExifShims.h"
