#include "CHEIFShims.h"

#include <CLazyBinding.h>
#include <libheif/heif.h>
#include <stdio.h>
#include <stdlib.h>

// The functions of libheif that are called.
#define HEIF_FUNCTIONS(X) \
  X(heif_context_add_XMP_metadata) \
  X(heif_context_add_exif_metadata) \
  X(heif_context_alloc) \
  X(heif_context_encode_image) \
  X(heif_context_free) \
  X(heif_context_get_encoder_for_format) \
  X(heif_context_get_image_handle) \
  X(heif_context_get_primary_image_handle) \
  X(heif_context_read_from_memory_without_copy) \
  X(heif_context_set_max_decoding_threads) \
  X(heif_context_write) \
  X(heif_decode_image) \
  X(heif_decoding_options_alloc) \
  X(heif_decoding_options_free) \
  X(heif_encoder_release) \
  X(heif_encoder_set_lossy_quality) \
  X(heif_encoder_set_parameter_string) \
  X(heif_image_add_plane) \
  X(heif_image_create) \
  X(heif_image_get_bits_per_pixel_range) \
  X(heif_image_get_colorspace) \
  X(heif_image_get_height) \
  X(heif_image_get_plane) \
  X(heif_image_get_plane_readonly) \
  X(heif_image_get_width) \
  X(heif_image_handle_get_auxiliary_image_handle) \
  X(heif_image_handle_get_luma_bits_per_pixel) \
  X(heif_image_handle_get_thumbnail) \
  X(heif_image_handle_release) \
  X(heif_image_release) \
  X(heif_image_set_nclx_color_profile) \
  X(heif_image_set_raw_color_profile) \
  X(heif_nclx_color_profile_alloc) \
  X(heif_nclx_color_profile_free)

static struct { HEIF_FUNCTIONS(LAZY_POINTER) } lib;
static lazy_library libheif = LAZY_LIBRARY("libheif.so.1", lib, HEIF_FUNCTIONS);

const char *heif_shim_load(void) {
  lazy_mute("/libdav1d.so");
  return lazy_bind(&libheif);
}

// The status of an error of libheif, with its message.
static heif_shim_status status(struct heif_error error, char *message) {
  if (error.code == heif_error_Ok) return heif_shim_ok;
  snprintf(message, 256, "%s", error.message ? error.message : "unknown error");
  switch (error.code) {
    case heif_error_Memory_allocation_error: return heif_shim_too_large;
    case heif_error_Unsupported_filetype:
    case heif_error_Unsupported_feature:
      return error.subcode == heif_suberror_Unsupported_codec ? heif_shim_no_codec : heif_shim_unsupported;
    default: return heif_shim_damaged;
  }
}

static heif_shim_status no_memory(char *message) {
  snprintf(message, 256, "libheif has no memory left");
  return heif_shim_too_large;
}

// ---- Decoding

static void describe(const struct heif_image *image, const heif_shim_request *request, heif_shim_pixels *pixels) {
  enum heif_channel channel = request->is_gray ? heif_channel_Y : heif_channel_interleaved;
  // The tiles of a grey grid become RGB of full range.
  pixels->is_rgb = !request->is_gray || lib.heif_image_get_colorspace(image) == heif_colorspace_RGB;
  if (request->is_gray && pixels->is_rgb) channel = heif_channel_R;
  int stride = 0, alpha_stride = 0;
  // The size of each plane that is copied: libheif does not promise that they are equal.
  pixels->width = lib.heif_image_get_width(image, channel);
  pixels->height = lib.heif_image_get_height(image, channel);
  pixels->bits = lib.heif_image_get_bits_per_pixel_range(image, channel);
  pixels->pixels = lib.heif_image_get_plane_readonly(image, channel, &stride);
  if (request->is_gray && request->has_alpha) {
    pixels->alpha_width = lib.heif_image_get_width(image, heif_channel_Alpha);
    pixels->alpha_height = lib.heif_image_get_height(image, heif_channel_Alpha);
    pixels->alpha_bits = lib.heif_image_get_bits_per_pixel_range(image, heif_channel_Alpha);
    pixels->alpha = lib.heif_image_get_plane_readonly(image, heif_channel_Alpha, &alpha_stride);
  }
  pixels->stride = (size_t)stride;
  pixels->alpha_stride = (size_t)alpha_stride;
}

