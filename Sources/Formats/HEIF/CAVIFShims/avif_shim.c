#include "CAVIFShims.h"

#include <CLazyBinding.h>
#include <avif/avif.h>
#include <stdio.h>
#include <stdlib.h>

// The functions of libavif that are called.
#define AVIF_FUNCTIONS(X) \
  X(avifDecoderCreate) \
  X(avifDecoderDestroy) \
  X(avifDecoderNthImage) \
  X(avifDecoderParse) \
  X(avifDecoderSetIOMemory) \
  X(avifDecoderSetSource) \
  X(avifEncoderAddImage) \
  X(avifEncoderCreate) \
  X(avifEncoderDestroy) \
  X(avifEncoderFinish) \
  X(avifEncoderSetCodecSpecificOption) \
  X(avifGetPixelFormatInfo) \
  X(avifImageCreate) \
  X(avifImageDestroy) \
  X(avifImageRGBToYUV) \
  X(avifImageSetMetadataExif) \
  X(avifImageSetMetadataXMP) \
  X(avifImageSetProfileICC) \
  X(avifResultToString) \
  X(avifRGBImageSetDefaults) \
  X(avifRWDataFree)

static struct { AVIF_FUNCTIONS(LAZY_POINTER) } lib;
static lazy_library libavif = LAZY_LIBRARY(lazy_libavif, lib, AVIF_FUNCTIONS);

const char *avif_shim_load(void) {
  lazy_mute("/libdav1d.so");
  return lazy_bind(&libavif);
}

static avif_shim_status kind(avifResult result) {
  switch (result) {
    case AVIF_RESULT_OK: return avif_shim_ok;
    case AVIF_RESULT_NO_CODEC_AVAILABLE: return avif_shim_no_codec;
    case AVIF_RESULT_OUT_OF_MEMORY: return avif_shim_no_memory;
    case AVIF_RESULT_NOT_IMPLEMENTED:
    case AVIF_RESULT_UNSUPPORTED_DEPTH: return avif_shim_unsupported;
    default: return avif_shim_damaged;
  }
}

static avif_shim_result outcome(avifResult result, const avifDiagnostics *details) {
  const char *message = result == AVIF_RESULT_OK ? NULL
                        : details && details->error[0] ? details->error
                                                       : lib.avifResultToString(result);
  return (avif_shim_result){.status = kind(result), .message = message};
}

static avif_shim_result no_memory(void) { return outcome(AVIF_RESULT_OUT_OF_MEMORY, NULL); }

// ---- Decoding

struct avif_shim_decoder {
  avifDecoder *decoder;
};

avif_shim_result avif_shim_decoder_create(
    const uint8_t *file, size_t count, const avif_shim_limits *limits, avif_shim_decoder **decoder) {
  *decoder = calloc(1, sizeof **decoder);
  avifDecoder *made = *decoder ? lib.avifDecoderCreate() : NULL;
  if (!made) return no_memory();
  (*decoder)->decoder = made;
  // The metadata is read elsewhere, and the structure has been checked.
  made->ignoreExif = AVIF_TRUE;
  made->ignoreXMP = AVIF_TRUE;
  made->strictFlags = AVIF_STRICT_DISABLED;
  // A greater one is refused.
  uint32_t most = AVIF_DEFAULT_IMAGE_SIZE_LIMIT;
  made->imageSizeLimit = limits->max_pixels < most ? limits->max_pixels : most;
  made->imageDimensionLimit = limits->max_axis;
  made->imageCountLimit = limits->max_frames;
  lib.avifDecoderSetSource(made, AVIF_DECODER_SOURCE_TRACKS);
  avifResult result = lib.avifDecoderSetIOMemory(made, file, count);
  if (result == AVIF_RESULT_OK) result = lib.avifDecoderParse(made);
  return outcome(result, &made->diag);
}

void avif_shim_decoder_destroy(avif_shim_decoder *decoder) {
  if (!decoder) return;
  if (decoder->decoder) lib.avifDecoderDestroy(decoder->decoder);
  free(decoder);
}

uint32_t avif_shim_decoder_frames(const avif_shim_decoder *decoder) { return (uint32_t)decoder->decoder->imageCount; }

avif_shim_result avif_shim_decoder_go(avif_shim_decoder *decoder, uint32_t index) {
  return outcome(lib.avifDecoderNthImage(decoder->decoder, index), &decoder->decoder->diag);
}

void avif_shim_decoder_frame(const avif_shim_decoder *decoder, avif_shim_frame *frame) {
  const avifImage *image = decoder->decoder->image;
  avifPixelFormatInfo format;
  lib.avifGetPixelFormatInfo(image->yuvFormat, &format);
  *frame = (avif_shim_frame){
      .bits = (int)image->depth, .matrix = (uint8_t)image->matrixCoefficients,
      .is_full_range = image->yuvRange == AVIF_RANGE_FULL, .chroma_position = (int)image->yuvChromaSamplePosition};
  for (int i = 0; i < 3; i++) {
    if (!image->yuvPlanes[i]) continue;
    uint32_t x = i ? (uint32_t)format.chromaShiftX : 0, y = i ? (uint32_t)format.chromaShiftY : 0;
    frame->planes[i] = (avif_shim_plane){
        image->yuvPlanes[i], image->yuvRowBytes[i], (image->width + x) >> x, (image->height + y) >> y};
  }
  frame->alpha = (avif_shim_plane){image->alphaPlane, image->alphaRowBytes, image->width, image->height};
}

