#define _GNU_SOURCE
#include "CPangoShims.h"
#include <pthread.h>

static pango_shim_functions functions;
// The other functions are in libraries that libpangocairo depends on; dlsym looks there, too.
static lazy_library libpangocairo = LAZY_LIBRARY("libpangocairo-1.0.so.0", functions, PANGO_FUNCTIONS);

const pango_shim_functions *pango_shim_load(const char **problem) {
  *problem = lazy_bind(&libpangocairo);
  return *problem ? NULL : &functions;
}

static pthread_mutex_t fonts = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
void pango_shim_lock_fonts(void) { pthread_mutex_lock(&fonts); }
void pango_shim_unlock_fonts(void) { pthread_mutex_unlock(&fonts); }
