#ifndef CAMEO_CEXIF_SHIMS_H
#define CAMEO_CEXIF_SHIMS_H

#endif
