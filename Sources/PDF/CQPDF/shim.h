#include <qpdf/Constants.h>
