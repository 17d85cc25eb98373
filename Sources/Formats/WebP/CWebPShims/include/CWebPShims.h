#ifndef CAMEO_CWEBP_SHIMS_H
#define CAMEO_CWEBP_SHIMS_H

#include <stddef.h>
#include <stdint.h>

/* libwebp: each function is one step. Nothing is printed. */

/* Loads libwebp, and for animations libwebpdemux, which reads, and libwebpmux, which writes, unless that was done
   before. Any thread may call them. They return NULL on success, otherwise the loader's message; no function that needs
   the library may be called then. */
const char *webp_shim_load(void);
const char *webp_shim_load_demux(void);
const char *webp_shim_load_mux(void);

/* ---- A still picture, or one frame: the data of ALPH and VP8, or of VP8L. */

typedef struct webp_shim_decoder webp_shim_decoder;

typedef struct {
  int width, height;                /* of the picture */
  int scaled_width, scaled_height;  /* of the output; 0 for the picture's own size */
  int has_alpha;                    /* RGBA with straight alpha, else RGB */
  int uses_threads;
} webp_shim_picture;

/* Prepares to decode into `pixels`, rows without padding: WebPIDecode. NULL without memory. */
webp_shim_decoder *webp_shim_decoder_create(const webp_shim_picture *picture, uint8_t *pixels, size_t size);
void webp_shim_decoder_destroy(webp_shim_decoder *decoder);

typedef enum { webp_shim_done, webp_shim_needs_more, webp_shim_damaged, webp_shim_no_memory } webp_shim_status;

/* Decodes as much as the first `count` bytes of the data allow: WebPIUpdate. `data` may move between two calls. */
webp_shim_status webp_shim_decoder_update(webp_shim_decoder *decoder, const uint8_t *data, size_t count);
/* The number of rows that are complete: WebPIDecGetRGB. */
int webp_shim_decoder_rows(const webp_shim_decoder *decoder);

/* ---- An animation, frame by frame, on a canvas of RGBA. */

typedef struct webp_shim_animation webp_shim_animation;

/* `data` is the whole file and stays the caller's: WebPAnimDecoderNew. NULL for a damaged file. */
webp_shim_animation *webp_shim_animation_create(const uint8_t *data, size_t count, int uses_threads);
void webp_shim_animation_destroy(webp_shim_animation *animation);
/* Draws the next frame: WebPAnimDecoderGetNext. NULL where there is none, or its data is damaged. */
const uint8_t *webp_shim_animation_next(webp_shim_animation *animation);

/* ---- Encoding. */

typedef struct {
  int width, height;
  int has_alpha;
  float quality;       /* 0 to 100, of a lossy picture */
  int is_lossless;
  int near_lossless;   /* 100 for truly lossless */
} webp_shim_settings;

/* Encodes rows without padding: WebPEncode. `write` gets the file in pieces, and returns 0 to stop.
   Returns 0 on success, otherwise libwebp's WebPEncodingError, or -1 for settings that it refuses. */
int webp_shim_encode(
    const webp_shim_settings *settings, const uint8_t *pixels, void *context,
    int (*write)(void *context, const uint8_t *bytes, size_t count));

/* ---- Encoding an animation. Statuses are those of webp_shim_encode. */

typedef struct webp_shim_animator webp_shim_animator;

/* WebPAnimEncoderNew. `loop_count` 0 is for ever. NULL without memory, or for settings that libwebp refuses. */
webp_shim_animator *webp_shim_animator_create(const webp_shim_settings *settings, int loop_count);
void webp_shim_animator_destroy(webp_shim_animator *animator);
/* Adds a frame that is shown from a time on: WebPAnimEncoderAdd. libwebpmux writes only the difference from the last
   frame. */
int webp_shim_animator_add(webp_shim_animator *animator, const uint8_t *pixels, int milliseconds);
/* Ends the animation at a time: WebPAnimEncoderAssemble. `write` gets the file at once. */
int webp_shim_animator_finish(
    webp_shim_animator *animator, int milliseconds, void *context,
    int (*write)(void *context, const uint8_t *bytes, size_t count));

#endif
