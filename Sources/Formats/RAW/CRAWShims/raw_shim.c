#include "CRAWShims.h"

#include <CLazyBinding.h>
#include <libraw/libraw.h>

// The functions of libraw that are called.
#define RAW_FUNCTIONS(X) \
  X(libraw_adjust_sizes_info_only) \
  X(libraw_close) \
  X(libraw_dcraw_clear_mem) \
  X(libraw_dcraw_make_mem_image) \
  X(libraw_dcraw_process) \
  X(libraw_init) \
  X(libraw_open_buffer) \
  X(libraw_set_dataerror_handler) \
  X(libraw_set_progress_handler) \
  X(libraw_strerror) \
  X(libraw_unpack)

static struct { RAW_FUNCTIONS(LAZY_POINTER) } lib;
static lazy_library libraw = LAZY_LIBRARY(lazy_libraw, lib, RAW_FUNCTIONS);

const char *raw_shim_load(void) { return lazy_bind(&libraw); }

static raw_shim_status kind(int error) {
  switch (error) {
    case LIBRAW_SUCCESS: return raw_shim_ok;
    case LIBRAW_FILE_UNSUPPORTED: return raw_shim_unknown;
    case LIBRAW_IO_ERROR:
    case LIBRAW_DATA_ERROR: return raw_shim_damaged;
    case LIBRAW_UNSUFFICIENT_MEMORY:
    case LIBRAW_MEMPOOL_OVERFLOW:
    case LIBRAW_TOO_BIG: return raw_shim_too_large;
    case LIBRAW_CANCELLED_BY_CALLBACK: return raw_shim_cancelled;
    // Positive numbers are those of errno: no memory for the finished picture.
    default: return error > 0 ? raw_shim_too_large : raw_shim_unsupported;
  }
}

static raw_shim_result result(int error) {
  return (raw_shim_result){.status = kind(error), .message = error < 0 ? lib.libraw_strerror(error) : NULL};
}

// libraw prints nothing. Since 0.21 it has no callback for a lack of memory.
#if LIBRAW_MAJOR_VERSION > 0 || LIBRAW_MINOR_VERSION >= 21
#define NO_CALLBACKS LIBRAW_OPIONS_NO_DATAERR_CALLBACK
#else
#define NO_CALLBACKS (LIBRAW_OPIONS_NO_MEMERR_CALLBACK | LIBRAW_OPIONS_NO_DATAERR_CALLBACK)
#endif

// Opens a file, which libraw only reads. `data` is to be closed in any case, if there is one.
static int open_file(const uint8_t *file, size_t count, libraw_data_t **data) {
  *data = lib.libraw_init(NO_CALLBACKS);
  return *data ? lib.libraw_open_buffer(*data, (void *)file, count) : LIBRAW_UNSUFFICIENT_MEMORY;
}

raw_shim_result raw_shim_read_header(const uint8_t *file, size_t count, raw_shim_header *header) {
  libraw_data_t *data;
  int error = open_file(file, count, &data);
  if (!error) error = lib.libraw_adjust_sizes_info_only(data);
  if (!error) {
    const libraw_image_sizes_t *sizes = &data->sizes;
    header->width = sizes->iwidth;
    header->height = sizes->iheight;
    // libraw allocates for the larger of both.
    int right = sizes->width + sizes->left_margin, bottom = sizes->height + sizes->top_margin;
    header->raw_width = sizes->raw_width > right ? sizes->raw_width : right;
    header->raw_height = sizes->raw_height > bottom ? sizes->raw_height : bottom;
    header->is_mosaic = data->idata.filters != 0;
    header->is_gray = data->idata.colors == 1;
    long long area = (long long)sizes->iwidth * sizes->iheight;
    header->is_reshaped = area != (long long)sizes->width * sizes->height;
  }
  if (data) lib.libraw_close(data);
  return result(error);
}

static void note_damage(void *context, const char *file, const int offset) {
  (void)file;
  (void)offset;
  *(int *)context = 1;
}

static int check_cancellation(void *context, enum LibRaw_progress stage, int iteration, int expected) {
  (void)stage;
  (void)iteration;
  (void)expected;
  const raw_shim_request *request = context;
  return request->is_cancelled(request->context);
}

static int develop(libraw_data_t *data, const raw_shim_request *request, raw_shim_picture *picture) {
  libraw_output_params_t *options = &data->params;
  options->use_camera_wb = 1;
  options->output_bps = 16;
  options->gamm[0] = 1 / 2.4;
  options->gamm[1] = 12.92;
  options->half_size = request->half_size;
#if LIBRAW_VERSION < LIBRAW_MAKE_VERSION(0, 21, 0)
  options->max_raw_memory_mb = request->megabytes;
#else
  data->rawparams.max_raw_memory_mb = request->megabytes;
#endif
  lib.libraw_set_progress_handler(data, check_cancellation, (void *)request);
  int error = lib.libraw_unpack(data);
  if (!error) error = lib.libraw_dcraw_process(data);
  if (error) return error;
  libraw_processed_image_t *made = lib.libraw_dcraw_make_mem_image(data, &error);
  if (!made) return error ? error : LIBRAW_UNSPECIFIED_ERROR;
  picture->owner = made;
  picture->width = made->width;
  picture->height = made->height;
  picture->channels = made->colors;
  picture->pixels = made->data;
  picture->size = made->data_size;
  return LIBRAW_SUCCESS;
}

raw_shim_result raw_shim_develop(
    const uint8_t *file, size_t count, const raw_shim_request *request, raw_shim_picture *picture) {
  libraw_data_t *data;
  int error = open_file(file, count, &data);
  if (data) lib.libraw_set_dataerror_handler(data, note_damage, &picture->is_damaged);
  if (!error) error = develop(data, request, picture);
  if (data) lib.libraw_close(data);
  return result(error);
}

void raw_shim_picture_destroy(raw_shim_picture *picture) {
  if (picture->owner) lib.libraw_dcraw_clear_mem(picture->owner);
  picture->owner = NULL;
}
