#ifndef CAMEO_CJPEG2000_SHIMS_H
#define CAMEO_CJPEG2000_SHIMS_H

#include <stddef.h>
#include <stdint.h>

/* A codestream of JPEG 2000 through libopenjp2, tile by tile or at once. Each function is one step. Nothing is
   printed. */

/* Loads libopenjp2, unless that was done before. Any thread may call it. Returns NULL on success, otherwise the
   loader's message; no other function may be called then. */
const char *jpeg2000_shim_load(void);

/* The codestream: `read` copies up to `count` bytes from `offset` on and returns how many there were. */
typedef struct {
  void *context;
  size_t (*read)(void *context, uint64_t offset, void *buffer, size_t count);
  uint64_t size;
} jpeg2000_shim_source;

typedef struct jpeg2000_shim jpeg2000_shim;

/* Reads the main header: opj_read_header. NULL where that fails. */
jpeg2000_shim *jpeg2000_shim_open(const jpeg2000_shim_source *source, int uses_threads);
void jpeg2000_shim_close(jpeg2000_shim *shim);

/* Makes all tiles smaller by 2 to the power of `levels`: opj_set_decoded_resolution_factor. A damaged tile then fails.
   Returns 1 on success. */
int jpeg2000_shim_reduce(jpeg2000_shim *shim, uint32_t levels);

/* Decodes a tile: opj_get_decoded_tile. Returns 1 on success. */
int jpeg2000_shim_decode_tile(jpeg2000_shim *shim, uint32_t index);

/* Decodes all tiles at once: opj_decode. Returns 1 on success. */
int jpeg2000_shim_decode(jpeg2000_shim *shim);

/* The number of messages about damage so far. */
uint32_t jpeg2000_shim_complaints(const jpeg2000_shim *shim);

/* The samples of one component of the tile or the picture, until the next tile is decoded. */
typedef struct {
  const int32_t *samples;   /* rows without padding; NULL for a component without samples */
  uint32_t x, y;            /* the place of the first sample among those of the whole component, at full size */
  uint32_t width, height;   /* at the reduced size */
} jpeg2000_shim_component;

jpeg2000_shim_component jpeg2000_shim_tile_component(const jpeg2000_shim *shim, uint32_t index);

#endif
