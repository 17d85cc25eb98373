#include "CTIFFShims.h"

#include <CLazyBinding.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tiffio.h>

enum { message_size = 256, kept_messages = 8 };

struct tiff_shim {
  TIFF *tiff;
  tiff_shim_io io;
  uint64_t position;
  uint32_t error_count, warning_count, kept_count;
  char error[message_size];
  char warnings[kept_messages][message_size];
  TIFFYCbCrToRGB *ycbcr;
};

// The functions of libtiff that are called.
#define TIFF_FUNCTIONS(X) \
  X(TIFFClientOpenExt) \
  X(TIFFClose) \
  X(TIFFComputeStrip) \
  X(TIFFComputeTile) \
  X(TIFFGetField) \
  X(TIFFGetFieldDefaulted) \
  X(TIFFGetStrileByteCountWithErr) \
  X(TIFFGetStrileOffsetWithErr) \
  X(TIFFIsByteSwapped) \
  X(TIFFIsCODECConfigured) \
  X(TIFFIsTiled) \
  X(TIFFIsUpSampled) \
  X(TIFFNumberOfStrips) \
  X(TIFFNumberOfTiles) \
  X(TIFFOpenOptionsAlloc) \
  X(TIFFOpenOptionsFree) \
  X(TIFFOpenOptionsSetErrorHandlerExtR) \
  X(TIFFOpenOptionsSetMaxSingleMemAlloc) \
  X(TIFFOpenOptionsSetWarningHandlerExtR) \
  X(TIFFReadEncodedStrip) \
  X(TIFFReadEncodedTile) \
  X(TIFFReadScanline) \
  X(TIFFReverseBits) \
  X(TIFFScanlineSize) \
  X(TIFFSetErrorHandler) \
  X(TIFFSetField) \
  X(TIFFSetSubDirectory) \
  X(TIFFSetWarningHandler) \
  X(TIFFStripSize) \
  X(TIFFTileRowSize) \
  X(TIFFTileSize) \
  X(TIFFWriteDirectory) \
  X(TIFFWriteEncodedStrip) \
  X(TIFFWriteEncodedTile) \
  X(TIFFYCbCrToRGBInit) \
  X(TIFFYCbCrtoRGB)

static struct { TIFF_FUNCTIONS(LAZY_POINTER) } lib;
/* Version 4.5 is the first with this name, and the first with error handlers for a single handle. */
static lazy_library libtiff = LAZY_LIBRARY("libtiff.so.6", lib, TIFF_FUNCTIONS);

const char *tiff_shim_load(void) { return lazy_bind(&libtiff); }

/* Messages without a handle would go to the library's global handlers, which print. */
static void silence_globals(void) {
  lib.TIFFSetErrorHandler(NULL);
  lib.TIFFSetWarningHandler(NULL);
}

/// Formats a message without its module: the name of a function in libtiff tells users nothing.
static void format_message(char *out, const char *format, va_list arguments) {
  vsnprintf(out, message_size, format, arguments);
  size_t end = strlen(out);
  while (end > 0 && (out[end - 1] == '.' || out[end - 1] == '\n' || out[end - 1] == ' ')) out[--end] = 0;
}

static int on_error(TIFF *tiff, void *user, const char *module, const char *format, va_list arguments) {
  (void)tiff;
  (void)module;
  tiff_shim *shim = user;
  if (shim->error_count++ == 0) format_message(shim->error, format, arguments);
  return 1;
}

static int on_warning(TIFF *tiff, void *user, const char *module, const char *format, va_list arguments) {
  (void)tiff;
  (void)module;
  tiff_shim *shim = user;
  shim->warning_count++;
  if (shim->kept_count < kept_messages) format_message(shim->warnings[shim->kept_count++], format, arguments);
  return 1;
}

/* An error is a read of nothing: libtiff 4.5 adds the result to a length before it looks at it, and -1 makes it write
   outside its buffer. The caller's side remembers the error. */
static tmsize_t read_bytes(thandle_t handle, void *buffer, tmsize_t count) {
  tiff_shim *shim = handle;
  int64_t done = shim->io.read(shim->io.context, buffer, count, shim->position);
  if (done <= 0) return 0;
  shim->position += (uint64_t)done;
  return (tmsize_t)done;
}

