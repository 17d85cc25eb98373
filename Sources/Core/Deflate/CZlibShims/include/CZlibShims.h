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

#endif
