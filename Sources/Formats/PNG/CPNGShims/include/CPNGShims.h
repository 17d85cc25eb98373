#ifndef CAMEO_CPNG_SHIMS_H
#define CAMEO_CPNG_SHIMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Each function below is one step with libpng: it arms setjmp, makes the whole sequence of calls, and returns a status.
// libpng's message for a failure is kept in the handle; nothing is printed. Callbacks return a status, and the
// error is raised by the C code after they have returned.

/// Results of the functions below.
typedef enum {
  png_shim_ok = 0,
  png_shim_failed = 1,  ///< libpng failed; `*_message` has its message
  png_shim_callback = 2 ///< the callback reported a failure
} png_shim_status;

/// Fills a buffer; returns the number of bytes, less than `count` only at the end, or -1 for a failure.
typedef ptrdiff_t (*png_shim_read)(void *context, uint8_t *buffer, size_t count);

/// Takes bytes; returns 1, or 0 for a failure.
typedef int (*png_shim_write)(void *context, const uint8_t *bytes, size_t count);

/// The picture as the rows will be delivered: 8 or 16 bits a sample in the machine's byte order, palettes and
/// transparent colours expanded.
typedef struct {
  uint32_t width;
  uint32_t height;
  uint8_t channels;
  uint8_t bit_depth;
  bool interlaced;
  size_t row_bytes;
} png_shim_picture;

typedef struct png_shim_reader png_shim_reader;

/// A reader over a callback, or NULL without memory. C: `png_create_read_struct`.
png_shim_reader *png_shim_reader_create(png_shim_read read, void *context, uint32_t max_axis, int max_warnings);
void png_shim_reader_destroy(png_shim_reader *reader);

/// Reads the header and prepares for rows. For Apple's variant, the check value of the image data is ignored, and blue
/// and red are exchanged. C: `png_read_info`, `png_read_update_info`; `png_set_option`, `png_set_bgr`.
png_shim_status png_shim_reader_open(png_shim_reader *reader, bool is_apple_variant, png_shim_picture *picture);

/// Reads up to `count` rows of a picture that is not interlaced. `*done` is always set. C: `png_read_row`.
png_shim_status png_shim_reader_rows(png_shim_reader *reader, uint8_t *rows, uint32_t count, uint32_t *done);

/// Reads one pass, 0 to 6 in turn, of an interlaced picture into the whole picture, each pixel as a block of the
/// pass's size. `*done` is the number of rows from the top that have been touched by any pass. C: `png_read_row`.
png_shim_status png_shim_reader_pass(png_shim_reader *reader, uint8_t *picture, int pass, uint32_t *done);

/// Reads what follows the last row, up to IEND. C: `png_read_end`.
png_shim_status png_shim_reader_end(png_shim_reader *reader);

const char *png_shim_reader_message(const png_shim_reader *reader);
/// The number of warnings, and the text of the first.
int png_shim_reader_warnings(const png_shim_reader *reader);
const char *png_shim_reader_warning(const png_shim_reader *reader);

/// Undoes the filter of a row: `count` bytes of pixels of `pixel_size` bytes, 1 to 4. `above` is the row above, zeros
/// for the first row; `row` and `filtered` are different memory. False for a filter that does not exist.
/// PNG third edition, 9.2.
bool png_shim_unfilter(uint8_t filter, uint8_t *row, const uint8_t *filtered, const uint8_t *above, size_t count,
                       size_t pixel_size);

/// A picture to write. Samples of 1, 2 and 4 bits come as one byte each.
typedef struct {
  uint32_t width;
  uint32_t height;
  uint8_t bit_depth;
  uint8_t color_type; ///< as in IHDR
  bool interlaced;
  bool filtered; ///< adaptive row filters; otherwise none
  int level;     ///< zlib's 0...9
  const uint8_t *palette; ///< RGB triples, with colour type 3
  int palette_count;
  const uint8_t *palette_alpha; ///< may be shorter than the palette, or NULL
  int palette_alpha_count;
} png_shim_header;

typedef struct png_shim_writer png_shim_writer;

/// A writer over a callback, or NULL without memory. C: `png_create_write_struct`.
png_shim_writer *png_shim_writer_create(png_shim_write write, void *context);
void png_shim_writer_destroy(png_shim_writer *writer);

/// Writes the signature and IHDR. C: `png_write_info_before_PLTE`.
png_shim_status png_shim_writer_begin(png_shim_writer *writer, const png_shim_header *header);

/// Writes an ancillary chunk, between `begin` and `palette`. C: `png_write_chunk`.
png_shim_status png_shim_writer_chunk(png_shim_writer *writer, const char *type, const uint8_t *bytes, size_t count);

/// Ends the header: writes PLTE and tRNS where there is a palette. C: `png_write_info`.
png_shim_status png_shim_writer_palette(png_shim_writer *writer);

/// Writes rows of a picture that is not interlaced. C: `png_write_row`.
png_shim_status png_shim_writer_rows(png_shim_writer *writer, const uint8_t *rows, size_t stride, uint32_t count);

/// Writes a whole picture, in seven passes where it is interlaced. C: `png_write_image`.
png_shim_status png_shim_writer_picture(png_shim_writer *writer, const uint8_t *rows, size_t stride);

/// Ends the file. C: `png_write_end`.
png_shim_status png_shim_writer_end(png_shim_writer *writer);

#endif
