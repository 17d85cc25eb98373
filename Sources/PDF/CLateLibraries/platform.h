// Which libraries are loaded late: those whose functions trampolines.S can call on this machine.
#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#define CAMEO_LATE_PANGO
#include <qpdf/DLL.h>
#if QPDF_MAJOR_VERSION == 11
#define CAMEO_LATE_QPDF
#endif
#endif
