#define _GNU_SOURCE
#include "CPangoShims.h"
#include <pthread.h>

static pango_shim_functions functions;
// The other functions are in libraries that libpangocairo depends on; dlsym looks there, too.
static lazy_library libpangocairo = LAZY_LIBRARY("libpangocairo-1.0.so.0", functions, PANGO_FUNCTIONS);

const pango_shim_functions *pango_shim_load(const char **problem) {
  // Where it cannot write its cache, it says so.
  lazy_mute("/libfontconfig.so");
  *problem = lazy_bind(&libpangocairo);
  return *problem ? NULL : &functions;
}

static pthread_mutex_t fonts = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
void pango_shim_lock_fonts(void) { pthread_mutex_lock(&fonts); }
void pango_shim_unlock_fonts(void) { pthread_mutex_unlock(&fonts); }

static cairo_status_t draw_dot(
  cairo_scaled_font_t *font, unsigned long glyph, cairo_t *cairo, cairo_text_extents_t *extents) {
  (void)font;
  (void)glyph;
  extents->x_advance = 1.25;
  functions.cairo_rectangle(cairo, 0.62, -0.9, 0.01, 0.025);
  functions.cairo_fill(cairo);
  return CAIRO_STATUS_SUCCESS;
}

cairo_font_face_t *pango_shim_dot_font(void) {
  static cairo_font_face_t *dots;
  if (!dots) {
    cairo_font_face_t *made = functions.cairo_user_font_face_create();
    if (functions.cairo_font_face_status(made) != CAIRO_STATUS_SUCCESS) return NULL;
    functions.cairo_user_font_face_set_render_glyph_func(made, draw_dot);
    dots = made;
  }
  return dots;
}
