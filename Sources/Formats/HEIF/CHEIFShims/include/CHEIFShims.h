#ifndef CAMEO_CHEIF_SHIMS_H
#define CAMEO_CHEIF_SHIMS_H

#include <stddef.h>
#include <stdint.h>

/* libheif: each function is one step. Nothing is printed. */

/* Loads libheif unless that was done before. Any thread may call it. Returns NULL on success, otherwise the loader's
   message; no other function may be called then. */
const char *heif_shim_load(void);

typedef enum {
  heif_shim_ok,
  heif_shim_damaged,
  heif_shim_unsupported,
  heif_shim_too_large,
  heif_shim_no_codec,
} heif_shim_status;

/* ---- Decoding. */

typedef struct heif_shim_image heif_shim_image;

typedef struct {
  const uint8_t *samples;  /* NULL where there is no such plane */
  size_t stride;
  int width, height;
  int bits;                /* of a sample; more than 8 are stored in 16, little-endian */
} heif_shim_plane;

/* Decodes the primary image of a file in memory: heif_decode_image. Its colours have to be declared as samples of the
   matrix 0 in full range. The planes are Y, Cb and Cr then, all of one size: samples of chroma are repeated. Grey has
   the first plane alone. On failure `message`, of 256 bytes, says why. */
heif_shim_status heif_shim_decode(
    const uint8_t *file, size_t count, int is_gray, heif_shim_image **image, heif_shim_plane planes[3],
    char *message);
void heif_shim_image_destroy(heif_shim_image *image);

/* ---- Encoding one picture. */

typedef struct heif_shim_encoder heif_shim_encoder;

typedef struct {
  int is_av1;                  /* AV1, else HEVC */
  int width, height;
  int has_alpha;               /* RGBA, else RGB */
  int bits;                    /* of a sample; more than 8 are stored in 16, little-endian */
  int quality;                 /* 0 to 100 */
  const char *chroma;          /* 420, 422 or 444 */
  int primaries, transfer;     /* code points of ITU-T H.273 */
  const uint8_t *profile;      /* ICC; NULL for none */
  size_t profile_size;
} heif_shim_settings;

/* Prepares an image for `pixels`, whose rows have `stride` bytes. On failure `message`, of 256 bytes, says why. */
heif_shim_status heif_shim_encoder_create(
    const heif_shim_settings *settings, heif_shim_encoder **encoder, uint8_t **pixels, size_t *stride, char *message);
void heif_shim_encoder_destroy(heif_shim_encoder *encoder);

typedef struct {
  const uint8_t *exif;         /* a TIFF stream; NULL for none */
  size_t exif_size;
  const uint8_t *xmp;
  size_t xmp_size;
} heif_shim_metadata;

/* Encodes the pixels and writes the file: heif_context_encode_image, heif_context_write. `write` returns 0 to stop. */
heif_shim_status heif_shim_encoder_finish(
    heif_shim_encoder *encoder, const heif_shim_metadata *metadata, void *context,
    int (*write)(void *context, const uint8_t *bytes, size_t count), char *message);

#endif
