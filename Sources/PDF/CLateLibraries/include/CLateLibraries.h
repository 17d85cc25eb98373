// Pango, libqpdf and what they need are some forty libraries, and loading them takes longer than putting ten photographs into
// a PDF. They are loaded when the first of their functions is called: docs/decisions/0013-late-libraries.md.
#ifndef CAMEO_CLATE_LIBRARIES_H
#define CAMEO_CLATE_LIBRARIES_H

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  late_pango = 0,  ///< with cairo, GObject and GLib
  late_qpdf
} late_library;

/// Loads a library unless it is there already; any thread may call it.
///
/// Gives NULL, or why it cannot be loaded. A call of one of its functions would end the process then.
const char *_Nullable late_load(late_library library);

#ifdef __cplusplus
}
#endif

#endif