static tmsize_t write_bytes(thandle_t handle, void *buffer, tmsize_t count) {
  tiff_shim *shim = handle;
  int64_t done = shim->io.write(shim->io.context, buffer, count, shim->position);
  if (done <= 0) return 0;
  shim->position += (uint64_t)done;
  return (tmsize_t)done;
}

static toff_t seek_bytes(thandle_t handle, toff_t offset, int whence) {
  tiff_shim *shim = handle;
  switch (whence) {
    case SEEK_SET: shim->position = offset; break;
    case SEEK_CUR: shim->position += offset; break;
    case SEEK_END: shim->position = shim->io.size(shim->io.context) + offset; break;
    default: return (toff_t)-1;
  }
  return shim->position;
}

static int close_bytes(thandle_t handle) {
  (void)handle;
  return 0;
}

static toff_t size_bytes(thandle_t handle) {
  tiff_shim *shim = handle;
  return shim->io.size(shim->io.context);
}

tiff_shim *tiff_shim_open(const tiff_shim_io *io, const char *mode, int64_t max_allocation, int *opened) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, silence_globals);
  *opened = 0;
  tiff_shim *shim = calloc(1, sizeof *shim);
  if (!shim) return NULL;
  shim->io = *io;
  TIFFOpenOptions *options = lib.TIFFOpenOptionsAlloc();
  if (options) {
    lib.TIFFOpenOptionsSetMaxSingleMemAlloc(options, (tmsize_t)max_allocation);
    lib.TIFFOpenOptionsSetErrorHandlerExtR(options, on_error, shim);
    lib.TIFFOpenOptionsSetWarningHandlerExtR(options, on_warning, shim);
    shim->tiff = lib.TIFFClientOpenExt(
        "", mode, shim, read_bytes, write_bytes, seek_bytes, close_bytes, size_bytes, NULL, NULL, options);
    lib.TIFFOpenOptionsFree(options);
  }
  *opened = shim->tiff != NULL;
  return shim;
}

void tiff_shim_close(tiff_shim *shim) {
  if (!shim) return;
  if (shim->tiff) lib.TIFFClose(shim->tiff);
  free(shim->ycbcr);
  free(shim);
}

const char *tiff_shim_error(const tiff_shim *shim) { return shim->error; }
uint32_t tiff_shim_error_count(const tiff_shim *shim) { return shim->error_count; }

void tiff_shim_clear_errors(tiff_shim *shim) {
  shim->error_count = 0;
  shim->error[0] = 0;
}

uint32_t tiff_shim_warning_count(const tiff_shim *shim) { return shim->warning_count; }
uint32_t tiff_shim_kept_warnings(const tiff_shim *shim) { return shim->kept_count; }

const char *tiff_shim_warning(const tiff_shim *shim, uint32_t index) {
  return index < shim->kept_count ? shim->warnings[index] : "";
}

void tiff_shim_clear_warnings(tiff_shim *shim) {
  shim->warning_count = 0;
  shim->kept_count = 0;
}

int tiff_shim_has_codec(uint16_t compression) { return lib.TIFFIsCODECConfigured(compression) == 1; }

/* Whether the first strip is Group 3 data of one dimension without any EOL code (eleven zeros and a one, ITU-T T.4,
   4.1.2). No other codes have eleven zeros in a row. */
static int lacks_eol(tiff_shim *shim) {
  enum { most = 1 << 16 };
  uint32_t options = 0;
  uint16_t fill_order = FILLORDER_MSB2LSB;
  uint64_t offset = 0, count = 0;
  lib.TIFFGetField(shim->tiff, TIFFTAG_GROUP3OPTIONS, &options);
  lib.TIFFGetFieldDefaulted(shim->tiff, TIFFTAG_FILLORDER, &fill_order);
  if (options & GROUP3OPT_2DENCODING || lib.TIFFIsTiled(shim->tiff)) return 0;
  if (!tiff_shim_segment(shim, 0, &offset, &count) || count == 0) return 0;
  uint8_t *data = malloc(most);
  if (!data) return 0;
  int64_t size = shim->io.read(shim->io.context, data, count < most ? (int64_t)count : most, offset);
  if (size > 0 && fill_order == FILLORDER_LSB2MSB) lib.TIFFReverseBits(data, size);
  int zeros = 0;
  for (int64_t bit = 0; bit < size * 8 && zeros < 11; bit++) {
    zeros = data[bit >> 3] & (0x80 >> (bit & 7)) ? 0 : zeros + 1;
  }
  free(data);
  return size > 0 && zeros < 11;
}

