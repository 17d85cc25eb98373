#include "jpegxl_library.h"

#include <stdlib.h>

// Up to version 0.8 a format stands before the target, which no version uses.
#if JPEGXL_NUMERIC_VERSION < JPEGXL_COMPUTE_NUMERIC_VERSION(0, 9, 0)
#define DATA_PROFILE NULL, JXL_COLOR_PROFILE_TARGET_DATA
#else
#define DATA_PROFILE JXL_COLOR_PROFILE_TARGET_DATA
#endif

struct jpegxl_shim {
  JxlDecoder *decoder;
  void *runner;
  // The number of bytes of the file that the decoder does not need any more.
  size_t position;
};

jpegxl_shim *jpegxl_shim_create(int uses_threads) {
  jpegxl_shim *shim = calloc(1, sizeof *shim);
  if (!shim) return NULL;
  shim->decoder = jxl.JxlDecoderCreate(NULL);
  if (!shim->decoder) {
    free(shim);
    return NULL;
  }
  if (uses_threads) shim->runner = jpegxl_create_runner();
  if (shim->runner) jxl.JxlDecoderSetParallelRunner(shim->decoder, jxl_threads.JxlThreadParallelRunner, shim->runner);
  // Rows stay as they are stored; the caller turns them.
  jxl.JxlDecoderSetKeepOrientation(shim->decoder, JXL_TRUE);
  return shim;
}

void jpegxl_shim_destroy(jpegxl_shim *shim) {
  if (!shim) return;
  jxl.JxlDecoderDestroy(shim->decoder);
  if (shim->runner) jxl_threads.JxlThreadParallelRunnerDestroy(shim->runner);
  free(shim);
}

// Gives the decoder the rest of the file.
static int set_input(jpegxl_shim *shim, const uint8_t *data, size_t count) {
  return shim->position <= count &&
         jxl.JxlDecoderSetInput(shim->decoder, data + shim->position, count - shim->position) == JXL_DEC_SUCCESS;
}

static void release_input(jpegxl_shim *shim, size_t count) {
  shim->position = count - jxl.JxlDecoderReleaseInput(shim->decoder);
}

static uint32_t primaries_of(const JxlColorEncoding *encoding) {
  switch (encoding->primaries) {
    case JXL_PRIMARIES_SRGB: return 1;
    case JXL_PRIMARIES_2100: return 9;
    case JXL_PRIMARIES_P3: return 12; // with the white point D65
    default: return 0;
  }
}

int jpegxl_shim_read_header(jpegxl_shim *shim, const uint8_t *data, size_t count, jpegxl_shim_color *color) {
  *color = (jpegxl_shim_color){0};
  int events = JXL_DEC_BASIC_INFO | JXL_DEC_COLOR_ENCODING | JXL_DEC_FRAME | JXL_DEC_FULL_IMAGE;
  if (jxl.JxlDecoderSubscribeEvents(shim->decoder, events) != JXL_DEC_SUCCESS) return 0;
  if (!set_input(shim, data, count)) return 0;
  JxlDecoderStatus status = jxl.JxlDecoderProcessInput(shim->decoder);
  if (status == JXL_DEC_BASIC_INFO) status = jxl.JxlDecoderProcessInput(shim->decoder);
  release_input(shim, count);
  JxlBasicInfo info;
  if (status != JXL_DEC_COLOR_ENCODING || jxl.JxlDecoderGetBasicInfo(shim->decoder, &info) != JXL_DEC_SUCCESS) return 0;
  color->is_rgb = info.num_color_channels == 3;
  for (uint32_t index = 0; index < info.num_extra_channels; ++index) {
    JxlExtraChannelInfo extra;
    if (jxl.JxlDecoderGetExtraChannelInfo(shim->decoder, index, &extra) != JXL_DEC_SUCCESS) return 0;
    if (extra.type == JXL_CHANNEL_BLACK) color->has_black = 1;
  }
  JxlColorEncoding encoding;
  if (jxl.JxlDecoderGetColorAsEncodedProfile(
          shim->decoder, DATA_PROFILE, &encoding) == JXL_DEC_SUCCESS &&
      encoding.white_point == JXL_WHITE_POINT_D65) {
    // The numbers of JxlTransferFunction are those of H.273.
    if (encoding.transfer_function <= JXL_TRANSFER_FUNCTION_HLG) color->transfer = encoding.transfer_function;
    color->primaries = color->is_rgb ? primaries_of(&encoding) : 1;
  }
  if (jxl.JxlDecoderGetICCProfileSize(
          shim->decoder, DATA_PROFILE, &color->profile_size) != JXL_DEC_SUCCESS)
    color->profile_size = 0;
  return 1;
}

