// Pango and what it needs are some thirty libraries, and loading them takes longer than putting ten photographs into a PDF.
// They are loaded when the first of their functions is called: docs/decisions/0013-late-libraries.md.
#ifndef CAMEO_CLATE_PANGO_H
#define CAMEO_CLATE_PANGO_H

/// Loads pango, cairo and GObject unless they are there already; any thread may call it.
///
/// Gives NULL, or why they cannot be loaded. A call of one of their functions would end the process then.
const char *_Nullable late_pango_load(void);

#endif
