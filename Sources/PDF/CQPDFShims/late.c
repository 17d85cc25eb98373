#include "late.h"

#include <CLateLibraries.h>

#include "CQPDFShims.h"

late_library late_qpdf = LATE_LIBRARY("libqpdf.so.29");

const char *qpdf_shim_load(void) { return late_load(&late_qpdf); }

#ifdef CAMEO_LATE_LIBRARIES
// What C++ knows of the type QPDFStreamFilter, from which the shim derives (Itanium C++ ABI, 2.9.5). It is data, and data of
// a library that is loaded late cannot be referred to; types are compared by their names.
extern void *_ZTVN10__cxxabiv117__class_type_infoE[];
__attribute__((visibility("hidden"))) const struct {
  void **table;
  const char *name;
} _ZTI16QPDFStreamFilter = {_ZTVN10__cxxabiv117__class_type_infoE + 2, "16QPDFStreamFilter"};
#endif
