#ifndef CAMEO_CGIF_SHIMS_H
#define CAMEO_CGIF_SHIMS_H

#include <stddef.h>
#include <stdint.h>

/* Writes GIF files through giflib. Functions return 1 on success. Nothing is printed. */

typedef struct gif_shim_writer gif_shim_writer;

/* Takes bytes; returns 1 on success. */
typedef int (*gif_shim_write)(void *context, const uint8_t *bytes, size_t count);

/* EGifOpen. NULL without memory. */
gif_shim_writer *gif_shim_writer_create(gif_shim_write write, void *context);

/* Writes the header with the global table, triples of red, green and blue, at most 256: EGifPutScreenDesc. */
int gif_shim_writer_begin(gif_shim_writer *writer, int width, int height, const uint8_t *colors, int count);

typedef struct {
  int x, y, width, height;
  int disposal;         /* as in the file: 1 for none, 2 to clear */
  int delay;            /* in hundredths of a second */
  int transparent;      /* an index, or -1 */
  const uint8_t *colors;
  int color_count;      /* 0 for the global table */
} gif_shim_frame;

/* Begins a frame: EGifPutExtension, EGifPutImageDesc. Then come its rows, whose indices may be changed: EGifPutLine. */
int gif_shim_writer_frame(gif_shim_writer *writer, const gif_shim_frame *frame);
int gif_shim_writer_row(gif_shim_writer *writer, uint8_t *indices, int width);

/* Ends the file and frees the writer: EGifCloseFile. */
int gif_shim_writer_close(gif_shim_writer *writer);

#endif