static heif_shim_status decode(
    const struct heif_image_handle *handle, const heif_shim_request *request, struct heif_image **image,
    char *message) {
  struct heif_decoding_options *options = lib.heif_decoding_options_alloc();
  if (!options) return no_memory(message);
  options->ignore_transformations = !request->transforms;
  enum heif_colorspace space = heif_colorspace_RGB;
  enum heif_chroma chroma;
  if (request->is_gray) {
    // The planes as they are: libheif does not convert to grey.
    space = heif_colorspace_undefined;
    chroma = heif_chroma_undefined;
  } else if (lib.heif_image_handle_get_luma_bits_per_pixel(handle) > 8) {
    chroma = request->has_alpha ? heif_chroma_interleaved_RRGGBBAA_LE : heif_chroma_interleaved_RRGGBB_LE;
  } else {
    chroma = request->has_alpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB;
  }
  heif_shim_status result = status(lib.heif_decode_image(handle, image, space, chroma, options), message);
  lib.heif_decoding_options_free(options);
  return result;
}

// The handle of an image. libheif gives that of a thumbnail or auxiliary image only by the picture that it belongs to,
// and that of the primary image by its role, whatever else refers to it.
static struct heif_error find(
    struct heif_context *context, const heif_shim_request *request, struct heif_image_handle **handle) {
  struct heif_image_handle *owner = NULL;
  struct heif_error error = request->is_primary ? lib.heif_context_get_primary_image_handle(context, &owner)
                                                : lib.heif_context_get_image_handle(context, request->owner, &owner);
  if (error.code != heif_error_Ok || request->item == request->owner) {
    *handle = owner;
    return error;
  }
  error = lib.heif_image_handle_get_thumbnail(owner, request->item, handle);
  if (error.code != heif_error_Ok)
    error = lib.heif_image_handle_get_auxiliary_image_handle(owner, request->item, handle);
  if (error.code != heif_error_Ok) error = lib.heif_context_get_image_handle(context, request->item, handle);
  lib.heif_image_handle_release(owner);
  return error;
}

heif_shim_status heif_shim_decode(
    const uint8_t *file, size_t count, const heif_shim_request *request, heif_shim_image **image,
    heif_shim_pixels *pixels, char *message) {
  struct heif_image *decoded = NULL;
  struct heif_image_handle *handle = NULL;
  struct heif_context *context = lib.heif_context_alloc();
  if (!context) return no_memory(message);
  lib.heif_context_set_max_decoding_threads(context, request->uses_threads ? 4 : 0);
  heif_shim_status result =
      status(lib.heif_context_read_from_memory_without_copy(context, file, count, NULL), message);
  if (result == heif_shim_ok)
    result = status(find(context, request, &handle), message);
  if (result == heif_shim_ok) result = decode(handle, request, &decoded, message);
  if (result == heif_shim_ok) describe(decoded, request, pixels);
  if (handle) lib.heif_image_handle_release(handle);
  lib.heif_context_free(context);
  *image = (heif_shim_image *)decoded;
  return result;
}

void heif_shim_image_destroy(heif_shim_image *image) {
  if (image) lib.heif_image_release((const struct heif_image *)image);
}

// ---- Encoding

struct heif_shim_encoder {
  heif_shim_settings settings;
  struct heif_context *context;
  struct heif_encoder *encoder;
  struct heif_image *image;
};

void heif_shim_encoder_destroy(heif_shim_encoder *encoder) {
  if (!encoder) return;
  if (encoder->image) lib.heif_image_release(encoder->image);
  if (encoder->encoder) lib.heif_encoder_release(encoder->encoder);
  if (encoder->context) lib.heif_context_free(encoder->context);
  free(encoder);
}

