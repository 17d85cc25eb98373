#ifndef CAMEO_CPNG_SHIMS_H
#define CAMEO_CPNG_SHIMS_H

#endif