int tiff_shim_select(tiff_shim *shim, uint64_t offset) {
  if (!lib.TIFFSetSubDirectory(shim->tiff, offset)) return 0;
  uint16_t compression = 0, photometric = 0, planar = 0;
  lib.TIFFGetFieldDefaulted(shim->tiff, TIFFTAG_COMPRESSION, &compression);
  lib.TIFFGetFieldDefaulted(shim->tiff, TIFFTAG_PLANARCONFIG, &planar);
  if (compression == COMPRESSION_CCITTFAX3 && lacks_eol(shim)) {
    /* libtiff's decoder of Group 3 looks for EOL before each row. That of RLE has the same codes and needs no EOL. */
    /* */
    return lib.TIFFSetField(shim->tiff, TIFFTAG_COMPRESSION, COMPRESSION_CCITTRLE) == 1 &&
           lib.TIFFSetField(shim->tiff, TIFFTAG_FAXMODE, FAXMODE_NORTC | FAXMODE_NOEOL) == 1;
  }
  if (!lib.TIFFGetField(shim->tiff, TIFFTAG_PHOTOMETRIC, &photometric)) return 1;
  if (compression == COMPRESSION_JPEG && photometric == PHOTOMETRIC_YCBCR && planar == PLANARCONFIG_CONTIG) {
    return lib.TIFFSetField(shim->tiff, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB) == 1;
  }
  if (compression == COMPRESSION_SGILOG || compression == COMPRESSION_SGILOG24) {
    return lib.TIFFSetField(shim->tiff, TIFFTAG_SGILOGDATAFMT, SGILOGDATAFMT_FLOAT) == 1;
  }
  return 1;
}

int tiff_shim_read_page(tiff_shim *shim, tiff_shim_page *page) {
  TIFF *tiff = shim->tiff;
  memset(page, 0, sizeof *page);
  if (!lib.TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &page->width)) return 0;
  if (!lib.TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &page->height)) return 0;
  lib.TIFFGetFieldDefaulted(tiff, TIFFTAG_BITSPERSAMPLE, &page->bits);
  lib.TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLESPERPIXEL, &page->samples);
  lib.TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLEFORMAT, &page->sample_format);
  lib.TIFFGetFieldDefaulted(tiff, TIFFTAG_COMPRESSION, &page->compression);
  lib.TIFFGetFieldDefaulted(tiff, TIFFTAG_PLANARCONFIG, &page->planar);
  lib.TIFFGetFieldDefaulted(tiff, TIFFTAG_FILLORDER, &page->fill_order);
  lib.TIFFGetFieldDefaulted(tiff, TIFFTAG_ROWSPERSTRIP, &page->rows_per_strip);
  lib.TIFFGetFieldDefaulted(tiff, TIFFTAG_YCBCRSUBSAMPLING, &page->subsampling_x, &page->subsampling_y);
  page->has_photometric = lib.TIFFGetField(tiff, TIFFTAG_PHOTOMETRIC, &page->photometric) == 1;
  page->is_tiled = lib.TIFFIsTiled(tiff) != 0;
  page->is_swapped = lib.TIFFIsByteSwapped(tiff) != 0;
  page->is_upsampled = lib.TIFFIsUpSampled(tiff) != 0;
  if (page->is_tiled) {
    if (!lib.TIFFGetField(tiff, TIFFTAG_TILEWIDTH, &page->tile_width)) return 0;
    if (!lib.TIFFGetField(tiff, TIFFTAG_TILELENGTH, &page->tile_height)) return 0;
    page->tile_size = lib.TIFFTileSize(tiff);
    page->tile_row_size = lib.TIFFTileRowSize(tiff);
    page->segment_count = lib.TIFFNumberOfTiles(tiff);
  } else {
    page->strip_size = lib.TIFFStripSize(tiff);
    page->scanline_size = lib.TIFFScanlineSize(tiff);
    page->segment_count = lib.TIFFNumberOfStrips(tiff);
  }
  return 1;
}

int tiff_shim_palette(tiff_shim *shim, const uint16_t **red, const uint16_t **green, const uint16_t **blue) {
  uint16_t *columns[3] = {NULL, NULL, NULL};
  if (!lib.TIFFGetField(shim->tiff, TIFFTAG_COLORMAP, &columns[0], &columns[1], &columns[2])) return 0;
  *red = columns[0];
  *green = columns[1];
  *blue = columns[2];
  return columns[0] && columns[1] && columns[2];
}

