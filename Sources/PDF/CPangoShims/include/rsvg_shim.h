// librsvg, loaded when the first drawing is read. It draws on cairo.
#ifndef CAMEO_RSVG_SHIM_H
#define CAMEO_RSVG_SHIM_H

#include <cairo.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Loads librsvg unless that was done before. Any thread may call it. Returns NULL on success, otherwise the loader's
/// message; none of the other functions may be called then.
const char *rsvg_shim_load(void);

/// An SVG document.
typedef struct rsvg_shim_drawing rsvg_shim_drawing;

/// Reads a document. It loads no other file, because the document has no address. A drawing is used by one thread at a
/// time, while fonts are locked. C: `rsvg_handle_new_from_data`.
///
/// Returns NULL on success; otherwise librsvg's message, which stays valid in this thread until the next call.
const char *rsvg_shim_open(const uint8_t *bytes, size_t size, rsvg_shim_drawing **drawing);

/// The size of a drawing in CSS pixels, as rsvg-convert takes it: `width` and `height`, or else those of `viewBox`, or
/// else those of what is drawn. 0 by 0 if it is too large or draws nothing. False if the drawing has no size of its
/// own: it keeps its size whatever rectangle it is drawn into. C: `rsvg_handle_get_dimensions`.
bool rsvg_shim_size(rsvg_shim_drawing *drawing, double *width, double *height);

/// Draws a document into a rectangle at the origin. Returns what `rsvg_shim_open` returns.
/// C: `rsvg_handle_render_document`.
const char *rsvg_shim_draw(rsvg_shim_drawing *drawing, cairo_t *cairo, double width, double height);

void rsvg_shim_close(rsvg_shim_drawing *drawing);

#endif
