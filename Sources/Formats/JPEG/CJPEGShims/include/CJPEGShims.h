#ifndef CAMEO_CJPEG_SHIMS_H
#define CAMEO_CJPEG_SHIMS_H

#include <stddef.h>
#include <stdint.h>

/// Results of the functions below. Every function arms `setjmp`, does its step and disarms; none prints.
typedef enum {
  jpeg_shim_ok = 0,
  jpeg_shim_invalid = 1,         ///< the library refuses the data; the handle has the reason
  jpeg_shim_unsupported = 2,     ///< the library does not support this; the handle has the reason
  jpeg_shim_callback_failed = 3, ///< a callback returned -1; the caller knows why
  jpeg_shim_too_many_scans = 4,  ///< more scans than the limit
  jpeg_shim_no_memory = 5,       ///< no memory, or more than the limit
  jpeg_shim_no_coefficient_file = 6 ///< the file of the coefficients cannot be used; `errno` says why
} jpeg_shim_status;

/// Fills a buffer with the next bytes; gives their number, 0 at the end, -1 on failure.
typedef ptrdiff_t (*jpeg_shim_read)(void *context, uint8_t *buffer, size_t size);

/// Takes bytes; gives 0, or -1 on failure.
typedef int (*jpeg_shim_write)(void *context, const uint8_t *bytes, size_t size);

/// A decompressor with its input buffer. Used by one thread at a time.
typedef struct jpeg_shim_decoder jpeg_shim_decoder;

typedef struct {
  size_t max_memory; ///< bytes that coefficient arrays may take
  int max_scans;
} jpeg_shim_limits;

typedef struct {
  int scale_denominator; ///< 1, 2, 4 or 8
  /// Bit n: of component n the input has only the scans of DC, deliberately. Blocks that seem unfinished are not
  /// smoothed then. 0 for a whole file.
  uint32_t dc_components;
} jpeg_shim_decode_options;

typedef struct {
  uint32_t width;  ///< of the rows that are delivered
  uint32_t height;
  int components; ///< 1 (gray), 3 (RGB) or 4 (CMYK, 0 is no ink)
} jpeg_shim_picture;

typedef struct {
  int count;
  const char *first; ///< what the first one says, in our words; "" if the input ended or there is none
  /// Whether the input ended before the EOI marker.
  int input_ended;
  /// The number of complete rows when data was first found missing; -1 if no data is missing. Of several scans only the
  /// first one counts.
  int32_t whole_rows;
  /// Whether these are the rows of the first of several scans, which lack detail.
  int lacks_detail;
  /// Whether the first scan ends before its first blocks (MCU).
  int lacks_blocks;
} jpeg_shim_warnings;

/// A decoder that reads through a callback; NULL where there is no memory. The context must outlive it.
/// C: `jpeg_create_decompress`.
jpeg_shim_decoder *jpeg_shim_decoder_create(jpeg_shim_read read, void *context, jpeg_shim_limits limits);

/// Reads the header and begins to decode; for files with several scans this reads all of them.
/// C: `jpeg_read_header`, `jpeg_start_decompress`.
jpeg_shim_status jpeg_shim_decoder_start(jpeg_shim_decoder *decoder, jpeg_shim_decode_options options,
                                         jpeg_shim_picture *picture);

/// Decodes up to `max_rows` rows of `stride` bytes. `*rows` is their number, 0 after the last. C:
/// `jpeg_read_scanlines`.
jpeg_shim_status jpeg_shim_decoder_read_rows(jpeg_shim_decoder *decoder, uint8_t *buffer, size_t stride,
                                             uint32_t max_rows, uint32_t *rows);

/// The library's warnings so far. The text lives as long as the decoder.
jpeg_shim_warnings jpeg_shim_decoder_warnings(const jpeg_shim_decoder *decoder);

/// The reason for the last failure, in our words; "" if there is none. The text lives as long as the decoder.
const char *jpeg_shim_decoder_message(const jpeg_shim_decoder *decoder);

