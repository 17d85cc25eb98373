// pango, cairo, fontconfig and GObject, loaded when they are first needed: docs/decisions/0025-lazy-binding.md.
#ifndef CAMEO_CPANGO_SHIMS_H
#define CAMEO_CPANGO_SHIMS_H

#include <CLazyBinding.h>
#include <cairo-pdf.h>
#include <fontconfig/fontconfig.h>
#include <hb-ot.h>
#include <pango/pangocairo.h>
#include <pango/pangofc-fontmap.h>

#include "rsvg_shim.h"

/// The functions that are called.
#define PANGO_FUNCTIONS(X) \
  X(FcCharSetCount) \
  X(FcCharSetFirstPage) \
  X(FcCharSetHasChar) \
  X(FcCharSetNextPage) \
  X(FcConfigAppFontAddFile) \
  X(FcConfigBuildFonts) \
  X(FcConfigCreate) \
  X(FcConfigDestroy) \
  X(FcConfigGetCacheDirs) \
  X(FcConfigGetFonts) \
  X(FcConfigParseAndLoad) \
  X(FcConfigSetCurrent) \
  X(FcPatternGetCharSet) \
  X(FcPatternGetString) \
  X(FcStrListDone) \
  X(FcStrListNext) \
  X(cairo_clip) \
  X(cairo_close_path) \
  X(cairo_create) \
  X(cairo_curve_to) \
  X(cairo_destroy) \
  X(cairo_fill) \
  X(cairo_font_face_status) \
  X(cairo_font_options_create) \
  X(cairo_font_options_destroy) \
  X(cairo_font_options_set_antialias) \
  X(cairo_font_options_set_hint_metrics) \
  X(cairo_font_options_set_hint_style) \
  X(cairo_get_current_point) \
  X(cairo_get_source) \
  X(cairo_identity_matrix) \
  X(cairo_image_surface_create) \
  X(cairo_image_surface_get_data) \
  X(cairo_image_surface_get_height) \
  X(cairo_image_surface_get_stride) \
  X(cairo_image_surface_get_width) \
  X(cairo_line_to) \
  X(cairo_move_to) \
  X(cairo_new_path) \
  X(cairo_paint) \
  X(cairo_paint_with_alpha) \
  X(cairo_pattern_add_color_stop_rgba) \
  X(cairo_pattern_create_linear) \
  X(cairo_pattern_create_radial) \
  X(cairo_pattern_destroy) \
  X(cairo_pattern_set_extend) \
  X(cairo_pattern_set_filter) \
  X(cairo_pdf_surface_create_for_stream) \
  X(cairo_pdf_surface_restrict_to_version) \
  X(cairo_pdf_surface_set_metadata) \
  X(cairo_pdf_surface_set_size) \
  X(cairo_pop_group_to_source) \
  X(cairo_push_group) \
  X(cairo_rectangle) \
  X(cairo_reset_clip) \
  X(cairo_restore) \
  X(cairo_save) \
  X(cairo_set_dash) \
  X(cairo_set_fill_rule) \
  X(cairo_set_font_face) \
  X(cairo_set_font_matrix) \
  X(cairo_set_line_cap) \
  X(cairo_set_line_join) \
  X(cairo_set_line_width) \
  X(cairo_set_matrix) \
  X(cairo_set_miter_limit) \
  X(cairo_set_scaled_font) \
  X(cairo_set_source) \
  X(cairo_set_source_rgba) \
  X(cairo_set_source_surface) \
  X(cairo_show_text_glyphs) \
  X(cairo_status) \
  X(cairo_status_to_string) \
  X(cairo_stroke) \
  X(cairo_surface_destroy) \
  X(cairo_surface_finish) \
  X(cairo_surface_flush) \
  X(cairo_surface_mark_dirty) \
  X(cairo_surface_reference) \
  X(cairo_surface_set_mime_data) \
  X(cairo_surface_show_page) \
  X(cairo_surface_status) \
  X(cairo_tag_begin) \
  X(cairo_tag_end) \
  X(cairo_user_font_face_create) \
  X(cairo_user_font_face_set_render_glyph_func) \
  X(g_free) \
  X(g_object_ref) \
  X(g_object_unref) \
  X(hb_blob_destroy) \
  X(hb_blob_get_data) \
  X(hb_font_get_face) \
  X(hb_font_get_glyph_extents) \
  X(hb_font_get_scale) \
  X(hb_ot_color_glyph_reference_png) \
  X(hb_ot_color_has_png) \
  X(pango_attr_font_desc_new) \
  X(pango_attr_foreground_alpha_new) \
  X(pango_attr_foreground_new) \
  X(pango_attr_insert_hyphens_new) \
  X(pango_attr_language_new) \
  X(pango_attr_letter_spacing_new) \
  X(pango_attr_rise_new) \
  X(pango_attr_list_insert) \
  X(pango_attr_list_new) \
  X(pango_attr_list_unref) \
  X(pango_attr_strikethrough_new) \
  X(pango_attr_underline_new) \
  X(pango_cairo_context_set_font_options) \
  X(pango_cairo_font_get_scaled_font) \
  X(pango_cairo_font_map_new) \
  X(pango_cairo_layout_line_path) \
  X(pango_cairo_show_layout_line) \
  X(pango_context_set_base_dir) \
  X(pango_context_set_language) \
  X(pango_context_set_round_glyph_positions) \
  X(pango_fc_font_map_set_config) \
  X(pango_font_describe) \
  X(pango_font_description_free) \
  X(pango_font_description_get_family) \
  X(pango_font_description_new) \
  X(pango_font_description_set_absolute_size) \
  X(pango_font_description_set_family) \
  X(pango_font_description_set_style) \
  X(pango_font_description_set_weight) \
  X(pango_font_family_get_name) \
  X(pango_font_get_glyph_extents) \
  X(pango_font_get_hb_font) \
  X(pango_font_map_create_context) \
  X(pango_font_map_list_families) \
  X(pango_font_map_load_font) \
  X(pango_language_from_string) \
  X(pango_layout_get_context) \
  X(pango_layout_get_lines) \
  X(pango_layout_get_lines_readonly) \
  X(pango_layout_get_text) \
  X(pango_layout_get_unknown_glyphs_count) \
  X(pango_layout_line_get_extents) \
  X(pango_layout_line_get_resolved_direction) \
  X(pango_layout_line_index_to_x) \
  X(pango_layout_new) \
  X(pango_layout_set_attributes) \
  X(pango_layout_set_auto_dir) \
  X(pango_layout_set_ellipsize) \
  X(pango_layout_set_font_description) \
  X(pango_layout_set_height) \
  X(pango_layout_set_justify) \
  X(pango_layout_set_tabs) \
  X(pango_layout_set_text) \
  X(pango_layout_set_width) \
  X(pango_layout_set_wrap) \
  X(pango_tab_array_free) \
  X(pango_tab_array_new) \
  X(pango_tab_array_set_tab)

/// Pointers to the functions, under the libraries' own names.
typedef struct {
  PANGO_FUNCTIONS(LAZY_POINTER)
} pango_shim_functions;

/// Loads the libraries unless they are loaded already. Any thread may call it. Returns the functions, or NULL and in
/// `problem` the loader's message.
const pango_shim_functions *pango_shim_load(const char **problem);

/// Waits until no other thread uses fonts, and lets no other thread use them until each call has its
/// `pango_shim_unlock_fonts`.
void pango_shim_lock_fonts(void);
void pango_shim_unlock_fonts(void);

/// A font whose glyphs are dots above the baseline, 1.25 em wide. It belongs to the process. Only while fonts are
/// locked, and after `pango_shim_load`. NULL without memory.
cairo_font_face_t *pango_shim_dot_font(void);

#endif
