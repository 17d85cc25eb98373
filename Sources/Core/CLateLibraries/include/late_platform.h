// Whether libraries are loaded late: where late_trampolines.h knows the processor. Elsewhere they are linked as usual.
#ifndef CAMEO_LATE_PLATFORM_H
#define CAMEO_LATE_PLATFORM_H

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#define CAMEO_LATE_LIBRARIES
#endif

#endif
