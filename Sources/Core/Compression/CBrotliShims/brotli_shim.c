#include "CBrotliShims.h"

#include <CLazyBinding.h>
#include <brotli/decode.h>

// The functions of libbrotlidec that are called.
#define BROTLI_FUNCTIONS(X) \
  X(BrotliDecoderCreateInstance) \
  X(BrotliDecoderDecompressStream) \
  X(BrotliDecoderDestroyInstance)

static struct { BROTLI_FUNCTIONS(LAZY_POINTER) } lib;
static lazy_library libbrotlidec = LAZY_LIBRARY("libbrotlidec.so.1", lib, BROTLI_FUNCTIONS);

const char *brotli_shim_load(void) { return lazy_bind(&libbrotlidec); }

brotli_shim_status brotli_shim_decompress(
    const uint8_t *input, size_t input_size, uint8_t *output, size_t output_size, size_t *written) {
  *written = 0;
  BrotliDecoderState *state = lib.BrotliDecoderCreateInstance(NULL, NULL, NULL);
  if (!state) return brotli_shim_no_memory;
  BrotliDecoderResult result = lib.BrotliDecoderDecompressStream(
      state, &input_size, &input, &output_size, &output, written);
  lib.BrotliDecoderDestroyInstance(state);
  switch (result) {
    case BROTLI_DECODER_RESULT_SUCCESS: return brotli_shim_ok;
    case BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT: return brotli_shim_full;
    default: return brotli_shim_damaged;
  }
}
