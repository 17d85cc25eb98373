// Loads pango and cairo when they are first needed: docs/decisions/0013-late-libraries.md.
#ifndef CAMEO_CPANGO_SHIMS_H
#define CAMEO_CPANGO_SHIMS_H

/// Loads pango with cairo, GObject and GLib unless they are there already; any thread may call it. Gives NULL, or why they cannot be
/// loaded: their functions must not be called then.
const char *pango_shim_load(void);

#endif
