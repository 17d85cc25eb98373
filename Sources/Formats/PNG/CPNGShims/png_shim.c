#include "png_shim_state.h"

#include <stdlib.h>
#include <string.h>

void png_shim_keep(char *place, const char *text) {
  size_t length = strnlen(text, PNG_SHIM_TEXT_SIZE - 1);
  memcpy(place, text, length);
  place[length] = 0;
}

static void on_error(png_structp png, png_const_charp text) {
  png_shim_state *state = png_get_error_ptr(png);
  png_shim_keep(state->message, text);
  longjmp(state->jump, 1);
}

static void on_warning(png_structp png, png_const_charp text) {
  png_shim_state *state = png_get_error_ptr(png);
  if (state->warnings == 0) png_shim_keep(state->warning, text);
  state->warnings += 1;
  if (state->max_warnings > 0 && state->warnings > state->max_warnings) png_error(png, "too many warnings");
}

static void on_read(png_structp png, png_bytep buffer, size_t count) {
  png_shim_reader *reader = png_get_io_ptr(png);
  ptrdiff_t got = reader->read(reader->context, buffer, count);
  if (got < 0) {
    reader->state.callback_failed = true;
    png_error(png, "cannot read");
  }
  if ((size_t)got < count) png_error(png, "unexpected end of file");
}

png_shim_reader *png_shim_reader_create(png_shim_read read, void *context, uint32_t max_axis, int max_warnings) {
  png_shim_reader *reader = calloc(1, sizeof *reader);
  if (reader == NULL) return NULL;
  reader->read = read;
  reader->context = context;
  reader->state.max_warnings = max_warnings;
  if (setjmp(reader->state.jump)) {
    png_shim_reader_destroy(reader);
    return NULL;
  }
  reader->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &reader->state, on_error, on_warning);
  if (reader->png != NULL) reader->info = png_create_info_struct(reader->png);
  if (reader->info == NULL) {
    png_shim_reader_destroy(reader);
    return NULL;
  }
  png_set_read_fn(reader->png, reader, on_read);
  png_set_user_limits(reader->png, max_axis, max_axis);
  png_set_compression_buffer_size(reader->png, 1 << 16);
  // The pixels need IHDR, PLTE, tRNS and IDAT only. Everything else is read by our own code, with limits, and libpng's
  // parsers of it never run.
  static const png_byte unwanted[] = "bKGD\0cHRM\0eXIf\0gAMA\0hIST\0iCCP\0iTXt\0oFFs\0pCAL\0pHYs\0"
                                     "sBIT\0sCAL\0sPLT\0sRGB\0sTER\0tEXt\0tIME\0zTXt";
  png_set_keep_unknown_chunks(reader->png, PNG_HANDLE_CHUNK_NEVER, unwanted, (int)(sizeof unwanted / 5));
  return reader;
}

void png_shim_reader_destroy(png_shim_reader *reader) {
  if (reader->png != NULL) png_destroy_read_struct(&reader->png, &reader->info, NULL);
  free(reader);
}

static png_shim_status failure(const png_shim_state *state) {
  return state->callback_failed ? png_shim_callback : png_shim_failed;
}

png_shim_status png_shim_reader_open(png_shim_reader *reader, bool is_apple_variant, png_shim_picture *picture) {
  if (setjmp(reader->state.jump)) return failure(&reader->state);
  png_structp png = reader->png;
  png_infop info = reader->info;
  // Such a file has no checksum of its data. Newer builds of libpng have no option, and give a warning.
#ifdef PNG_IGNORE_ADLER32
  if (is_apple_variant) png_set_option(png, PNG_IGNORE_ADLER32, PNG_OPTION_ON);
#endif
  png_read_info(png, info);
  const png_byte color_type = png_get_color_type(png, info);
  if (is_apple_variant && color_type != PNG_COLOR_TYPE_PALETTE) png_set_bgr(png);
  png_set_expand(png);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  png_set_swap(png);
#endif
  png_set_interlace_handling(png);
  png_read_update_info(png, info);
  picture->width = png_get_image_width(png, info);
  picture->height = png_get_image_height(png, info);
  picture->channels = png_get_channels(png, info);
  picture->bit_depth = png_get_bit_depth(png, info);
  picture->interlaced = png_get_interlace_type(png, info) != PNG_INTERLACE_NONE;
  picture->row_bytes = png_get_rowbytes(png, info);
  reader->height = picture->height;
  reader->row_bytes = picture->row_bytes;
  // PNGStructure reports defects of the header; only warnings about the pixels count here.
  reader->state.warnings = 0;
  return png_shim_ok;
}

png_shim_status png_shim_reader_rows(png_shim_reader *reader, uint8_t *rows, uint32_t count, uint32_t *done) {
  *done = 0;
  const uint32_t first = png_get_current_row_number(reader->png);
  if (first >= reader->height) return png_shim_ok;
  const uint32_t wanted = count < reader->height - first ? count : reader->height - first;
  if (setjmp(reader->state.jump)) {
    // libpng counts a row when it has been handed out, even if what follows the last one is damaged.
    *done = png_get_current_row_number(reader->png) - first;
    return failure(&reader->state);
  }
  for (uint32_t i = 0; i < wanted; i++) {
    png_read_row(reader->png, rows + (size_t)i * reader->row_bytes, NULL);
  }
  *done = wanted;
  return png_shim_ok;
}

