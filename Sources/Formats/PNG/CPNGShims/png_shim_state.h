#ifndef CAMEO_PNG_SHIM_STATE_H
#define CAMEO_PNG_SHIM_STATE_H

#include "CPNGShims.h"

#include <png.h>
#include <setjmp.h>

enum { PNG_SHIM_TEXT_SIZE = 200 };

/// The state that a reader and a writer have in common; libpng's error pointer leads here.
typedef struct {
  jmp_buf jump;
  bool callback_failed;
  int warnings;
  int max_warnings;
  char message[PNG_SHIM_TEXT_SIZE];
  char warning[PNG_SHIM_TEXT_SIZE];
} png_shim_state;

struct png_shim_reader {
  png_shim_state state;
  png_structp png;
  png_infop info;
  png_shim_read read;
  void *context;
  uint32_t height;
  size_t row_bytes;
};

struct png_shim_writer {
  png_shim_state state;
  png_structp png;
  png_infop info;
  png_shim_write write;
  void *context;
  uint32_t height;
  uint8_t bit_depth;
  bool interlaced;
};

#endif
