// Loads libcmark-gfm when it is first needed: docs/decisions/0013-late-libraries.md.
#ifndef CAMEO_CCMARK_SHIMS_H
#define CAMEO_CCMARK_SHIMS_H

/// Loads the library unless it is there already. Gives NULL, or why it cannot be loaded: its functions must not be called then.
const char *cmark_shim_load(void);

#endif