png_shim_status png_shim_reader_pass(png_shim_reader *reader, uint8_t *picture, int pass, uint32_t *done) {
  *done = pass > 0 ? reader->height : 0;
  if (setjmp(reader->state.jump)) {
    if (pass == 0) *done = png_get_current_row_number(reader->png);
    return failure(&reader->state);
  }
  for (uint32_t y = 0; y < reader->height; y++) {
    png_read_row(reader->png, NULL, picture + (size_t)y * reader->row_bytes);
  }
  *done = reader->height;
  return png_shim_ok;
}

png_shim_status png_shim_reader_end(png_shim_reader *reader) {
  if (setjmp(reader->state.jump)) return failure(&reader->state);
  png_read_end(reader->png, NULL);
  return png_shim_ok;
}

const char *png_shim_reader_message(const png_shim_reader *reader) { return reader->state.message; }
int png_shim_reader_warnings(const png_shim_reader *reader) { return reader->state.warnings; }
const char *png_shim_reader_warning(const png_shim_reader *reader) { return reader->state.warning; }

static void on_write(png_structp png, png_bytep bytes, size_t count) {
  png_shim_writer *writer = png_get_io_ptr(png);
  if (writer->write(writer->context, bytes, count) == 0) {
    writer->state.callback_failed = true;
    png_error(png, "cannot write");
  }
}

static void on_flush(png_structp png) { (void)png; }

png_shim_writer *png_shim_writer_create(png_shim_write write, void *context) {
  png_shim_writer *writer = calloc(1, sizeof *writer);
  if (writer == NULL) return NULL;
  writer->write = write;
  writer->context = context;
  if (setjmp(writer->state.jump)) {
    png_shim_writer_destroy(writer);
    return NULL;
  }
  writer->png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &writer->state, on_error, on_warning);
  if (writer->png != NULL) writer->info = png_create_info_struct(writer->png);
  if (writer->info == NULL) {
    png_shim_writer_destroy(writer);
    return NULL;
  }
  png_set_write_fn(writer->png, writer, on_write, on_flush);
  return writer;
}

void png_shim_writer_destroy(png_shim_writer *writer) {
  if (writer->png != NULL) png_destroy_write_struct(&writer->png, &writer->info);
  free(writer);
}

png_shim_status png_shim_writer_begin(png_shim_writer *writer, const png_shim_header *header) {
  if (setjmp(writer->state.jump)) return failure(&writer->state);
  png_structp png = writer->png;
  png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_compression_level(png, header->level);
  png_set_compression_buffer_size(png, 1 << 16);
  png_set_filter(png, PNG_FILTER_TYPE_BASE, header->filtered ? PNG_ALL_FILTERS : PNG_FILTER_NONE);
  png_set_IHDR(png, writer->info, header->width, header->height, header->bit_depth, header->color_type,
               header->interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_BASE,
               PNG_FILTER_TYPE_BASE);
  if (header->palette_count > 0) {
    png_color colors[PNG_MAX_PALETTE_LENGTH];
    for (int i = 0; i < header->palette_count && i < PNG_MAX_PALETTE_LENGTH; i++) {
      colors[i].red = header->palette[3 * i];
      colors[i].green = header->palette[3 * i + 1];
      colors[i].blue = header->palette[3 * i + 2];
    }
    png_set_PLTE(png, writer->info, colors, header->palette_count);
    if (header->palette_alpha_count > 0) {
      png_set_tRNS(png, writer->info, header->palette_alpha, header->palette_alpha_count, NULL);
    }
  }
  png_write_info_before_PLTE(png, writer->info);
  writer->bit_depth = header->bit_depth;
  writer->interlaced = header->interlaced;
  writer->height = header->height;
  return png_shim_ok;
}

png_shim_status png_shim_writer_chunk(png_shim_writer *writer, const char *type, const uint8_t *bytes, size_t count) {
  if (setjmp(writer->state.jump)) return failure(&writer->state);
  png_write_chunk(writer->png, (png_const_bytep)type, bytes, count);
  return png_shim_ok;
}

png_shim_status png_shim_writer_palette(png_shim_writer *writer) {
  if (setjmp(writer->state.jump)) return failure(&writer->state);
  png_write_info(writer->png, writer->info);
  if (writer->bit_depth < 8) png_set_packing(writer->png);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  if (writer->bit_depth == 16) png_set_swap(writer->png);
#endif
  if (writer->interlaced) png_set_interlace_handling(writer->png);
  return png_shim_ok;
}

png_shim_status png_shim_writer_rows(png_shim_writer *writer, const uint8_t *rows, size_t stride, uint32_t count) {
  if (setjmp(writer->state.jump)) return failure(&writer->state);
  for (uint32_t i = 0; i < count; i++) png_write_row(writer->png, rows + (size_t)i * stride);
  return png_shim_ok;
}

png_shim_status png_shim_writer_picture(png_shim_writer *writer, const uint8_t *rows, size_t stride) {
  if (setjmp(writer->state.jump)) return failure(&writer->state);
  int passes = writer->interlaced ? PNG_INTERLACE_ADAM7_PASSES : 1;
  for (int pass = 0; pass < passes; pass++) {
    for (uint32_t y = 0; y < writer->height; y++) png_write_row(writer->png, rows + (size_t)y * stride);
  }
  return png_shim_ok;
}

png_shim_status png_shim_writer_end(png_shim_writer *writer) {
  if (setjmp(writer->state.jump)) return failure(&writer->state);
  png_write_end(writer->png, NULL);
  return png_shim_ok;
}

