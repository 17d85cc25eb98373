#ifndef CAMEO_JPEG_COEFFICIENT_FILE_H
#define CAMEO_JPEG_COEFFICIENT_FILE_H

#include <stdint.h>
#include <stdio.h>

#include <jpeglib.h>

/// A file that holds the coefficients of a picture instead of memory.
typedef struct {
  int descriptor;
  uint64_t size;
} jpeg_shim_coefficient_file;

/// Makes a compressor keep its coefficient arrays in the file, with a window of each in memory. The file must be empty.
void jpeg_shim_install_file(jpeg_shim_coefficient_file *file, j_common_ptr info);

/// The file of a compressor on which `jpeg_shim_install_file` was called.
jpeg_shim_coefficient_file *jpeg_shim_file_of(j_common_ptr info);

#endif
