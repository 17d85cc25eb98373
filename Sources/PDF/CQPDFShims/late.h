// The symbols of C++ belong to one version of libqpdf: with another one the linker finds it as usual, and it is loaded at every
// start.
#include <late_platform.h>
#include <qpdf/DLL.h>

#if QPDF_MAJOR_VERSION != 11
#undef CAMEO_LATE_LIBRARIES
#endif