/// Frees everything; NULL is allowed. C: `jpeg_destroy_decompress`.
void jpeg_shim_decoder_destroy(jpeg_shim_decoder *decoder);

/// A compressor with its output buffer. Used by one thread at a time.
typedef struct jpeg_shim_encoder jpeg_shim_encoder;

typedef struct {
  uint32_t width;
  uint32_t height;
  int components; ///< 1 (gray), 3 (RGB, stored as YCbCr) or 4 (CMYK, 0 is no ink, stored inverted with Adobe's marker)
  int quality;    ///< 1...100; used where `luma_steps` is NULL
  /// 64 steps in zigzag order, of luma (and of all components without chroma) and of chroma. Both are given, or
  /// neither.
  const uint16_t *luma_steps;
  const uint16_t *chroma_steps;
  int horizontal_sampling; ///< of luma against chroma: 1, 2 or 4
  int vertical_sampling;
  int progressive;
  int optimizes_tables;
  int density_unit; ///< of the JFIF segment: 0 none, 1 inch, 2 centimetre
  uint16_t x_density;
  uint16_t y_density;
  int coefficient_file; ///< a descriptor of an empty file that keeps the coefficients; -1: they are in memory
} jpeg_shim_encode_options;

/// An encoder that writes through a callback; NULL where there is no memory. The context must outlive it.
/// C: `jpeg_create_compress`.
jpeg_shim_encoder *jpeg_shim_encoder_create(jpeg_shim_write write, void *context);

/// Writes the first segments. C: `jpeg_set_defaults`, `jpeg_set_quality`, `jpeg_add_quant_table`,
/// `jpeg_start_compress`.
jpeg_shim_status jpeg_shim_encoder_start(jpeg_shim_encoder *encoder, const jpeg_shim_encode_options *options);

/// How the blocks of a picture are moved. A unit is the block of pixels that the components share: 16x16 at 4:2:0.
typedef struct {
  int swaps_axes; ///< whether the coordinates are exchanged first; the others are along the stored axes
  int mirrors_x;
  int mirrors_y;
  uint32_t left; ///< units of the turned picture that are left out
  uint32_t top;
} jpeg_shim_turn;

/// Reads the header and all coefficients instead of pixels. C: `jpeg_read_header`, `jpeg_read_coefficients`.
jpeg_shim_status jpeg_shim_decoder_read_coefficients(jpeg_shim_decoder *decoder);

/// Begins a file with the moved blocks of another one, whose coefficients have been read. It uses the size, the density
/// and `progressive` of the options; a progressive file stays progressive. Then segments may be written, and `finish`
/// follows; there are no rows. C: `jpeg_copy_critical_parameters`, `jpeg_write_coefficients`.
jpeg_shim_status jpeg_shim_encoder_start_turned(jpeg_shim_encoder *encoder, jpeg_shim_decoder *decoder,
                                                const jpeg_shim_turn *turn, const jpeg_shim_encode_options *options);

/// Writes a segment of at most 65,533 bytes, after `start` and before any row: `head` and then `tail`.
/// C: `jpeg_write_m_header`, `jpeg_write_m_byte`.
jpeg_shim_status jpeg_shim_encoder_write_segment(jpeg_shim_encoder *encoder, int marker, const uint8_t *head,
                                                 size_t head_size, const uint8_t *tail, size_t tail_size);

/// Writes rows of width * components bytes. C: `jpeg_write_scanlines`.
jpeg_shim_status jpeg_shim_encoder_write_rows(jpeg_shim_encoder *encoder, const uint8_t *rows, uint32_t count);

/// Ends the file; all rows must have been written. C: `jpeg_finish_compress`.
jpeg_shim_status jpeg_shim_encoder_finish(jpeg_shim_encoder *encoder);

/// The reason for the last failure, in our words; "" if there is none. The text lives as long as the encoder.
const char *jpeg_shim_encoder_message(const jpeg_shim_encoder *encoder);

/// Frees everything; NULL is allowed. C: `jpeg_destroy_compress`.
void jpeg_shim_encoder_destroy(jpeg_shim_encoder *encoder);

#endif