int jpegxl_shim_profile(jpegxl_shim *shim, uint8_t *profile, size_t size) {
  return jxl.JxlDecoderGetColorAsICCProfile(
             shim->decoder, DATA_PROFILE, profile, size) == JXL_DEC_SUCCESS;
}

jpegxl_shim_status jpegxl_shim_decode_frame(
    jpegxl_shim *shim, const uint8_t *data, size_t count, size_t skipped, jpegxl_shim_layout layout, void *pixels,
    size_t size) {
  JxlPixelFormat format = jpegxl_format(layout);
  size_t needed = 0;
  int has_buffer = 0;
  jpegxl_shim_status result = jpegxl_shim_damaged;
  if (skipped) jxl.JxlDecoderSkipFrames(shim->decoder, skipped);
  if (!set_input(shim, data, count)) return jpegxl_shim_damaged;
  for (;;) {
    switch (jxl.JxlDecoderProcessInput(shim->decoder)) {
      case JXL_DEC_FRAME: continue;
      case JXL_DEC_NEED_IMAGE_OUT_BUFFER:
        if (jxl.JxlDecoderImageOutBufferSize(shim->decoder, &format, &needed) != JXL_DEC_SUCCESS || needed != size ||
            jxl.JxlDecoderSetImageOutBuffer(shim->decoder, &format, pixels, size) != JXL_DEC_SUCCESS)
          goto end;
        has_buffer = 1;
        continue;
      case JXL_DEC_FULL_IMAGE: result = jpegxl_shim_done; goto end;
      case JXL_DEC_SUCCESS: result = jpegxl_shim_no_frame; goto end;
      case JXL_DEC_NEED_MORE_INPUT:
        if (has_buffer && jxl.JxlDecoderFlushImage(shim->decoder) == JXL_DEC_SUCCESS) result = jpegxl_shim_partial;
        goto end;
      default: goto end;
    }
  }
end:
  release_input(shim, count);
  return result;
}

int jpegxl_shim_start_frames(jpegxl_shim *shim, const uint8_t *data, size_t count) {
  return jxl.JxlDecoderSubscribeEvents(shim->decoder, JXL_DEC_FRAME) == JXL_DEC_SUCCESS && set_input(shim, data, count);
}

int jpegxl_shim_next_frame(jpegxl_shim *shim, uint32_t *ticks) {
  JxlFrameHeader header;
  if (jxl.JxlDecoderProcessInput(shim->decoder) != JXL_DEC_FRAME ||
      jxl.JxlDecoderGetFrameHeader(shim->decoder, &header) != JXL_DEC_SUCCESS)
    return 0;
  *ticks = header.duration;
  return 1;
}

int jpegxl_shim_unpack(const uint8_t *data, size_t count, void *context, jpegxl_shim_write write) {
  jpegxl_shim *shim = jpegxl_shim_create(1);
  if (!shim) return 0;
  // libjxl 0.7 writes the file at once: it begins anew with a larger buffer. A packed file is smaller by some 20 %.
  size_t size = count + count / 2 + 65536, most = 16 * size;
  uint8_t *buffer = NULL;
  int is_restored = 0;
  int goes_on = jxl.JxlDecoderSubscribeEvents(shim->decoder, JXL_DEC_JPEG_RECONSTRUCTION | JXL_DEC_FULL_IMAGE) ==
                    JXL_DEC_SUCCESS && set_input(shim, data, count);
  while (goes_on) {
    JxlDecoderStatus status = jxl.JxlDecoderProcessInput(shim->decoder);
    if (status == JXL_DEC_FULL_IMAGE && buffer) {
      is_restored = write(context, buffer, size - jxl.JxlDecoderReleaseJPEGBuffer(shim->decoder));
      break;
    }
    if (status == JXL_DEC_JPEG_NEED_MORE_OUTPUT) {
      jxl.JxlDecoderReleaseJPEGBuffer(shim->decoder);
      size *= 2;
    } else if (status != JXL_DEC_JPEG_RECONSTRUCTION) {
      break;
    }
    free(buffer);
    buffer = size <= most ? malloc(size) : NULL;
    goes_on = buffer && jxl.JxlDecoderSetJPEGBuffer(shim->decoder, buffer, size) == JXL_DEC_SUCCESS;
  }
  release_input(shim, count);
  jpegxl_shim_destroy(shim);
  free(buffer);
  return is_restored;
}
