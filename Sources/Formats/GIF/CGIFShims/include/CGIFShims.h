#ifndef CAMEO_CGIF_SHIMS_H
#define CAMEO_CGIF_SHIMS_H

#include <stdint.h>

/* One image of a GIF file through giflib. The caller gives it a file with this image alone. Nothing is printed. */

typedef struct gif_shim gif_shim;

/* Delivers the next `count` bytes; returns how many there were. */
typedef int (*gif_shim_read)(void *context, uint8_t *buffer, int count);

/* Reads up to the image's data: DGifOpen, DGifGetRecordType, DGifGetImageDesc. NULL where one of them fails. */
gif_shim *gif_shim_open(gif_shim_read read, void *context);
void gif_shim_close(gif_shim *gif);

/* Decodes the indices of the next row: DGifGetLine. Returns 1 on success. */
int gif_shim_row(gif_shim *gif, uint8_t *indices, int width);

#endif
