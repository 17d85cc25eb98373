#include "CZlibShims.h"

#include <limits.h>
#include <stdlib.h>
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

struct zlib_shim_stream {
  z_stream z;
};

zlib_shim_stream *zlib_shim_deflater_create(int level) {
  zlib_shim_stream *stream = calloc(1, sizeof *stream);
  if (stream != NULL && deflateInit(&stream->z, level) != Z_OK) {
    free(stream);
    return NULL;
  }
  return stream;
}

zlib_shim_stream *zlib_shim_inflater_create(void) {
  zlib_shim_stream *stream = calloc(1, sizeof *stream);
  if (stream != NULL && inflateInit(&stream->z) != Z_OK) {
    free(stream);
    return NULL;
  }
  return stream;
}

// zlib counts in unsigned int, so only a part of a longer piece is taken.
static uInt piece(size_t size) { return size > UINT_MAX ? UINT_MAX : (uInt)size; }

static void hand_over(z_stream *z, const uint8_t *input, size_t input_size, uint8_t *output, size_t output_size) {
  z->next_in = (Bytef *)input;
  z->avail_in = piece(input_size);
  z->next_out = output;
  z->avail_out = piece(output_size);
}

zlib_shim_status zlib_shim_deflater_step(zlib_shim_stream *stream, const uint8_t *input, size_t input_size,
                                         uint8_t *output, size_t output_size, int finish, size_t *taken,
                                         size_t *written, int *ended) {
  z_stream *z = &stream->z;
  hand_over(z, input, input_size, output, output_size);
  const int is_whole = z->avail_in == input_size;
  int status = deflate(z, finish && is_whole ? Z_FINISH : Z_NO_FLUSH);
  *taken = piece(input_size) - z->avail_in;
  *written = piece(output_size) - z->avail_out;
  *ended = status == Z_STREAM_END;
  return status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR ? zlib_shim_ok : zlib_shim_no_memory;
}

zlib_shim_status zlib_shim_inflater_step(zlib_shim_stream *stream, const uint8_t *input, size_t input_size,
                                         uint8_t *output, size_t output_size, size_t *taken, size_t *written,
                                         int *ended) {
  z_stream *z = &stream->z;
  hand_over(z, input, input_size, output, output_size);
  int status = inflate(z, Z_NO_FLUSH);
  *taken = piece(input_size) - z->avail_in;
  *written = piece(output_size) - z->avail_out;
  *ended = status == Z_STREAM_END;
  if (status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR) return zlib_shim_ok;
  return status == Z_MEM_ERROR ? zlib_shim_no_memory : zlib_shim_invalid;
}

// Given no bytes, zlib would begin a new checksum.
uint32_t zlib_shim_crc32(uint32_t crc, const uint8_t *bytes, size_t size) {
  return bytes && size > 0 ? (uint32_t)crc32_z(crc, bytes, size) : crc;
}

void zlib_shim_deflater_destroy(zlib_shim_stream *stream) {
  deflateEnd(&stream->z);
  free(stream);
}

void zlib_shim_inflater_destroy(zlib_shim_stream *stream) {
  inflateEnd(&stream->z);
  free(stream);
}
