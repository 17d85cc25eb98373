#include "CZlibShims.h"

#include <limits.h>
#include <string.h>
#include <zlib.h>

zlib_shim_status zlib_shim_inflate(const uint8_t *input, size_t input_size, uint8_t *output, size_t output_size,
                                   size_t *written) {
  *written = 0;
  if (input_size > UINT_MAX || output_size > UINT_MAX) return zlib_shim_full;
  z_stream stream;
  memset(&stream, 0, sizeof stream);
  if (inflateInit(&stream) != Z_OK) return zlib_shim_no_memory;
  stream.next_in = (Bytef *)input;
  stream.avail_in = (uInt)input_size;
  stream.next_out = output;
  stream.avail_out = (uInt)output_size;
  int status = inflate(&stream, Z_FINISH);
  *written = output_size - stream.avail_out;
  zlib_shim_status result;
  if (status == Z_STREAM_END) {
    result = zlib_shim_ok;
  } else if (status == Z_MEM_ERROR) {
    result = zlib_shim_no_memory;
  } else if (status == Z_BUF_ERROR || status == Z_OK) {
    result = stream.avail_out == 0 ? zlib_shim_full : zlib_shim_truncated;
  } else {
    result = zlib_shim_invalid;
  }
  inflateEnd(&stream);
  return result;
}

size_t zlib_shim_bound(size_t input_size) { return compressBound(input_size); }

zlib_shim_status zlib_shim_deflate(const uint8_t *input, size_t input_size, uint8_t *output, size_t output_size,
                                   int level, size_t *written) {
  uLongf length = output_size;
  int status = compress2(output, &length, input, input_size, level);
  *written = status == Z_OK ? length : 0;
  if (status == Z_OK) return zlib_shim_ok;
  return status == Z_BUF_ERROR ? zlib_shim_full : zlib_shim_no_memory;
}
