#ifndef CAMEO_CTIFF_SHIMS_H
#define CAMEO_CTIFF_SHIMS_H

#include <stddef.h>
#include <stdint.h>

/* libtiff over the caller's bytes: each function is one step, returns a status, and leaves libtiff's message in the
   handle. Nothing is printed. Unless it says otherwise a function returns 1 for success and 0 for failure. */

typedef struct tiff_shim tiff_shim;

/* Loads libtiff unless that was done before. Any thread may call it. Returns NULL on success, otherwise the loader's
   message; none of the functions below may be called then. */
const char *tiff_shim_load(void);

/* Where the bytes are. The functions return the number of bytes moved, or -1 after noting their own error. */
typedef struct {
  void *context;
  int64_t (*read)(void *context, void *buffer, int64_t count, uint64_t offset);
  int64_t (*write)(void *context, const void *buffer, int64_t count, uint64_t offset);
  uint64_t (*size)(void *context);
} tiff_shim_io;

/* What libtiff makes of the current directory, defaults filled in. Sizes are in bytes. */
typedef struct {
  uint32_t width, height;
  uint32_t rows_per_strip, tile_width, tile_height;
  uint32_t segment_count;
  uint16_t bits, samples, sample_format, photometric, compression, planar, fill_order;
  uint16_t subsampling_x, subsampling_y;
  int has_photometric, is_tiled, is_swapped, is_upsampled;
  int64_t scanline_size, strip_size, tile_size, tile_row_size;
} tiff_shim_page;

/* Opens a handle: TIFFClientOpenExt. The handle is NULL only without memory; `*opened` says whether libtiff agreed. */
tiff_shim *tiff_shim_open(const tiff_shim_io *io, const char *mode, int64_t max_allocation, int *opened);
void tiff_shim_close(tiff_shim *shim);

/* The first error since the last clear, "" where there was none. */
const char *tiff_shim_error(const tiff_shim *shim);
uint32_t tiff_shim_error_count(const tiff_shim *shim);
void tiff_shim_clear_errors(tiff_shim *shim);
/* Warnings that are kept (the first few); the count goes on. */
uint32_t tiff_shim_warning_count(const tiff_shim *shim);
uint32_t tiff_shim_kept_warnings(const tiff_shim *shim);
const char *tiff_shim_warning(const tiff_shim *shim, uint32_t index);
void tiff_shim_clear_warnings(tiff_shim *shim);

/* Whether libtiff was built with a compression: TIFFIsCODECConfigured. */
int tiff_shim_has_codec(uint16_t compression);

/* Reads the directory at an offset and asks the codecs for RGB (JPEG) and floats (LogLuv). */
int tiff_shim_select(tiff_shim *shim, uint64_t offset);
int tiff_shim_read_page(tiff_shim *shim, tiff_shim_page *page);
/* The three columns of the palette, each of 2^bits entries, owned by the handle. */
int tiff_shim_palette(tiff_shim *shim, const uint16_t **red, const uint16_t **green, const uint16_t **blue);
/* Where the bytes of a strip or tile lie. */
int tiff_shim_segment(tiff_shim *shim, uint32_t index, uint64_t *offset, uint64_t *count);

int tiff_shim_read_scanline(tiff_shim *shim, void *buffer, uint32_t row, uint16_t plane);
/* Returns the number of bytes decoded, or -1. */
int64_t tiff_shim_read_strip(tiff_shim *shim, uint32_t row, uint16_t plane, void *buffer, int64_t size);
int64_t tiff_shim_read_tile(tiff_shim *shim, uint32_t x, uint32_t y, uint16_t plane, void *buffer, int64_t size);

/* Prepares the conversion of YCbCr by the directory's coefficients and reference black and white. */
int tiff_shim_prepare_ycbcr(tiff_shim *shim);
/* Converts one row of clumps (each `across` x `down` luma samples, then Cb and Cr) to `down` rows of RGB. */
void tiff_shim_clumps_to_rgb(
    const tiff_shim *shim, const uint8_t *clumps, uint32_t clump_count, uint32_t across, uint32_t down, uint8_t *rgb,
    size_t bytes_per_row);
/* Converts pixels of Y, Cb and Cr to RGB in place. */
void tiff_shim_ycbcr_to_rgb(const tiff_shim *shim, uint8_t *pixels, size_t count);

/* TIFFSetField for each way in which a tag's value is passed. */
int tiff_shim_set_integer(tiff_shim *shim, uint32_t tag, uint32_t value);
int tiff_shim_set_pair(tiff_shim *shim, uint32_t tag, uint16_t first, uint16_t second);
int tiff_shim_set_offset(tiff_shim *shim, uint32_t tag, uint64_t value);
int tiff_shim_set_number(tiff_shim *shim, uint32_t tag, double value);
int tiff_shim_set_text(tiff_shim *shim, uint32_t tag, const char *value);
int tiff_shim_set_bytes(tiff_shim *shim, uint32_t tag, uint32_t count, const void *bytes);
int tiff_shim_set_shorts(tiff_shim *shim, uint32_t tag, uint16_t count, const uint16_t *values);

/* ColorMap: the columns of red, green and blue, one after the other, each as long as BitsPerSample says. */
int tiff_shim_set_palette(tiff_shim *shim, const uint16_t *columns);

int tiff_shim_write_strip(tiff_shim *shim, uint32_t strip, const void *bytes, int64_t size);
int tiff_shim_write_tile(tiff_shim *shim, uint32_t tile, const void *bytes, int64_t size);
/* Ends the page and begins the next: TIFFWriteDirectory. */
int tiff_shim_write_directory(tiff_shim *shim);

#endif
