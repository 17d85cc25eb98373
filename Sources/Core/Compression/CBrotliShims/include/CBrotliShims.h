#ifndef CAMEO_CBROTLI_SHIMS_H
#define CAMEO_CBROTLI_SHIMS_H

#include <stddef.h>
#include <stdint.h>

/// Loads libbrotlidec unless that was done before. Any thread may call it. Returns NULL on success, otherwise the
/// loader's message; the other function may not be called then.
const char *brotli_shim_load(void);

typedef enum {
  brotli_shim_ok,
  brotli_shim_damaged,  ///< the input is cut short, or not a Brotli stream
  brotli_shim_full,     ///< the output does not fit into the buffer
  brotli_shim_no_memory
} brotli_shim_status;

/// Decompresses one Brotli stream (RFC 7932) into a buffer. `*written` is always set. Bytes after the end of the
/// stream are ignored. C: `BrotliDecoderDecompressStream`.
brotli_shim_status brotli_shim_decompress(
    const uint8_t *input, size_t input_size, uint8_t *output, size_t output_size, size_t *written);

#endif
