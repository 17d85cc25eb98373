#include "CGIFShims.h"

#include <gif_lib.h>
#include <stdlib.h>

struct gif_shim {
  GifFileType *file;
  gif_shim_read read;
  void *context;
};

static int read_bytes(GifFileType *file, GifByteType *buffer, int count) {
  gif_shim *gif = file->UserData;
  return gif->read(gif->context, buffer, count);
}

gif_shim *gif_shim_open(gif_shim_read read, void *context) {
  gif_shim *gif = calloc(1, sizeof *gif);
  if (!gif) return NULL;
  gif->read = read;
  gif->context = context;
  GifRecordType type;
  int error;
  gif->file = DGifOpen(gif, read_bytes, &error);
  if (gif->file && DGifGetRecordType(gif->file, &type) == GIF_OK && type == IMAGE_DESC_RECORD_TYPE &&
      DGifGetImageDesc(gif->file) == GIF_OK)
    return gif;
  gif_shim_close(gif);
  return NULL;
}

void gif_shim_close(gif_shim *gif) {
  if (!gif) return;
  int error;
  if (gif->file) DGifCloseFile(gif->file, &error);
  free(gif);
}

int gif_shim_row(gif_shim *gif, uint8_t *indices, int width) {
  return DGifGetLine(gif->file, indices, width) == GIF_OK;
}
