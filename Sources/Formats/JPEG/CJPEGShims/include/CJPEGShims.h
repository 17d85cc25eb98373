#ifndef CAMEO_CJPEG_SHIMS_H
#define CAMEO_CJPEG_SHIMS_H

#endif
