#include "CGIFShims.h"

#include <gif_lib.h>
#include <stdlib.h>

struct gif_shim_writer {
  GifFileType *file;
  gif_shim_write write;
  void *context;
};

static int write_bytes(GifFileType *file, const GifByteType *bytes, int count) {
  gif_shim_writer *writer = file->UserData;
  return writer->write(writer->context, bytes, (size_t)count) ? count : 0;
}

// Tables have a power of two of colours.
static ColorMapObject *color_map(const uint8_t *colors, int count) {
  int size = 2;
  while (size < count) size *= 2;
  ColorMapObject *map = GifMakeMapObject(size, NULL);
  if (!map) return NULL;
  for (int i = 0; i < count; i++) map->Colors[i] = (GifColorType){colors[3 * i], colors[3 * i + 1], colors[3 * i + 2]};
  return map;
}

gif_shim_writer *gif_shim_writer_create(gif_shim_write write, void *context) {
  gif_shim_writer *writer = calloc(1, sizeof *writer);
  if (!writer) return NULL;
  writer->write = write;
  writer->context = context;
  int error;
  writer->file = EGifOpen(writer, write_bytes, &error);
  if (writer->file) return writer;
  free(writer);
  return NULL;
}

int gif_shim_writer_begin(gif_shim_writer *writer, int width, int height, const uint8_t *colors, int count) {
  EGifSetGifVersion(writer->file, true);
  ColorMapObject *map = color_map(colors, count);
  int is_written = map && EGifPutScreenDesc(writer->file, width, height, 8, 0, map) == GIF_OK;
  GifFreeMapObject(map);
  return is_written;
}

int gif_shim_writer_frame(gif_shim_writer *writer, const gif_shim_frame *frame) {
  GraphicsControlBlock control = {frame->disposal, false, frame->delay, frame->transparent};
  GifByteType bytes[4];
  size_t length = EGifGCBToExtension(&control, bytes);
  if (EGifPutExtension(writer->file, GRAPHICS_EXT_FUNC_CODE, (int)length, bytes) != GIF_OK) return 0;
  // giflib would forget the table of the frame before.
  GifFreeMapObject(writer->file->Image.ColorMap);
  writer->file->Image.ColorMap = NULL;
  ColorMapObject *map = frame->color_count ? color_map(frame->colors, frame->color_count) : NULL;
  if (frame->color_count && !map) return 0;
  int is_written =
      EGifPutImageDesc(writer->file, frame->x, frame->y, frame->width, frame->height, false, map) == GIF_OK;
  GifFreeMapObject(map);
  return is_written;
}

int gif_shim_writer_row(gif_shim_writer *writer, uint8_t *indices, int width) {
  return EGifPutLine(writer->file, indices, width) == GIF_OK;
}

int gif_shim_writer_close(gif_shim_writer *writer) {
  if (!writer) return 0;
  int error;
  int is_written = EGifCloseFile(writer->file, &error) == GIF_OK;
  free(writer);
  return is_written;
}
