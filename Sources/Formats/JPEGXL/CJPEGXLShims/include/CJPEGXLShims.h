#ifndef CAMEO_CJPEGXL_SHIMS_H
#define CAMEO_CJPEGXL_SHIMS_H

#include <stddef.h>
#include <stdint.h>

/* libjxl: each function is one step. Nothing is printed. */

/* Loads libjxl and libjxl_threads, unless that was done before. Any thread may call it. Returns NULL on success,
   otherwise the loader's message; no other function may be called then. */
const char *jpegxl_shim_load(void);

/* How samples lie in memory: interleaved, rows without padding, the machine's byte order. */
typedef struct {
  uint32_t channels;         /* 1 grey, 2 grey and alpha, 3 RGB, 4 RGB and alpha */
  uint32_t bytes_per_sample; /* 1 and 2 for integers, 4 for floats */
} jpegxl_shim_layout;

/* ---- Decoding. The whole file is given to each call; it may move between two of them. */

typedef struct jpegxl_shim jpegxl_shim;

/* NULL without memory. */
jpegxl_shim *jpegxl_shim_create(int uses_threads);
void jpegxl_shim_destroy(jpegxl_shim *shim);

/* What the pixels mean: numbers of ITU-T H.273 for the transfer function and the primaries where they have them, with
   the white point D65; otherwise 0, and the ICC profile says it. */
typedef struct {
  uint32_t is_rgb;
  uint32_t primaries, transfer;
  size_t profile_size;
  int has_black; /* a channel for black, so that the colours are CMYK */
} jpegxl_shim_color;

/* Reads the header: up to JXL_DEC_COLOR_ENCODING. Returns 1 on success. */
int jpegxl_shim_read_header(jpegxl_shim *shim, const uint8_t *data, size_t count, jpegxl_shim_color *color);
/* Copies the ICC profile of the pixels: JxlDecoderGetColorAsICCProfile. Returns 1 on success. */
int jpegxl_shim_profile(jpegxl_shim *shim, uint8_t *profile, size_t size);

typedef enum {
  jpegxl_shim_done,
  jpegxl_shim_partial, /* the data ends too early; the pixels are those that there are */
  jpegxl_shim_damaged,
  jpegxl_shim_no_frame
} jpegxl_shim_status;

/* Decodes the next frame after `skipped` ones into `pixels`. */
jpegxl_shim_status jpegxl_shim_decode_frame(
    jpegxl_shim *shim, const uint8_t *data, size_t count, size_t skipped, jpegxl_shim_layout layout, void *pixels,
    size_t size);

/* Lists the frames that are shown, with a decoder of their own: start once, with data that does not move until the
   decoder is destroyed, then go on from frame to frame. No pixel is decoded. Both return 0 at the end, which may come
   early, and otherwise 1; a frame is shown for this number of ticks. */
int jpegxl_shim_start_frames(jpegxl_shim *shim, const uint8_t *data, size_t count);
int jpegxl_shim_next_frame(jpegxl_shim *shim, uint32_t *ticks);

/* ---- Encoding and repacking. `write` gets the file in pieces, and returns 0 to stop. They return 1 on success. */

typedef int (*jpegxl_shim_write)(void *context, const uint8_t *bytes, size_t count);

typedef struct {
  uint32_t width, height;
  jpegxl_shim_layout layout;
  int orientation;       /* 1 to 8, as in Exif */
  float distance;        /* 0 for lossless */
  int effort;            /* 1 to 9 */
  /* NULL for none; sRGB without a profile. Exif begins with four bytes for an offset. */
  const uint8_t *icc, *exif, *xmp;
  size_t icc_size, exif_size, xmp_size;
} jpegxl_shim_picture;

int jpegxl_shim_encode(
    const jpegxl_shim_picture *picture, const void *pixels, size_t size, void *context, jpegxl_shim_write write);

/* Packs a JPEG file without loss: JxlEncoderAddJPEGFrame. */
int jpegxl_shim_pack(const uint8_t *data, size_t count, void *context, jpegxl_shim_write write);
/* Restores the JPEG file that was packed: JxlDecoderSetJPEGBuffer. */
int jpegxl_shim_unpack(const uint8_t *data, size_t count, void *context, jpegxl_shim_write write);

#endif
