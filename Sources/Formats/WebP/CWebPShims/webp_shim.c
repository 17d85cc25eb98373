#include "CWebPShims.h"

#include <CLazyBinding.h>
#include <stdlib.h>
#include <webp/decode.h>
#include <webp/demux.h>
#include <webp/encode.h>

// The functions of libwebp that are called.
#define WEBP_FUNCTIONS(X) \
  X(WebPConfigInitInternal) \
  X(WebPConfigLosslessPreset) \
  X(WebPEncode) \
  X(WebPFreeDecBuffer) \
  X(WebPIDecGetRGB) \
  X(WebPIDecode) \
  X(WebPIDelete) \
  X(WebPIUpdate) \
  X(WebPInitDecoderConfigInternal) \
  X(WebPPictureFree) \
  X(WebPPictureImportRGB) \
  X(WebPPictureImportRGBA) \
  X(WebPPictureInitInternal) \
  X(WebPValidateConfig)

#define DEMUX_FUNCTIONS(X) \
  X(WebPAnimDecoderDelete) \
  X(WebPAnimDecoderGetNext) \
  X(WebPAnimDecoderNewInternal) \
  X(WebPAnimDecoderOptionsInitInternal)

static struct { WEBP_FUNCTIONS(LAZY_POINTER) } lib;
static struct { DEMUX_FUNCTIONS(LAZY_POINTER) } demux;
static lazy_library libwebp = LAZY_LIBRARY("libwebp.so.7", lib, WEBP_FUNCTIONS);
static lazy_library libwebpdemux = LAZY_LIBRARY("libwebpdemux.so.2", demux, DEMUX_FUNCTIONS);

const char *webp_shim_load(void) { return lazy_bind(&libwebp); }

const char *webp_shim_load_demux(void) { return lazy_bind(&libwebpdemux); }

struct webp_shim_decoder {
  WebPDecoderConfig config;
  WebPIDecoder *decoder;
};

webp_shim_decoder *webp_shim_decoder_create(const webp_shim_picture *picture, uint8_t *pixels, size_t size) {
  webp_shim_decoder *decoder = calloc(1, sizeof *decoder);
  if (!decoder) return NULL;
  WebPDecoderConfig *config = &decoder->config;
  if (!lib.WebPInitDecoderConfigInternal(config, WEBP_DECODER_ABI_VERSION)) goto failed;
  int width = picture->scaled_width ? picture->scaled_width : picture->width;
  config->options.use_threads = picture->uses_threads;
  if (picture->scaled_width) {
    config->options.use_scaling = 1;
    config->options.scaled_width = picture->scaled_width;
    config->options.scaled_height = picture->scaled_height;
  }
  config->output.colorspace = picture->has_alpha ? MODE_RGBA : MODE_RGB;
  config->output.is_external_memory = 1;
  config->output.u.RGBA.rgba = pixels;
  config->output.u.RGBA.stride = width * (picture->has_alpha ? 4 : 3);
  config->output.u.RGBA.size = size;
  decoder->decoder = lib.WebPIDecode(NULL, 0, config);
  if (decoder->decoder) return decoder;
failed:
  free(decoder);
  return NULL;
}

void webp_shim_decoder_destroy(webp_shim_decoder *decoder) {
  if (!decoder) return;
  lib.WebPIDelete(decoder->decoder);
  lib.WebPFreeDecBuffer(&decoder->config.output);
  free(decoder);
}

webp_shim_status webp_shim_decoder_update(webp_shim_decoder *decoder, const uint8_t *data, size_t count) {
  switch (lib.WebPIUpdate(decoder->decoder, data, count)) {
    case VP8_STATUS_OK: return webp_shim_done;
    case VP8_STATUS_SUSPENDED: return webp_shim_needs_more;
    case VP8_STATUS_OUT_OF_MEMORY: return webp_shim_no_memory;
    default: return webp_shim_damaged;
  }
}

int webp_shim_decoder_rows(const webp_shim_decoder *decoder) {
  int rows = 0;
  return lib.WebPIDecGetRGB(decoder->decoder, &rows, NULL, NULL, NULL) ? rows : 0;
}

struct webp_shim_animation {
  WebPData data;
  WebPAnimDecoder *decoder;
};

webp_shim_animation *webp_shim_animation_create(const uint8_t *data, size_t count, int uses_threads) {
  webp_shim_animation *animation = calloc(1, sizeof *animation);
  if (!animation) return NULL;
  WebPAnimDecoderOptions options;
  animation->data.bytes = data;
  animation->data.size = count;
  if (demux.WebPAnimDecoderOptionsInitInternal(&options, WEBP_DEMUX_ABI_VERSION)) {
    options.color_mode = MODE_RGBA;
    options.use_threads = uses_threads;
    animation->decoder = demux.WebPAnimDecoderNewInternal(&animation->data, &options, WEBP_DEMUX_ABI_VERSION);
  }
  if (animation->decoder) return animation;
  free(animation);
  return NULL;
}

void webp_shim_animation_destroy(webp_shim_animation *animation) {
  if (!animation) return;
  demux.WebPAnimDecoderDelete(animation->decoder);
  free(animation);
}

const uint8_t *webp_shim_animation_next(webp_shim_animation *animation) {
  uint8_t *canvas;
  int timestamp;
  return demux.WebPAnimDecoderGetNext(animation->decoder, &canvas, &timestamp) ? canvas : NULL;
}

struct output {
  void *context;
  int (*write)(void *context, const uint8_t *bytes, size_t count);
};

static int write_piece(const uint8_t *bytes, size_t count, const WebPPicture *picture) {
  const struct output *output = picture->custom_ptr;
  return output->write(output->context, bytes, count);
}

int webp_shim_encode(
    const webp_shim_settings *settings, const uint8_t *pixels, void *context,
    int (*write)(void *context, const uint8_t *bytes, size_t count)) {
  WebPConfig config;
  WebPPicture picture;
  if (!lib.WebPConfigInitInternal(&config, WEBP_PRESET_DEFAULT, settings->quality, WEBP_ENCODER_ABI_VERSION) ||
      !lib.WebPPictureInitInternal(&picture, WEBP_ENCODER_ABI_VERSION))
    return -1;
  if (settings->is_lossless) {
    // The level of cwebp -lossless.
    if (!lib.WebPConfigLosslessPreset(&config, 6)) return -1;
    config.near_lossless = settings->near_lossless;
    // Colours stay under transparent pixels. Near-lossless changes nothing beside this.
    config.exact = settings->near_lossless == 100;
  }
  config.thread_level = 1;
  if (!lib.WebPValidateConfig(&config)) return -1;
  struct output output = {context, write};
  picture.use_argb = settings->is_lossless;
  picture.width = settings->width;
  picture.height = settings->height;
  picture.writer = write_piece;
  picture.custom_ptr = &output;
  int stride = settings->width * (settings->has_alpha ? 4 : 3);
  int imported = settings->has_alpha ? lib.WebPPictureImportRGBA(&picture, pixels, stride)
                                     : lib.WebPPictureImportRGB(&picture, pixels, stride);
  int is_written = imported && lib.WebPEncode(&config, &picture);
  int problem = is_written ? 0 : picture.error_code ? (int)picture.error_code : VP8_ENC_ERROR_OUT_OF_MEMORY;
  lib.WebPPictureFree(&picture);
  return problem;
}
