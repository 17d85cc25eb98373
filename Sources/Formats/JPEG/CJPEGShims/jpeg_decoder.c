#include "jpeg_dc_arrays.h"
#include "jpeg_errors.h"

#include <jerror.h>
#include <stdlib.h>
#include <string.h>

enum { input_size = 65536, batch_rows = 16 };

struct jpeg_shim_decoder {
  struct jpeg_decompress_struct info;
  jpeg_shim_errors errors;
  struct jpeg_source_mgr source;
  struct jpeg_progress_mgr progress;
  jpeg_shim_dc_arrays dc_arrays;
  jpeg_shim_read read;
  void *context;
  jpeg_shim_limits limits;
  int input_ended;
  /// Whether damage after a scan is possible, and whether there was some.
  enum { before_scan, after_scan, after_damage } state;
  int32_t whole_rows;
  int lacks_detail;
  int lacks_blocks;
  /// The bytes that were read, and those before the first scan.
  uint64_t bytes_read, scan_offset;
  char first_warning[JMSG_LENGTH_MAX];
  uint8_t input[input_size];
};

static jpeg_shim_decoder *decoder_of(j_common_ptr info) { return (jpeg_shim_decoder *)info->client_data; }

jpeg_shim_dc_arrays *jpeg_shim_dc_arrays_of(j_common_ptr info) { return &decoder_of(info)->dc_arrays; }

static void init_source(j_decompress_ptr info) { (void)info; }

static void term_source(j_decompress_ptr info) { (void)info; }

/// While an MCU is decoded, the source still says where it begins.
static uint64_t offset_of(const jpeg_shim_decoder *decoder) {
  return decoder->bytes_read - decoder->source.bytes_in_buffer;
}

static boolean fill_input_buffer(j_decompress_ptr info) {
  jpeg_shim_decoder *decoder = decoder_of((j_common_ptr)info);
  ptrdiff_t count = decoder->input_ended ? 0 : decoder->read(decoder->context, decoder->input, input_size);
  if (count < 0) jpeg_shim_raise((j_common_ptr)info, jpeg_shim_callback_failed);
  if (count == 0) {
    // Like the library's own source managers: an end marker replaces missing data.
    if (!decoder->input_ended) WARNMS(info, JWRN_JPEG_EOF);
    decoder->input_ended = 1;
    decoder->input[0] = 0xFF;
    decoder->input[1] = JPEG_EOI;
    count = 2;
  } else {
    decoder->bytes_read += (uint64_t)count;
  }
  info->src->next_input_byte = decoder->input;
  info->src->bytes_in_buffer = (size_t)count;
  return TRUE;
}

static void skip_input_data(j_decompress_ptr info, long count) {
  if (count <= 0) return;
  while ((size_t)count > info->src->bytes_in_buffer) {
    count -= (long)info->src->bytes_in_buffer;
    fill_input_buffer(info);
    // Only end markers would follow: the rest of the skip is beyond the end.
    if (decoder_of((j_common_ptr)info)->input_ended) return;
  }
  info->src->next_input_byte += count;
  info->src->bytes_in_buffer -= (size_t)count;
}

// Ubuntu's libjpeg has the interface of version 8, where the scaled size of a block has two members.
#if JPEG_LIB_VERSION >= 70
#define SCALED_BLOCK_HEIGHT(info) (info)->min_DCT_v_scaled_size
#else
#define SCALED_BLOCK_HEIGHT(info) (info)->min_DCT_scaled_size
#endif