int tiff_shim_segment(tiff_shim *shim, uint32_t index, uint64_t *offset, uint64_t *count) {
  int error = 0;
  *offset = lib.TIFFGetStrileOffsetWithErr(shim->tiff, index, &error);
  if (error) return 0;
  *count = lib.TIFFGetStrileByteCountWithErr(shim->tiff, index, &error);
  return !error;
}

int tiff_shim_read_scanline(tiff_shim *shim, void *buffer, uint32_t row, uint16_t plane) {
  return lib.TIFFReadScanline(shim->tiff, buffer, row, plane) == 1;
}

static void set_error(tiff_shim *shim, const char *message) {
  if (shim->error_count++ == 0) snprintf(shim->error, message_size, "%s", message);
}

/* libjbig allocates what the header of its data asks for, and ends the process if it cannot. So the header is checked
   here first. Layout: ITU-T T.82, 6.2. libtiff reverses the bits of a strip whose FillOrder is 1. */
static int is_sound_jbig(tiff_shim *shim, uint32_t strip) {
  uint8_t header[20];
  uint32_t width = 0, height = 0;
  uint16_t fill_order = 1;
  uint64_t offset = 0, count = 0;
  lib.TIFFGetField(shim->tiff, TIFFTAG_IMAGEWIDTH, &width);
  lib.TIFFGetField(shim->tiff, TIFFTAG_IMAGELENGTH, &height);
  lib.TIFFGetFieldDefaulted(shim->tiff, TIFFTAG_FILLORDER, &fill_order);
  if (!tiff_shim_segment(shim, strip, &offset, &count) || count < sizeof header ||
      shim->io.read(shim->io.context, header, sizeof header, offset) != sizeof header) {
    set_error(shim, "JBIG: the header is cut short");
    return 0;
  }
  if (fill_order == FILLORDER_MSB2LSB) lib.TIFFReverseBits(header, sizeof header);
  uint32_t declared_width = (uint32_t)header[4] << 24 | header[5] << 16 | header[6] << 8 | header[7];
  uint32_t declared_height = (uint32_t)header[8] << 24 | header[9] << 16 | header[10] << 8 | header[11];
  if (header[2] != 1 || declared_width != width || declared_height > height) {
    set_error(shim, "JBIG: the data are not of the size of the picture");
    return 0;
  }
  return 1;
}

int64_t tiff_shim_read_strip(tiff_shim *shim, uint32_t row, uint16_t plane, void *buffer, int64_t size) {
  uint32_t strip = lib.TIFFComputeStrip(shim->tiff, row, plane);
  uint16_t compression = 0;
  lib.TIFFGetFieldDefaulted(shim->tiff, TIFFTAG_COMPRESSION, &compression);
  if (compression == COMPRESSION_JBIG && !is_sound_jbig(shim, strip)) return -1;
  return lib.TIFFReadEncodedStrip(shim->tiff, strip, buffer, (tmsize_t)size);
}

int64_t tiff_shim_read_tile(tiff_shim *shim, uint32_t x, uint32_t y, uint16_t plane, void *buffer, int64_t size) {
  return lib.TIFFReadEncodedTile(shim->tiff, lib.TIFFComputeTile(shim->tiff, x, y, 0, plane), buffer, (tmsize_t)size);
}

int tiff_shim_prepare_ycbcr(tiff_shim *shim) {
  float *luma = NULL, *reference = NULL;
  lib.TIFFGetFieldDefaulted(shim->tiff, TIFFTAG_YCBCRCOEFFICIENTS, &luma);
  lib.TIFFGetFieldDefaulted(shim->tiff, TIFFTAG_REFERENCEBLACKWHITE, &reference);
  if (!luma || !reference) return 0;
  /* libtiff divides by the coefficient of green; a file may say 0 or NaN. */
  if (!(luma[0] == luma[0]) || !(luma[1] == luma[1]) || luma[1] == 0 || !(luma[2] == luma[2])) return 0;
  if (!shim->ycbcr) {
    /* The tables follow the struct, as tif_color.c lays them out. */
    size_t tables = 4 * 256 * sizeof(TIFFRGBValue) + 2 * 256 * sizeof(int) + 3 * 256 * sizeof(int32_t);
    size_t header = (sizeof(TIFFYCbCrToRGB) + sizeof(long) - 1) / sizeof(long) * sizeof(long);
    shim->ycbcr = calloc(1, header + tables);
    if (!shim->ycbcr) return 0;
  }
  return lib.TIFFYCbCrToRGBInit(shim->ycbcr, luma, reference) == 0;
}

