#ifndef CAMEO_CTIFF_SHIMS_H
#define CAMEO_CTIFF_SHIMS_H

#endif
