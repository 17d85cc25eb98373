#include "CJPEG2000Shims.h"

#include <CLazyBinding.h>
#include <openjpeg.h>
#include <stdlib.h>

// The functions of libopenjp2 that are called.
#define OPENJP2_FUNCTIONS(X) \
  X(opj_codec_set_threads) \
  X(opj_create_decompress) \
  X(opj_decode) \
  X(opj_decoder_set_strict_mode) \
  X(opj_destroy_codec) \
  X(opj_get_decoded_tile) \
  X(opj_get_num_cpus) \
  X(opj_image_destroy) \
  X(opj_read_header) \
  X(opj_set_decoded_resolution_factor) \
  X(opj_set_default_decoder_parameters) \
  X(opj_set_error_handler) \
  X(opj_set_warning_handler) \
  X(opj_setup_decoder) \
  X(opj_stream_create) \
  X(opj_stream_destroy) \
  X(opj_stream_set_read_function) \
  X(opj_stream_set_seek_function) \
  X(opj_stream_set_skip_function) \
  X(opj_stream_set_user_data) \
  X(opj_stream_set_user_data_length)

static struct { OPENJP2_FUNCTIONS(LAZY_POINTER) } lib;
static lazy_library libopenjp2 = LAZY_LIBRARY("libopenjp2.so.7", lib, OPENJP2_FUNCTIONS);

const char *jpeg2000_shim_load(void) { return lazy_bind(&libopenjp2); }

struct jpeg2000_shim {
  jpeg2000_shim_source source;
  uint64_t position;
  opj_stream_t *stream;
  opj_codec_t *codec;
  opj_image_t *image;
  uint32_t complaints;
};

static OPJ_SIZE_T read_bytes(void *buffer, OPJ_SIZE_T count, void *data) {
  jpeg2000_shim *shim = data;
  if (shim->position >= shim->source.size) return (OPJ_SIZE_T)-1;
  // The file may go on after a box that is too short. After those bytes an assertion of libopenjp2 ends the process.
  uint64_t left = shim->source.size - shim->position;
  if (count > left) count = (OPJ_SIZE_T)left;
  size_t got = shim->source.read(shim->source.context, shim->position, buffer, count);
  shim->position += got;
  return got ? got : (OPJ_SIZE_T)-1;
}

static OPJ_BOOL seek_to(OPJ_OFF_T position, void *data) {
  jpeg2000_shim *shim = data;
  if (position < 0 || (uint64_t)position > shim->source.size) return OPJ_FALSE;
  shim->position = (uint64_t)position;
  return OPJ_TRUE;
}

static OPJ_OFF_T skip_bytes(OPJ_OFF_T count, void *data) {
  jpeg2000_shim *shim = data;
  if (count < 0 || (uint64_t)count > shim->source.size - shim->position) return -1;
  shim->position += (uint64_t)count;
  return count;
}

static void complain(const char *message, void *data) {
  (void)message;
  jpeg2000_shim *shim = data;
  if (shim->complaints < UINT32_MAX) ++shim->complaints;
}

jpeg2000_shim *jpeg2000_shim_open(const jpeg2000_shim_source *source, int uses_threads) {
  jpeg2000_shim *shim = calloc(1, sizeof *shim);
  if (!shim) return NULL;
  shim->source = *source;
  opj_dparameters_t parameters;
  lib.opj_set_default_decoder_parameters(&parameters);
  shim->stream = lib.opj_stream_create(1 << 16, OPJ_STREAM_READ);
  shim->codec = lib.opj_create_decompress(OPJ_CODEC_J2K);
  if (!shim->stream || !shim->codec) goto failed;
  lib.opj_stream_set_read_function(shim->stream, read_bytes);
  lib.opj_stream_set_seek_function(shim->stream, seek_to);
  lib.opj_stream_set_skip_function(shim->stream, skip_bytes);
  lib.opj_stream_set_user_data(shim->stream, shim, NULL);
  lib.opj_stream_set_user_data_length(shim->stream, source->size);
  lib.opj_set_warning_handler(shim->codec, complain, shim);
  lib.opj_set_error_handler(shim->codec, complain, shim);
  if (!lib.opj_setup_decoder(shim->codec, &parameters)) goto failed;
  // Decodes what exists of a codestream that is cut short.
  lib.opj_decoder_set_strict_mode(shim->codec, OPJ_FALSE);
  lib.opj_codec_set_threads(shim->codec, uses_threads ? lib.opj_get_num_cpus() : 0);
  if (lib.opj_read_header(shim->stream, shim->codec, &shim->image)) return shim;
failed:
  jpeg2000_shim_close(shim);
  return NULL;
}

void jpeg2000_shim_close(jpeg2000_shim *shim) {
  if (!shim) return;
  if (shim->image) lib.opj_image_destroy(shim->image);
  if (shim->codec) lib.opj_destroy_codec(shim->codec);
  if (shim->stream) lib.opj_stream_destroy(shim->stream);
  free(shim);
}

int jpeg2000_shim_reduce(jpeg2000_shim *shim, uint32_t levels) {
  // Without the strict mode, libopenjp2 2.5.0 reads beyond the data when it skips packets of a damaged file.
  lib.opj_decoder_set_strict_mode(shim->codec, levels > 0);
  return lib.opj_set_decoded_resolution_factor(shim->codec, levels);
}

int jpeg2000_shim_decode_tile(jpeg2000_shim *shim, uint32_t index) {
  return lib.opj_get_decoded_tile(shim->codec, shim->stream, shim->image, index);
}

int jpeg2000_shim_decode(jpeg2000_shim *shim) { return lib.opj_decode(shim->codec, shim->stream, shim->image); }

uint32_t jpeg2000_shim_complaints(const jpeg2000_shim *shim) { return shim->complaints; }

jpeg2000_shim_component jpeg2000_shim_tile_component(const jpeg2000_shim *shim, uint32_t index) {
  jpeg2000_shim_component component = {0};
  if (index >= shim->image->numcomps) return component;
  const opj_image_comp_t *found = &shim->image->comps[index];
  component.samples = found->data;
  component.x = found->x0;
  component.y = found->y0;
  component.width = found->w;
  component.height = found->h;
  return component;
}
