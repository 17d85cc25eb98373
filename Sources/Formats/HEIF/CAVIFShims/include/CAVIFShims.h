#ifndef CAMEO_CAVIF_SHIMS_H
#define CAMEO_CAVIF_SHIMS_H

#include <stddef.h>
#include <stdint.h>

/* libavif, for the frames of sequences: each function is one step. Nothing is printed. */

/* Loads libavif unless that was done before. Any thread may call it. Returns NULL on success, otherwise the loader's
   message; no other function may be called then. */
const char *avif_shim_load(void);

typedef enum {
  avif_shim_ok,
  avif_shim_damaged,
  avif_shim_no_codec,
  avif_shim_no_memory,
  avif_shim_unsupported,
} avif_shim_status;

typedef struct {
  avif_shim_status status;
  const char *message;   /* libavif's words for an error, which hold until the next call; else NULL */
} avif_shim_result;

/* ---- Decoding. */

typedef struct avif_shim_decoder avif_shim_decoder;

typedef struct {
  uint32_t max_pixels, max_axis, max_frames;
} avif_shim_limits;

/* Reads the boxes: avifDecoderParse. The file has to stay where it is. `decoder` is to be destroyed in any case. */
avif_shim_result avif_shim_decoder_create(
    const uint8_t *file, size_t count, const avif_shim_limits *limits, avif_shim_decoder **decoder);
void avif_shim_decoder_destroy(avif_shim_decoder *decoder);
uint32_t avif_shim_decoder_frames(const avif_shim_decoder *decoder);

/* Decodes a frame, and the frames that it needs: avifDecoderNthImage. */
avif_shim_result avif_shim_decoder_go(avif_shim_decoder *decoder, uint32_t index);

typedef struct {
  const uint8_t *samples;  /* NULL where there is no such plane */
  size_t stride;
  uint32_t width, height;
} avif_shim_plane;

typedef struct {
  avif_shim_plane planes[3];   /* Y, U and V; grey has the first alone */
  avif_shim_plane alpha;       /* of the full range */
  int bits;                    /* of a sample; more than 8 are stored in 16, in the machine's byte order */
  uint8_t matrix;              /* MatrixCoefficients of ITU-T H.273 */
  int is_full_range;
  int chroma_position;         /* chroma_sample_position of AV1 */
} avif_shim_frame;

/* The samples of the frame that was decoded last. They hold until the next step. */
void avif_shim_decoder_frame(const avif_shim_decoder *decoder, avif_shim_frame *frame);

/* ---- Encoding. */

typedef struct avif_shim_encoder avif_shim_encoder;

typedef struct {
  uint32_t width, height;
  int has_alpha;               /* RGBA with straight alpha, else RGB; 8 bits a sample */
  int quality;                 /* 0 to 100 */
  int chroma;                  /* 420, 422 or 444 */
  int primaries, transfer;     /* code points of ITU-T H.273 */
  uint64_t ticks_per_second;
  const uint8_t *profile;      /* ICC; NULL for none */
  size_t profile_size;
  const uint8_t *exif;         /* a TIFF stream; NULL for none */
  size_t exif_size;
  const uint8_t *xmp;
  size_t xmp_size;
} avif_shim_settings;

/* `encoder` is to be destroyed in any case. */
avif_shim_result avif_shim_encoder_create(const avif_shim_settings *settings, avif_shim_encoder **encoder);
void avif_shim_encoder_destroy(avif_shim_encoder *encoder);

/* Encodes a frame: avifEncoderAddImage. */
avif_shim_result avif_shim_encoder_add(avif_shim_encoder *encoder, const uint8_t *pixels, uint64_t ticks);

/* The whole file, which the encoder owns: avifEncoderFinish. */
avif_shim_result avif_shim_encoder_finish(avif_shim_encoder *encoder, const uint8_t **file, size_t *count);

#endif
