#include "jpeg_coefficient_file.h"
#include "jpeg_errors.h"

#include <stdlib.h>
#include <string.h>

enum { output_size = 65536 };

struct jpeg_shim_encoder {
  struct jpeg_compress_struct info;
  jpeg_shim_errors errors;
  struct jpeg_destination_mgr destination;
  jpeg_shim_write write;
  void *context;
  uint8_t *inverted_row; ///< for CMYK
  jpeg_shim_coefficient_file file; ///< used if the coefficients are in a file
  uint8_t output[output_size];
};

jpeg_shim_coefficient_file *jpeg_shim_file_of(j_common_ptr info) {
  return &((jpeg_shim_encoder *)info->client_data)->file;
}

static jpeg_shim_encoder *encoder_of(j_compress_ptr info) { return (jpeg_shim_encoder *)info->client_data; }

static void reset(j_compress_ptr info) {
  info->dest->next_output_byte = encoder_of(info)->output;
  info->dest->free_in_buffer = output_size;
}

static void write_out(j_compress_ptr info, size_t count) {
  jpeg_shim_encoder *encoder = encoder_of(info);
  if (count > 0 && encoder->write(encoder->context, encoder->output, count) != 0) {
    jpeg_shim_raise((j_common_ptr)info, jpeg_shim_callback_failed);
  }
  reset(info);
}

static boolean empty_output_buffer(j_compress_ptr info) {
  // libjpeg requires that the whole buffer is written, for any value of `free_in_buffer`.
  write_out(info, output_size);
  return TRUE;
}

static void term_destination(j_compress_ptr info) { write_out(info, output_size - info->dest->free_in_buffer); }

jpeg_shim_encoder *jpeg_shim_encoder_create(jpeg_shim_write write, void *context) {
  jpeg_shim_encoder *encoder = calloc(1, sizeof *encoder);
  if (encoder == NULL) return NULL;
  encoder->write = write;
  encoder->context = context;
  encoder->info.err = jpeg_shim_errors_install(&encoder->errors);
  encoder->info.client_data = encoder;
  if (setjmp(encoder->errors.jump)) {
    jpeg_shim_encoder_destroy(encoder);
    return NULL;
  }
  jpeg_create_compress(&encoder->info);
  encoder->destination.init_destination = reset;
  encoder->destination.empty_output_buffer = empty_output_buffer;
  encoder->destination.term_destination = term_destination;
  encoder->info.dest = &encoder->destination;
  return encoder;
}

/// Sets a quantization table from 64 steps in zigzag order. Larger steps than 255 become 255, as baseline files
/// require.
static void add_table(j_compress_ptr info, int number, const uint16_t *steps) {
  /// The position of each coefficient in its block: ITU-T T.81, figure A.6.
  static const uint8_t natural_order[DCTSIZE2] = {
      0,  1,  8,  16, 9,  2,  3,  10, 17, 24, 32, 25, 18, 11, 4,  5,  12, 19, 26, 33, 40, 48,
      41, 34, 27, 20, 13, 6,  7,  14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23,
      30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63};
  unsigned int table[DCTSIZE2];
  for (int i = 0; i < DCTSIZE2; i++) table[natural_order[i]] = steps[i];
  jpeg_add_quant_table(info, number, table, 100, TRUE);
}

jpeg_shim_status jpeg_shim_encoder_start(jpeg_shim_encoder *encoder, const jpeg_shim_encode_options *options) {
  j_compress_ptr info = &encoder->info;
  if (options->components == 4 && encoder->inverted_row == NULL) {
    encoder->inverted_row = malloc((size_t)options->width * 4);
    if (encoder->inverted_row == NULL) return jpeg_shim_no_memory;
  }
  if (setjmp(encoder->errors.jump)) return encoder->errors.status;
  if (options->coefficient_file >= 0) {
    encoder->file.descriptor = options->coefficient_file;
    jpeg_shim_install_file(&encoder->file, (j_common_ptr)info);
  }
  info->image_width = options->width;
  info->image_height = options->height;
  info->input_components = options->components;
  info->in_color_space = options->components == 1 ? JCS_GRAYSCALE : options->components == 3 ? JCS_RGB : JCS_CMYK;
  jpeg_set_defaults(info);
  if (options->luma_steps == NULL) {
    jpeg_set_quality(info, options->quality, TRUE);
  } else {
    add_table(info, 0, options->luma_steps);
    add_table(info, 1, options->chroma_steps);
  }
  info->dct_method = JDCT_ISLOW;
  if (options->components == 3) {
    info->comp_info[0].h_samp_factor = options->horizontal_sampling;
    info->comp_info[0].v_samp_factor = options->vertical_sampling;
  }
  info->optimize_coding = options->optimizes_tables ? TRUE : FALSE;
  if (options->progressive) jpeg_simple_progression(info);
  info->density_unit = (UINT8)options->density_unit;
  info->X_density = options->x_density;
  info->Y_density = options->y_density;
  jpeg_start_compress(info, TRUE);
  return jpeg_shim_ok;
}

jpeg_shim_status jpeg_shim_encoder_write_segment(jpeg_shim_encoder *encoder, int marker, const uint8_t *head,
                                                 size_t head_size, const uint8_t *tail, size_t tail_size) {
  if (setjmp(encoder->errors.jump)) return encoder->errors.status;
  jpeg_write_m_header(&encoder->info, marker, (unsigned int)(head_size + tail_size));
  for (size_t i = 0; i < head_size; i++) jpeg_write_m_byte(&encoder->info, head[i]);
  for (size_t i = 0; i < tail_size; i++) jpeg_write_m_byte(&encoder->info, tail[i]);
  return jpeg_shim_ok;
}

jpeg_shim_status jpeg_shim_encoder_write_rows(jpeg_shim_encoder *encoder, const uint8_t *rows, uint32_t count) {
  if (setjmp(encoder->errors.jump)) return encoder->errors.status;
  size_t stride = (size_t)encoder->info.image_width * (size_t)encoder->info.input_components;
  for (uint32_t row = 0; row < count; row++) {
    const uint8_t *pixels = rows + (size_t)row * stride;
    if (encoder->inverted_row != NULL) {
      for (size_t i = 0; i < stride; i++) encoder->inverted_row[i] = (uint8_t)~pixels[i];
      pixels = encoder->inverted_row;
    }
    JSAMPROW pointer = (JSAMPROW)pixels;
    jpeg_write_scanlines(&encoder->info, &pointer, 1);
  }
  return jpeg_shim_ok;
}

jpeg_shim_status jpeg_shim_encoder_finish(jpeg_shim_encoder *encoder) {
  if (setjmp(encoder->errors.jump)) return encoder->errors.status;
  jpeg_finish_compress(&encoder->info);
  return jpeg_shim_ok;
}

const char *jpeg_shim_encoder_message(const jpeg_shim_encoder *encoder) { return encoder->errors.message; }

void jpeg_shim_encoder_destroy(jpeg_shim_encoder *encoder) {
  if (encoder == NULL) return;
  if (setjmp(encoder->errors.jump) == 0) jpeg_destroy_compress(&encoder->info);
  free(encoder->inverted_row);
  free(encoder);
}
