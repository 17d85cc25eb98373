#include "CPangoShims.h"

#include <stdio.h>

// The interface of librsvg-2.so.2 (2.52 or later). With it here, a build needs no header of a library that is only
// loaded.
typedef struct RsvgHandle RsvgHandle;
typedef struct {
  double length;
  int unit;
} RsvgLength;
typedef struct {
  double x, y, width, height;
} RsvgRectangle;
RsvgHandle *rsvg_handle_new_from_data(const uint8_t *data, gsize size, GError **error);
void rsvg_handle_set_dpi(RsvgHandle *handle, double dpi);
// The size that rsvg-convert takes, unrounded in em and ex.
typedef struct {
  int width, height;
  double em, ex;
} RsvgDimensionData;
void rsvg_handle_get_dimensions(RsvgHandle *handle, RsvgDimensionData *size);
gboolean rsvg_handle_get_intrinsic_size_in_pixels(RsvgHandle *handle, double *width, double *height);
void rsvg_handle_get_intrinsic_dimensions(
    RsvgHandle *handle, gboolean *has_width, RsvgLength *width, gboolean *has_height, RsvgLength *height,
    gboolean *has_view_box, RsvgRectangle *view_box);
gboolean rsvg_handle_render_document(
    RsvgHandle *handle, cairo_t *cairo, const RsvgRectangle *viewport, GError **error);

// The functions that are called. Those of GLib are in libraries that librsvg depends on; dlsym looks there, too.
#define RSVG_FUNCTIONS(X) \
  X(rsvg_handle_new_from_data) \
  X(rsvg_handle_set_dpi) \
  X(rsvg_handle_get_dimensions) \
  X(rsvg_handle_get_intrinsic_size_in_pixels) \
  X(rsvg_handle_get_intrinsic_dimensions) \
  X(rsvg_handle_render_document) \
  X(g_error_free) \
  X(g_object_unref)

static struct { RSVG_FUNCTIONS(LAZY_POINTER) } lib;
static lazy_library librsvg = LAZY_LIBRARY("librsvg-2.so.2", lib, RSVG_FUNCTIONS);

const char *rsvg_shim_load(void) { return lazy_bind(&librsvg); }

// The message of an error, which is freed.
static const char *taken(GError *error) {
  static _Thread_local char text[256];
  snprintf(text, sizeof text, "%s", error && error->message ? error->message : "librsvg does not say why");
  if (error) lib.g_error_free(error);
  return text;
}

const char *rsvg_shim_open(const uint8_t *bytes, size_t size, rsvg_shim_drawing **drawing) {
  GError *error = NULL;
  RsvgHandle *handle = lib.rsvg_handle_new_from_data(bytes, size, &error);
  if (!handle) return taken(error);
  lib.rsvg_handle_set_dpi(handle, 96);
  *drawing = (rsvg_shim_drawing *)handle;
  return NULL;
}

bool rsvg_shim_size(rsvg_shim_drawing *drawing, double *width, double *height) {
  RsvgHandle *handle = (RsvgHandle *)drawing;
  RsvgDimensionData size = {0};
  lib.rsvg_handle_get_dimensions(handle, &size);
  *width = size.em;
  *height = size.ex;
  gboolean has_view_box = FALSE;
  lib.rsvg_handle_get_intrinsic_dimensions(handle, NULL, NULL, NULL, NULL, &has_view_box, NULL);
  return has_view_box || lib.rsvg_handle_get_intrinsic_size_in_pixels(handle, NULL, NULL);
}

const char *rsvg_shim_draw(rsvg_shim_drawing *drawing, cairo_t *cairo, double width, double height) {
  GError *error = NULL;
  RsvgRectangle viewport = {0, 0, width, height};
  if (lib.rsvg_handle_render_document((RsvgHandle *)drawing, cairo, &viewport, &error)) return NULL;
  return taken(error);
}

void rsvg_shim_close(rsvg_shim_drawing *drawing) { lib.g_object_unref(drawing); }
