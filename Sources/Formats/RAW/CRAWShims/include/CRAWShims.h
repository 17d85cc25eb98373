#ifndef CAMEO_CRAW_SHIMS_H
#define CAMEO_CRAW_SHIMS_H

#include <stddef.h>
#include <stdint.h>

/* libraw: each function is one step over a file in memory, and keeps nothing. Nothing is printed. */

/* Loads libraw unless that was done before. Any thread may call it. Returns NULL on success, otherwise the loader's
   message; no other function may be called then. */
const char *raw_shim_load(void);

typedef enum {
  raw_shim_ok,
  raw_shim_unknown,      /* libraw does not know this camera or its format */
  raw_shim_damaged,
  raw_shim_too_large,
  raw_shim_cancelled,
  raw_shim_unsupported,
} raw_shim_status;

typedef struct {
  raw_shim_status status;
  const char *message;   /* libraw's words for an error, which are always there; else NULL */
} raw_shim_result;

typedef struct {
  int width, height;     /* of the developed picture, upright */
  int raw_width, raw_height;
  int is_mosaic;         /* whether each pixel of the sensor has one colour of several */
  int is_gray;           /* one sample for each pixel; else three */
  int is_reshaped;       /* whether pixels are not square, or the sensor is turned by 45 degrees */
} raw_shim_header;

/* What the headers say: libraw_open_buffer, libraw_adjust_sizes_info_only. Pixels are not decoded. */
raw_shim_result raw_shim_read_header(const uint8_t *file, size_t count, raw_shim_header *header);

typedef struct {
  int half_size;         /* a pixel for each block of 2 by 2 of a mosaic; other data stays whole */
  unsigned megabytes;    /* the most that libraw allocates for the data of the sensor */
  void *context;
  int (*is_cancelled)(void *context);
} raw_shim_request;

typedef struct {
  void *owner;
  int width, height;
  int channels;          /* RGB, or grey */
  const uint8_t *pixels; /* packed rows with samples of 16 bits of the machine's byte order, with sRGB's curve */
  size_t size;
  int is_damaged;        /* whether libraw found damage in the data of the sensor */
} raw_shim_picture;

/* Develops the picture: libraw_unpack, libraw_dcraw_process, libraw_dcraw_make_mem_image. */
raw_shim_result raw_shim_develop(
    const uint8_t *file, size_t count, const raw_shim_request *request, raw_shim_picture *picture);
void raw_shim_picture_destroy(raw_shim_picture *picture);

#endif
