#include "CQPDFShims.h"

#define POINTERHOLDER_TRANSITION 4
#include <qpdf/QPDF.hh>

const char *qpdf_shim_version(void) { return QPDF::QPDFVersion().c_str(); }