// ---- Encoding

// Before version 1.0 these functions return nothing.
#if AVIF_VERSION_MAJOR >= 1
#define DONE(call) ((call) == AVIF_RESULT_OK)
#else
#define DONE(call) ((call), 1)
#endif

struct avif_shim_encoder {
  uint32_t width;
  int has_alpha;
  avifEncoder *encoder;
  avifImage *image;
  avifRWData file;
};

void avif_shim_encoder_destroy(avif_shim_encoder *encoder) {
  if (!encoder) return;
  if (encoder->image) lib.avifImageDestroy(encoder->image);
  if (encoder->encoder) lib.avifEncoderDestroy(encoder->encoder);
  lib.avifRWDataFree(&encoder->file);
  free(encoder);
}

avif_shim_result avif_shim_encoder_create(const avif_shim_settings *settings, avif_shim_encoder **encoder) {
  avif_shim_encoder *made = *encoder = calloc(1, sizeof *made);
  if (!made) return no_memory();
  made->width = settings->width;
  made->has_alpha = settings->has_alpha;
  made->encoder = lib.avifEncoderCreate();
  avifPixelFormat format = settings->chroma == 444   ? AVIF_PIXEL_FORMAT_YUV444
                           : settings->chroma == 422 ? AVIF_PIXEL_FORMAT_YUV422
                                                     : AVIF_PIXEL_FORMAT_YUV420;
  avifImage *image = made->image = lib.avifImageCreate(settings->width, settings->height, 8, format);
  if (!made->encoder || !image) return no_memory();
  // YCbCr of BT.601 in full range, as in JPEG.
  image->yuvRange = AVIF_RANGE_FULL;
  image->matrixCoefficients = AVIF_MATRIX_COEFFICIENTS_BT601;
  image->colorPrimaries = (avifColorPrimaries)settings->primaries;
  image->transferCharacteristics = (avifTransferCharacteristics)settings->transfer;
  if (settings->profile && !DONE(lib.avifImageSetProfileICC(image, settings->profile, settings->profile_size)))
    return no_memory();
  if (settings->exif && !DONE(lib.avifImageSetMetadataExif(image, settings->exif, settings->exif_size)))
    return no_memory();
  if (settings->xmp && !DONE(lib.avifImageSetMetadataXMP(image, settings->xmp, settings->xmp_size))) return no_memory();
  // The rows are upright, whatever libavif reads in Exif.
  image->transformFlags = AVIF_TRANSFORM_NONE;
  avifEncoder *options = made->encoder;
  options->codecChoice = AVIF_CODEC_CHOICE_AOM;
  // From 7 on, libaom does not look ahead at frames, but version 3.6 then ends the process if alpha is lossless.
  options->speed = 6;
  options->maxThreads = 4;
  options->timescale = settings->ticks_per_second;
  // The same quality for all frames, by libavif's scale of 0 to 63. Alpha stays lossless.
  options->minQuantizer = AVIF_QUANTIZER_BEST_QUALITY;
  options->maxQuantizer = AVIF_QUANTIZER_WORST_QUALITY;
  char level[8];
  snprintf(level, sizeof level, "%d", (100 - settings->quality) * 63 / 100);
  if (!DONE(lib.avifEncoderSetCodecSpecificOption(options, "end-usage", "q")) ||
      !DONE(lib.avifEncoderSetCodecSpecificOption(options, "color:cq-level", level)) ||
      !DONE(lib.avifEncoderSetCodecSpecificOption(options, "alpha:cq-level", "0")))
    return no_memory();
  return outcome(AVIF_RESULT_OK, NULL);
}

avif_shim_result avif_shim_encoder_add(avif_shim_encoder *encoder, const uint8_t *pixels, uint64_t ticks) {
  avifRGBImage rgb;
  lib.avifRGBImageSetDefaults(&rgb, encoder->image);
  rgb.format = encoder->has_alpha ? AVIF_RGB_FORMAT_RGBA : AVIF_RGB_FORMAT_RGB;
  rgb.pixels = (uint8_t *)pixels;
  rgb.rowBytes = encoder->width * (encoder->has_alpha ? 4u : 3u);
  avifResult result = lib.avifImageRGBToYUV(encoder->image, &rgb);
  if (result == AVIF_RESULT_OK)
    result = lib.avifEncoderAddImage(encoder->encoder, encoder->image, ticks, AVIF_ADD_IMAGE_FLAG_NONE);
  return outcome(result, &encoder->encoder->diag);
}

avif_shim_result avif_shim_encoder_finish(avif_shim_encoder *encoder, const uint8_t **file, size_t *count) {
  avifResult result = lib.avifEncoderFinish(encoder->encoder, &encoder->file);
  *file = encoder->file.data;
  *count = encoder->file.size;
  return outcome(result, &encoder->encoder->diag);
}