static inline void convert_pixel(TIFFYCbCrToRGB *tables, uint32_t y, uint32_t cb, uint32_t cr, uint8_t *rgb) {
  uint32_t r, g, b;
  lib.TIFFYCbCrtoRGB(tables, y, (int32_t)cb, (int32_t)cr, &r, &g, &b);
  rgb[0] = (uint8_t)r;
  rgb[1] = (uint8_t)g;
  rgb[2] = (uint8_t)b;
}

void tiff_shim_clumps_to_rgb(
    const tiff_shim *shim, const uint8_t *clumps, uint32_t clump_count, uint32_t across, uint32_t down, uint8_t *rgb,
    size_t bytes_per_row) {
  for (uint32_t clump = 0; clump < clump_count; clump++) {
    const uint8_t *chroma = clumps + across * down;
    for (uint32_t y = 0; y < down; y++) {
      uint8_t *row = rgb + y * bytes_per_row + (size_t)clump * across * 3;
      for (uint32_t x = 0; x < across; x++) {
        convert_pixel(shim->ycbcr, clumps[y * across + x], chroma[0], chroma[1], row + 3 * x);
      }
    }
    clumps += across * down + 2;
  }
}

void tiff_shim_ycbcr_to_rgb(const tiff_shim *shim, uint8_t *pixels, size_t count) {
  for (size_t i = 0; i < count; i++) {
    uint8_t *pixel = pixels + 3 * i;
    convert_pixel(shim->ycbcr, pixel[0], pixel[1], pixel[2], pixel);
  }
}

int tiff_shim_set_integer(tiff_shim *shim, uint32_t tag, uint32_t value) {
  return lib.TIFFSetField(shim->tiff, tag, value) == 1;
}

int tiff_shim_set_pair(tiff_shim *shim, uint32_t tag, uint16_t first, uint16_t second) {
  return lib.TIFFSetField(shim->tiff, tag, first, second) == 1;
}

int tiff_shim_set_offset(tiff_shim *shim, uint32_t tag, uint64_t value) {
  return lib.TIFFSetField(shim->tiff, tag, value) == 1;
}

int tiff_shim_set_number(tiff_shim *shim, uint32_t tag, double value) {
  return lib.TIFFSetField(shim->tiff, tag, value) == 1;
}

int tiff_shim_set_text(tiff_shim *shim, uint32_t tag, const char *value) {
  return lib.TIFFSetField(shim->tiff, tag, value) == 1;
}

int tiff_shim_set_bytes(tiff_shim *shim, uint32_t tag, uint32_t count, const void *bytes) {
  return lib.TIFFSetField(shim->tiff, tag, count, bytes) == 1;
}

int tiff_shim_set_shorts(tiff_shim *shim, uint32_t tag, uint16_t count, const uint16_t *values) {
  return lib.TIFFSetField(shim->tiff, tag, count, values) == 1;
}

int tiff_shim_set_palette(tiff_shim *shim, const uint16_t *columns) {
  uint16_t bits = 1;
  lib.TIFFGetFieldDefaulted(shim->tiff, TIFFTAG_BITSPERSAMPLE, &bits);
  if (bits > 16) return 0;
  size_t count = (size_t)1 << bits;
  return lib.TIFFSetField(shim->tiff, TIFFTAG_COLORMAP, columns, columns + count, columns + 2 * count) == 1;
}

int tiff_shim_write_strip(tiff_shim *shim, uint32_t strip, const void *bytes, int64_t size) {
  /* libtiff takes a mutable pointer; with our byte order and its own working buffers it leaves the bytes alone. */
  return lib.TIFFWriteEncodedStrip(shim->tiff, strip, (void *)bytes, (tmsize_t)size) == (tmsize_t)size;
}

int tiff_shim_write_tile(tiff_shim *shim, uint32_t tile, const void *bytes, int64_t size) {
  return lib.TIFFWriteEncodedTile(shim->tiff, tile, (void *)bytes, (tmsize_t)size) == (tmsize_t)size;
}

int tiff_shim_write_directory(tiff_shim *shim) { return lib.TIFFWriteDirectory(shim->tiff) == 1; }
