#ifndef CAMEO_JPEG_DC_ARRAYS_H
#define CAMEO_JPEG_DC_ARRAYS_H

#include <stdint.h>
#include <stdio.h>

#include <jpeglib.h>

/// The coefficients of a component of which only DC is decoded: two bytes a block instead of the library's 128. When
/// the library asks for whole blocks, a few rows of them (the window) are made for it.
typedef struct {
  JCOEF *values; ///< row by row; NULL for a component that the library stores
  JBLOCKARRAY window;
  JDIMENSION blocks_per_row;
  JDIMENSION rows;
  JDIMENSION window_rows; ///< at most
  JDIMENSION first_row; ///< of the window
  JDIMENSION row_count;
} jpeg_shim_dc_array;

typedef struct {
  uint32_t components; ///< bit n: of component n only DC is decoded
  int requested;       ///< the number of arrays that the library has asked for: one for each component, in their order
  jpeg_shim_dc_array arrays[MAX_COMPONENTS];
  jvirt_barray_ptr (*request)(j_common_ptr, int, boolean, JDIMENSION, JDIMENSION, JDIMENSION);
  JBLOCKARRAY (*access)(j_common_ptr, jvirt_barray_ptr, JDIMENSION, JDIMENSION, boolean);
} jpeg_shim_dc_arrays;

/// Replaces the functions of the memory manager that deal with arrays of coefficients. Call it between
/// `jpeg_read_header` and `jpeg_start_decompress`.
void jpeg_shim_dc_arrays_install(j_decompress_ptr info, uint32_t components);

/// The state that belongs to a decompressor.
jpeg_shim_dc_arrays *jpeg_shim_dc_arrays_of(j_common_ptr info);

#endif