static struct heif_error set_colors(struct heif_image *image, const heif_shim_settings *settings) {
  if (settings->profile)
    return lib.heif_image_set_raw_color_profile(image, "prof", settings->profile, settings->profile_size);
  struct heif_error error = {heif_error_Memory_allocation_error, heif_suberror_Unspecified, "no memory"};
  struct heif_color_profile_nclx *nclx = lib.heif_nclx_color_profile_alloc();
  if (!nclx) return error;
  nclx->color_primaries = (enum heif_color_primaries)settings->primaries;
  nclx->transfer_characteristics = (enum heif_transfer_characteristics)settings->transfer;
  // YCbCr of BT.601 in full range, as in JPEG.
  nclx->matrix_coefficients = heif_matrix_coefficients_ITU_R_BT_601_6;
  nclx->full_range_flag = 1;
  error = lib.heif_image_set_nclx_color_profile(image, nclx);
  lib.heif_nclx_color_profile_free(nclx);
  return error;
}

static struct heif_error prepare(heif_shim_encoder *encoder, uint8_t **pixels, size_t *stride) {
  const heif_shim_settings *settings = &encoder->settings;
  enum heif_compression_format format = settings->is_av1 ? heif_compression_AV1 : heif_compression_HEVC;
  struct heif_error error =
      lib.heif_context_get_encoder_for_format(encoder->context, format, &encoder->encoder);
  if (error.code != heif_error_Ok) {
    error.code = heif_error_Unsupported_feature;
    error.subcode = heif_suberror_Unsupported_codec;
    return error;
  }
  lib.heif_encoder_set_lossy_quality(encoder->encoder, settings->quality);
  lib.heif_encoder_set_parameter_string(encoder->encoder, "chroma", settings->chroma);
  int is_deep = settings->bits > 8;
  enum heif_chroma chroma;
  if (is_deep)
    chroma = settings->has_alpha ? heif_chroma_interleaved_RRGGBBAA_LE : heif_chroma_interleaved_RRGGBB_LE;
  else
    chroma = settings->has_alpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB;
  error = lib.heif_image_create(settings->width, settings->height, heif_colorspace_RGB, chroma, &encoder->image);
  if (error.code == heif_error_Ok)
    error = lib.heif_image_add_plane(
        encoder->image, heif_channel_interleaved, settings->width, settings->height, settings->bits);
  if (error.code == heif_error_Ok) error = set_colors(encoder->image, settings);
  if (error.code != heif_error_Ok) return error;
  int bytes = 0;
  *pixels = lib.heif_image_get_plane(encoder->image, heif_channel_interleaved, &bytes);
  *stride = (size_t)bytes;
  return error;
}

heif_shim_status heif_shim_encoder_create(
    const heif_shim_settings *settings, heif_shim_encoder **encoder, uint8_t **pixels, size_t *stride, char *message) {
  heif_shim_encoder *made = calloc(1, sizeof *made);
  if (!made) return no_memory(message);
  made->settings = *settings;
  made->context = lib.heif_context_alloc();
  *encoder = made;
  return made->context ? status(prepare(made, pixels, stride), message) : no_memory(message);
}

struct output {
  void *context;
  int (*write)(void *context, const uint8_t *bytes, size_t count);
};

static struct heif_error write_file(struct heif_context *context, const void *data, size_t size, void *userdata) {
  (void)context;
  const struct output *output = userdata;
  struct heif_error error = {heif_error_Ok, heif_suberror_Unspecified, "Success"};
  if (!output->write(output->context, data, size)) error.code = heif_error_Encoding_error;
  return error;
}

heif_shim_status heif_shim_encoder_finish(
    heif_shim_encoder *encoder, const heif_shim_metadata *metadata, void *context,
    int (*write)(void *context, const uint8_t *bytes, size_t count), char *message) {
  struct heif_image_handle *handle = NULL;
  struct heif_error error =
      lib.heif_context_encode_image(encoder->context, encoder->image, encoder->encoder, NULL, &handle);
  if (error.code == heif_error_Ok && metadata->exif)
    error = lib.heif_context_add_exif_metadata(
        encoder->context, handle, metadata->exif, (int)metadata->exif_size);
  if (error.code == heif_error_Ok && metadata->xmp)
    error = lib.heif_context_add_XMP_metadata(encoder->context, handle, metadata->xmp, (int)metadata->xmp_size);
  if (handle) lib.heif_image_handle_release(handle);
  struct output output = {context, write};
  struct heif_writer writer = {1, write_file};
  if (error.code == heif_error_Ok) error = lib.heif_context_write(encoder->context, &writer, &output);
  return status(error, message);
}
