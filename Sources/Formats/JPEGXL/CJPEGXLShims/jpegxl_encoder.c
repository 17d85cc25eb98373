#include "jpegxl_library.h"

#include <stdlib.h>

jpegxl_functions jxl;
jpegxl_threads_functions jxl_threads;
static lazy_library libjxl = LAZY_LIBRARY(lazy_libjxl, jxl, JXL_FUNCTIONS);
static lazy_library libjxl_threads = LAZY_LIBRARY(lazy_libjxl_threads, jxl_threads, JXL_THREADS_FUNCTIONS);

const char *jpegxl_shim_load(void) {
  lazy_mute("/libjxl.so");
  const char *problem = lazy_bind(&libjxl);
  return problem ? problem : lazy_bind(&libjxl_threads);
}

void *jpegxl_create_runner(void) {
  return jxl_threads.JxlThreadParallelRunnerCreate(NULL, jxl_threads.JxlThreadParallelRunnerDefaultNumWorkerThreads());
}

JxlPixelFormat jpegxl_format(jpegxl_shim_layout layout) {
  JxlDataType type = layout.bytes_per_sample == 1   ? JXL_TYPE_UINT8
                     : layout.bytes_per_sample == 2 ? JXL_TYPE_UINT16
                                                    : JXL_TYPE_FLOAT;
  return (JxlPixelFormat){layout.channels, type, JXL_NATIVE_ENDIAN, 0};
}

// Writes all output of an encoder whose input is closed. Returns 1 on success.
static int write_output(JxlEncoder *encoder, void *context, jpegxl_shim_write write) {
  static const size_t size = 1 << 18;
  uint8_t *buffer = malloc(size);
  JxlEncoderStatus status = buffer ? JXL_ENC_NEED_MORE_OUTPUT : JXL_ENC_ERROR;
  while (status == JXL_ENC_NEED_MORE_OUTPUT) {
    uint8_t *next = buffer;
    size_t left = size;
    status = jxl.JxlEncoderProcessOutput(encoder, &next, &left);
    if (status != JXL_ENC_ERROR && next > buffer && !write(context, buffer, (size_t)(next - buffer)))
      status = JXL_ENC_ERROR;
  }
  free(buffer);
  return status == JXL_ENC_SUCCESS;
}

static int set_header(JxlEncoder *encoder, const jpegxl_shim_picture *picture) {
  JxlBasicInfo info;
  jxl.JxlEncoderInitBasicInfo(&info);
  int has_alpha = picture->layout.channels % 2 == 0;
  info.xsize = picture->width;
  info.ysize = picture->height;
  info.bits_per_sample = 8 * picture->layout.bytes_per_sample;
  info.exponent_bits_per_sample = picture->layout.bytes_per_sample == 4 ? 8 : 0;
  info.num_color_channels = picture->layout.channels < 3 ? 1 : 3;
  info.num_extra_channels = has_alpha;
  info.alpha_bits = has_alpha ? info.bits_per_sample : 0;
  info.alpha_exponent_bits = has_alpha ? info.exponent_bits_per_sample : 0;
  info.orientation = (JxlOrientation)picture->orientation;
  info.uses_original_profile = picture->distance == 0;
  if (jxl.JxlEncoderSetBasicInfo(encoder, &info) != JXL_ENC_SUCCESS) return 0;
  if (jxl.JxlEncoderGetRequiredCodestreamLevel(encoder) == 10 &&
      jxl.JxlEncoderSetCodestreamLevel(encoder, 10) != JXL_ENC_SUCCESS)
    return 0;
  if (picture->icc) return jxl.JxlEncoderSetICCProfile(encoder, picture->icc, picture->icc_size) == JXL_ENC_SUCCESS;
  JxlColorEncoding color;
  jxl.JxlColorEncodingSetToSRGB(&color, info.num_color_channels == 1);
  return jxl.JxlEncoderSetColorEncoding(encoder, &color) == JXL_ENC_SUCCESS;
}

static int add_boxes(JxlEncoder *encoder, const jpegxl_shim_picture *picture) {
  if (!picture->exif && !picture->xmp) return 1;
  if (jxl.JxlEncoderUseBoxes(encoder) != JXL_ENC_SUCCESS) return 0;
  if (picture->exif &&
      jxl.JxlEncoderAddBox(encoder, "Exif", picture->exif, picture->exif_size, JXL_FALSE) != JXL_ENC_SUCCESS)
    return 0;
  return !picture->xmp ||
         jxl.JxlEncoderAddBox(encoder, "xml ", picture->xmp, picture->xmp_size, JXL_FALSE) == JXL_ENC_SUCCESS;
}

int jpegxl_shim_encode(
    const jpegxl_shim_picture *picture, const void *pixels, size_t size, void *context, jpegxl_shim_write write) {
  JxlEncoder *encoder = jxl.JxlEncoderCreate(NULL);
  if (!encoder) return 0;
  void *runner = jpegxl_create_runner();
  if (runner) jxl.JxlEncoderSetParallelRunner(encoder, jxl_threads.JxlThreadParallelRunner, runner);
  JxlPixelFormat format = jpegxl_format(picture->layout);
  int is_written = set_header(encoder, picture) && add_boxes(encoder, picture);
  if (is_written) {
    JxlEncoderFrameSettings *settings = jxl.JxlEncoderFrameSettingsCreate(encoder, NULL);
    is_written =
        jxl.JxlEncoderFrameSettingsSetOption(settings, JXL_ENC_FRAME_SETTING_EFFORT, picture->effort) ==
            JXL_ENC_SUCCESS &&
        jxl.JxlEncoderSetFrameDistance(settings, picture->distance) == JXL_ENC_SUCCESS &&
        (picture->distance > 0 || jxl.JxlEncoderSetFrameLossless(settings, JXL_TRUE) == JXL_ENC_SUCCESS) &&
        jxl.JxlEncoderAddImageFrame(settings, &format, pixels, size) == JXL_ENC_SUCCESS;
  }
  if (is_written) {
    jxl.JxlEncoderCloseInput(encoder);
    is_written = write_output(encoder, context, write);
  }
  jxl.JxlEncoderDestroy(encoder);
  if (runner) jxl_threads.JxlThreadParallelRunnerDestroy(runner);
  return is_written;
}

int jpegxl_shim_pack(const uint8_t *data, size_t count, void *context, jpegxl_shim_write write) {
  JxlEncoder *encoder = jxl.JxlEncoderCreate(NULL);
  if (!encoder) return 0;
  void *runner = jpegxl_create_runner();
  if (runner) jxl.JxlEncoderSetParallelRunner(encoder, jxl_threads.JxlThreadParallelRunner, runner);
  int is_written = 0;
  if (jxl.JxlEncoderUseContainer(encoder, JXL_TRUE) == JXL_ENC_SUCCESS &&
      jxl.JxlEncoderStoreJPEGMetadata(encoder, JXL_TRUE) == JXL_ENC_SUCCESS &&
      jxl.JxlEncoderAddJPEGFrame(jxl.JxlEncoderFrameSettingsCreate(encoder, NULL), data, count) == JXL_ENC_SUCCESS) {
    jxl.JxlEncoderCloseInput(encoder);
    is_written = write_output(encoder, context, write);
  }
  jxl.JxlEncoderDestroy(encoder);
  if (runner) jxl_threads.JxlThreadParallelRunnerDestroy(runner);
  return is_written;
}
