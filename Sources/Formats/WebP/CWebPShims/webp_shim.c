#include "CWebPShims.h"

#include <CLazyBinding.h>
#include <stdlib.h>
#include <webp/decode.h>
#include <webp/demux.h>
#include <webp/encode.h>
#include <webp/mux.h>

// The functions of libwebp that are called.
#define WEBP_FUNCTIONS(X) \
  X(WebPConfigInitInternal) \
  X(WebPConfigLosslessPreset) \
  X(WebPEncode) \
  X(WebPFree) \
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

#define MUX_FUNCTIONS(X) \
  X(WebPAnimEncoderAdd) \
  X(WebPAnimEncoderAssemble) \
  X(WebPAnimEncoderDelete) \
  X(WebPAnimEncoderNewInternal) \
  X(WebPAnimEncoderOptionsInitInternal)

static struct { WEBP_FUNCTIONS(LAZY_POINTER) } lib;
static struct { DEMUX_FUNCTIONS(LAZY_POINTER) } demux;
static struct { MUX_FUNCTIONS(LAZY_POINTER) } mux;
static lazy_library libwebp = LAZY_LIBRARY("libwebp.so.7", lib, WEBP_FUNCTIONS);
static lazy_library libwebpdemux = LAZY_LIBRARY("libwebpdemux.so.2", demux, DEMUX_FUNCTIONS);
static lazy_library libwebpmux = LAZY_LIBRARY("libwebpmux.so.3", mux, MUX_FUNCTIONS);

const char *webp_shim_load(void) { return lazy_bind(&libwebp); }

const char *webp_shim_load_demux(void) { return lazy_bind(&libwebpdemux); }

const char *webp_shim_load_mux(void) { return lazy_bind(&libwebpmux); }

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

static int configure(const webp_shim_settings *settings, WebPConfig *config) {
  if (!lib.WebPConfigInitInternal(config, WEBP_PRESET_DEFAULT, settings->quality, WEBP_ENCODER_ABI_VERSION)) return 0;
  if (settings->is_lossless) {
    // The level of cwebp -lossless.
    if (!lib.WebPConfigLosslessPreset(config, 6)) return 0;
    config->near_lossless = settings->near_lossless;
    // Colours stay under transparent pixels. Near-lossless changes nothing beside this.
    config->exact = settings->near_lossless == 100;
  }
  config->thread_level = 1;
  return lib.WebPValidateConfig(config);
}

// Copies rows into a picture, which is to be freed in any case.
static int import(const webp_shim_settings *settings, const uint8_t *pixels, int use_argb, WebPPicture *picture) {
  picture->use_argb = use_argb;
  picture->width = settings->width;
  picture->height = settings->height;
  int stride = settings->width * (settings->has_alpha ? 4 : 3);
  return settings->has_alpha ? lib.WebPPictureImportRGBA(picture, pixels, stride)
                             : lib.WebPPictureImportRGB(picture, pixels, stride);
}

static int problem(const WebPPicture *picture) {
  return picture->error_code ? (int)picture->error_code : VP8_ENC_ERROR_OUT_OF_MEMORY;
}

int webp_shim_encode(
    const webp_shim_settings *settings, const uint8_t *pixels, void *context,
    int (*write)(void *context, const uint8_t *bytes, size_t count)) {
  WebPConfig config;
  WebPPicture picture;
  if (!configure(settings, &config) || !lib.WebPPictureInitInternal(&picture, WEBP_ENCODER_ABI_VERSION)) return -1;
  struct output output = {context, write};
  picture.writer = write_piece;
  picture.custom_ptr = &output;
  int is_written = import(settings, pixels, settings->is_lossless, &picture) && lib.WebPEncode(&config, &picture);
  int status = is_written ? 0 : problem(&picture);
  lib.WebPPictureFree(&picture);
  return status;
}

struct webp_shim_animator {
  webp_shim_settings settings;
  WebPConfig config;
  WebPAnimEncoder *encoder;
};

webp_shim_animator *webp_shim_animator_create(const webp_shim_settings *settings, int loop_count) {
  webp_shim_animator *animator = calloc(1, sizeof *animator);
  if (!animator) return NULL;
  animator->settings = *settings;
  WebPAnimEncoderOptions options;
  if (configure(settings, &animator->config) &&
      mux.WebPAnimEncoderOptionsInitInternal(&options, WEBP_MUX_ABI_VERSION)) {
    options.anim_params.loop_count = loop_count;
    animator->encoder =
        mux.WebPAnimEncoderNewInternal(settings->width, settings->height, &options, WEBP_MUX_ABI_VERSION);
  }
  if (animator->encoder) return animator;
  free(animator);
  return NULL;
}

void webp_shim_animator_destroy(webp_shim_animator *animator) {
  if (!animator) return;
  mux.WebPAnimEncoderDelete(animator->encoder);
  free(animator);
}

int webp_shim_animator_add(webp_shim_animator *animator, const uint8_t *pixels, int milliseconds) {
  WebPPicture picture;
  if (!lib.WebPPictureInitInternal(&picture, WEBP_ENCODER_ABI_VERSION)) return -1;
  int is_added = import(&animator->settings, pixels, 1, &picture) &&
                 mux.WebPAnimEncoderAdd(animator->encoder, &picture, milliseconds, &animator->config);
  int status = is_added ? 0 : problem(&picture);
  lib.WebPPictureFree(&picture);
  return status;
}

int webp_shim_animator_finish(
    webp_shim_animator *animator, int milliseconds, void *context,
    int (*write)(void *context, const uint8_t *bytes, size_t count)) {
  WebPData data = {NULL, 0};
  int is_written = mux.WebPAnimEncoderAdd(animator->encoder, NULL, milliseconds, NULL) &&
                   mux.WebPAnimEncoderAssemble(animator->encoder, &data) && write(context, data.bytes, data.size);
  lib.WebPFree((void *)data.bytes);
  return is_written ? 0 : VP8_ENC_ERROR_OUT_OF_MEMORY;
}
