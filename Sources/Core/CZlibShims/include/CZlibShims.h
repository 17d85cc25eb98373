#ifndef CAMEO_CZLIB_SHIMS_H
#define CAMEO_CZLIB_SHIMS_H

#include <stddef.h>
#include <stdint.h>

/// Results of the functions below.
typedef enum {
  zlib_shim_ok = 0,
  zlib_shim_truncated = 1, ///< the input ends before the stream does
  zlib_shim_invalid = 2,   ///< the input is not a zlib stream
  zlib_shim_full = 3,      ///< the output does not fit into the buffer
  zlib_shim_no_memory = 4
} zlib_shim_status;

/// Inflates one zlib stream (RFC 1950) into a buffer. `*written` is always set. C: `inflate`.
zlib_shim_status zlib_shim_inflate(const uint8_t *input, size_t input_size, uint8_t *output, size_t output_size,
                                   size_t *written);

/// The largest possible size of the deflated bytes. C: `compressBound`.
size_t zlib_shim_bound(size_t input_size);

/// Deflates into one zlib stream at level 0...9. C: `compress2`.
zlib_shim_status zlib_shim_deflate(const uint8_t *input, size_t input_size, uint8_t *output, size_t output_size,
                                   int level, size_t *written);

/// A zlib stream that is written or read piece by piece. The corresponding C type is `z_stream`.
typedef struct zlib_shim_stream zlib_shim_stream;

/// A stream to write at level 0...9; NULL where there is no memory. C: `deflateInit`.
zlib_shim_stream *zlib_shim_deflater_create(int level);

/// A stream to read; NULL where there is no memory. C: `inflateInit`.
zlib_shim_stream *zlib_shim_inflater_create(void);

/// Deflates a piece of input into a piece of output. `*taken` and `*written` are always set. Repeat the call with the
/// rest of the input while the output is filled completely, and with `finish` until `*ended`. C: `deflate`.
zlib_shim_status zlib_shim_deflater_step(zlib_shim_stream *stream, const uint8_t *input, size_t input_size,
                                         uint8_t *output, size_t output_size, int finish, size_t *taken,
                                         size_t *written, int *ended);

/// Inflates a piece of input into a piece of output. `*ended` means that the stream has ended with a correct check
/// value. C: `inflate`.
zlib_shim_status zlib_shim_inflater_step(zlib_shim_stream *stream, const uint8_t *input, size_t input_size,
                                         uint8_t *output, size_t output_size, size_t *taken, size_t *written,
                                         int *ended);

/// Continues a CRC-32: `crc` is that of the preceding bytes, or 0 if there are none. C: `crc32_z`.
uint32_t zlib_shim_crc32(uint32_t crc, const uint8_t *bytes, size_t size);

void zlib_shim_deflater_destroy(zlib_shim_stream *stream);
void zlib_shim_inflater_destroy(zlib_shim_stream *stream);

#endif
