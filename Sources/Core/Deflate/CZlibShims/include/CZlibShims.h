#ifndef CAMEO_CZLIB_SHIMS_H
#define CAMEO_CZLIB_SHIMS_H

#include <stddef.h>
#include <stdint.h>

/// Results of the functions below.
typedef enum {
  zlib_shim_ok = 0,
  zlib_shim_truncated = 1, ///< the input ends before the stream does
  zlib_shim_invalid = 2,   ///< the input is no zlib stream
  zlib_shim_full = 3,      ///< the output is longer than the room for it
  zlib_shim_no_memory = 4
} zlib_shim_status;

/// Inflates one zlib stream (RFC 1950) into a buffer. `*written` is set whatever the result. C: `inflate`.
zlib_shim_status zlib_shim_inflate(const uint8_t *input, size_t input_size, uint8_t *output, size_t output_size,
                                   size_t *written);

/// The most bytes that deflating can give. C: `compressBound`.
size_t zlib_shim_bound(size_t input_size);

/// Deflates into one zlib stream at level 0...9. C: `compress2`.
zlib_shim_status zlib_shim_deflate(const uint8_t *input, size_t input_size, uint8_t *output, size_t output_size,
                                   int level, size_t *written);

/// A zlib stream that is made or read piece by piece. The corresponding C type is `z_stream`.
typedef struct zlib_shim_stream zlib_shim_stream;

/// A stream to write at level 0...9; NULL where there is no memory. C: `deflateInit`.
zlib_shim_stream *zlib_shim_deflater_create(int level);

/// A stream to read; NULL where there is no memory. C: `inflateInit`.
zlib_shim_stream *zlib_shim_inflater_create(void);

/// Deflates a piece of input into a piece of output. `*taken` and `*written` are set whatever the result; the call is
/// repeated with what is left while the output is filled to its end. With `finish` it is repeated until `*ended`.
/// C: `deflate`.
zlib_shim_status zlib_shim_deflater_step(zlib_shim_stream *stream, const uint8_t *input, size_t input_size,
                                         uint8_t *output, size_t output_size, int finish, size_t *taken,
                                         size_t *written, int *ended);

/// Inflates a piece of input into a piece of output. `*ended` says that the stream has come to its end and that its check
/// value is right. C: `inflate`.
zlib_shim_status zlib_shim_inflater_step(zlib_shim_stream *stream, const uint8_t *input, size_t input_size,
                                         uint8_t *output, size_t output_size, size_t *taken, size_t *written,
                                         int *ended);

void zlib_shim_deflater_destroy(zlib_shim_stream *stream);
void zlib_shim_inflater_destroy(zlib_shim_stream *stream);

#endif
