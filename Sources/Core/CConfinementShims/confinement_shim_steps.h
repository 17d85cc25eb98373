// The two steps of `confinement_shim_apply`. Each returns 0, or -1 with errno.
#ifndef CAMEO_CONFINEMENT_SHIM_STEPS_H
#define CAMEO_CONFINEMENT_SHIM_STEPS_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CConfinementShims.h"

// landlock_shim.c: restricts the calling thread, and the threads that it starts afterwards.
int confinement_shim_restrict_files(const struct confinement_shim_path *paths, size_t count);

// seccomp_shim.c: restricts all threads.
int confinement_shim_restrict_calls(bool programs);

#endif