/// Keeps the first warning's text and counts the warnings for the report. They never end decoding: the limits on pixels
/// and scans bound the work. After the end of the input they are not counted, because they all say the same.
static void emit_message(j_common_ptr info, int level) {
  if (level >= 0) return;
  jpeg_shim_decoder *decoder = decoder_of(info);
  if (info->err->msg_code == JWRN_HIT_MARKER && decoder->whole_rows < 0) {
    // The row of MCUs that is being decoded is incomplete; those before it are complete.
    j_decompress_ptr decompress = &decoder->info;
    // Of several scans, the first one says how far there is a picture at all.
    if (!decompress->buffered_image &&
        (!jpeg_has_multiple_scans(decompress) || decompress->input_scan_number == 1)) {
      uint64_t rows = (uint64_t)decompress->input_iMCU_row * (uint64_t)decompress->max_v_samp_factor *
                      (uint64_t)SCALED_BLOCK_HEIGHT(decompress);
      decoder->lacks_detail = jpeg_has_multiple_scans(decompress);
      decoder->whole_rows = rows > decompress->output_height ? (int32_t)decompress->output_height : (int32_t)rows;
    }
  }
  if (info->err->msg_code == JWRN_HIT_MARKER) {
    // Decoding goes on at a restart marker. There is none after the end, and without an interval none that counts.
    j_decompress_ptr decompress = &decoder->info;
    int is_end = decompress->unread_marker == JPEG_EOI ||
                 (decompress->restart_interval == 0 && !jpeg_has_multiple_scans(decompress));
    // A part of the first MCU is enough to show something.
    const struct jpeg_source_mgr *source = &decoder->source;
    int is_empty = decoder->input_ended
                       ? decoder->bytes_read < decoder->scan_offset + 2
                       : offset_of(decoder) == decoder->scan_offset && source->bytes_in_buffer > 1 &&
                             source->next_input_byte[0] == 0xFF && source->next_input_byte[1] != 0;
    if (is_end && is_empty && decompress->input_scan_number == 1) decoder->lacks_blocks = 1;
  }
  if (info->err->num_warnings == 0) jpeg_shim_describe(info, decoder->first_warning);
  if (info->err->num_warnings > 0 && decoder->input_ended) return;
  info->err->num_warnings++;
}

static void monitor_progress(j_common_ptr info) {
  jpeg_shim_decoder *decoder = decoder_of(info);
  if (decoder->info.input_scan_number > decoder->limits.max_scans) jpeg_shim_raise(info, jpeg_shim_too_many_scans);
  // It is called before each part of the input is read. Nothing in the data of a scan is a fatal error, so that one
  // comes from the segments after a scan.
  if (decoder->state == before_scan) decoder->state = after_scan;
}

jpeg_shim_decoder *jpeg_shim_decoder_create(jpeg_shim_read read, void *context, jpeg_shim_limits limits) {
  jpeg_shim_decoder *decoder = calloc(1, sizeof *decoder);
  if (decoder == NULL) return NULL;
  decoder->read = read;
  decoder->context = context;
  decoder->limits = limits;
  decoder->whole_rows = -1;
  decoder->info.err = jpeg_shim_errors_install(&decoder->errors);
  decoder->errors.manager.emit_message = emit_message;
  decoder->info.client_data = decoder;
  if (setjmp(decoder->errors.jump)) {
    jpeg_shim_decoder_destroy(decoder);
    return NULL;
  }
  jpeg_create_decompress(&decoder->info);
  decoder->info.mem->max_memory_to_use = limits.max_memory > INT32_MAX ? INT32_MAX : (long)limits.max_memory;
  decoder->source.init_source = init_source;
  decoder->source.fill_input_buffer = fill_input_buffer;
  decoder->source.skip_input_data = skip_input_data;
  decoder->source.resync_to_restart = jpeg_resync_to_restart;
  decoder->source.term_source = term_source;
  decoder->info.src = &decoder->source;
  decoder->progress.progress_monitor = monitor_progress;
  decoder->info.progress = &decoder->progress;
  return decoder;
}

int jpeg_shim_keeps_scans(jpeg_shim_decoder *decoder) {
  if (decoder->state != after_scan || decoder->errors.status != jpeg_shim_invalid) return 0;
  // The library has already taken the size and the number of components of the second frame header.
  if (decoder->errors.manager.msg_code == JERR_SOF_DUPLICATE) return 0;
  decoder->state = after_damage;
  decoder->info.unread_marker = JPEG_EOI;
  if (!decoder->input_ended) {
    if (decoder->info.err->num_warnings == 0)
      memcpy(decoder->first_warning, decoder->errors.message, JMSG_LENGTH_MAX);
    decoder->info.err->num_warnings++;
  }
  return 1;
}

