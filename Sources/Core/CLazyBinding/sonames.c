#include "CLazyBinding.h"

#include <avif/avif.h>
#include <jxl/version.h>
#include <libraw/libraw_version.h>
#include <string.h>

#define TEXT(number) TEXT_OF(number)
#define TEXT_OF(number) #number

// libavif's versions 0.11 and 1.x. Its headers do not have the soname.
#if AVIF_VERSION_MAJOR >= 1
const char lazy_libavif[] = "libavif.so.16";
#else
const char lazy_libavif[] = "libavif.so.15";
#endif

// The variant for programs with several threads.
const char lazy_libraw[] = "libraw_r.so." TEXT(LIBRAW_SHLIB_CURRENT);

#define JXL_VERSION TEXT(JPEGXL_MAJOR_VERSION) "." TEXT(JPEGXL_MINOR_VERSION)
const char lazy_libjxl[] = "libjxl.so." JXL_VERSION;
const char lazy_libjxl_threads[] = "libjxl_threads.so." JXL_VERSION;

int lazy_is_built_for(const char *soname) {
  const char *const names[] = {lazy_libavif, lazy_libraw, lazy_libjxl, lazy_libjxl_threads};
  for (int i = 0; i < 4; i++)
    if (!strcmp(soname, names[i])) return 1;
  return 0;
}