jpeg_shim_status jpeg_shim_decoder_start(jpeg_shim_decoder *decoder, jpeg_shim_decode_options options,
                                         jpeg_shim_picture *picture) {
  j_decompress_ptr info = &decoder->info;
  if (setjmp(decoder->errors.jump)) {
    if (!jpeg_shim_keeps_scans(decoder)) return decoder->errors.status;
    goto start;
  }
  jpeg_read_header(info, TRUE);
  decoder->scan_offset = offset_of(decoder);
  switch (info->jpeg_color_space) {
  case JCS_GRAYSCALE:
    info->out_color_space = JCS_GRAYSCALE;
    break;
  case JCS_RGB:
  case JCS_YCbCr:
    info->out_color_space = JCS_RGB;
    break;
  case JCS_CMYK:
  case JCS_YCCK:
    info->out_color_space = JCS_CMYK;
    break;
  default:
    ERREXIT(info, JERR_CONVERSION_NOTIMPL);
  }
  info->scale_num = 1;
  info->scale_denom = (unsigned int)options.scale_denominator;
  info->dct_method = JDCT_ISLOW;
  info->do_fancy_upsampling = TRUE;
  info->do_block_smoothing = options.dc_components == 0;
  if (options.dc_components != 0) jpeg_shim_dc_arrays_install(info, options.dc_components);
start:
  jpeg_start_decompress(info);
  picture->width = info->output_width;
  picture->height = info->output_height;
  picture->components = info->output_components;
  return jpeg_shim_ok;
}

/// All programs store CMYK inverted, with Adobe's marker and (comparable tools agree) without it.
static void invert_cmyk(j_decompress_ptr info, uint8_t *buffer, size_t count) {
  if (info->out_color_space != JCS_CMYK) return;
  for (size_t i = 0; i < count; i++) buffer[i] = (uint8_t)~buffer[i];
}

jpeg_shim_status jpeg_shim_decoder_read_rows(jpeg_shim_decoder *decoder, uint8_t *buffer, size_t stride,
                                             uint32_t max_rows, uint32_t *rows) {
  j_decompress_ptr info = &decoder->info;
  JDIMENSION first = info->output_scanline;
  *rows = 0;
  if (setjmp(decoder->errors.jump)) {
    // Rows that were finished before the failure are delivered.
    *rows = info->output_scanline - first;
    invert_cmyk(info, buffer, (size_t)*rows * stride);
    return decoder->errors.status;
  }
  while (info->output_scanline - first < max_rows && info->output_scanline < info->output_height) {
    JSAMPROW pointers[batch_rows];
    JDIMENSION done = info->output_scanline - first;
    JDIMENSION count = max_rows - done < batch_rows ? max_rows - done : batch_rows;
    for (JDIMENSION i = 0; i < count; i++) pointers[i] = buffer + (size_t)(done + i) * stride;
    jpeg_read_scanlines(info, pointers, count);
  }
  *rows = info->output_scanline - first;
  invert_cmyk(info, buffer, (size_t)*rows * stride);
  return jpeg_shim_ok;
}

jpeg_shim_warnings jpeg_shim_decoder_warnings(const jpeg_shim_decoder *decoder) {
  jpeg_shim_warnings warnings = {(int)decoder->errors.manager.num_warnings, decoder->first_warning,
                                 decoder->input_ended, decoder->whole_rows, decoder->lacks_detail,
                                 decoder->lacks_blocks};
  return warnings;
}

const char *jpeg_shim_decoder_message(const jpeg_shim_decoder *decoder) { return decoder->errors.message; }

void jpeg_shim_decoder_destroy(jpeg_shim_decoder *decoder) {
  if (decoder == NULL) return;
  if (setjmp(decoder->errors.jump) == 0) jpeg_destroy_decompress(&decoder->info);
  free(decoder);
}
