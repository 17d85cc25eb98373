#include "jpeg_coefficient_file.h"

#include <string.h>
#include <unistd.h>

#include "jpeg_errors.h"

/// An array of rows of blocks in the file. libjpeg reads and writes it through one window that moves downwards, again
/// in each scan.
typedef struct {
  uint64_t offset;    ///< of the array in the file
  size_t row_size;    ///< in bytes
  JDIMENSION first;   ///< the first row in the window
  JDIMENSION count;   ///< the rows in the window; 0 if there are none yet
  boolean is_changed; ///< whether the window has to be written
  JBLOCKARRAY window;
} file_array;

static void check(j_common_ptr info, ssize_t done, size_t size) {
  if (done != (ssize_t)size) jpeg_shim_raise(info, jpeg_shim_no_coefficient_file);
}

static void write_window(j_common_ptr info, file_array *array) {
  for (JDIMENSION row = 0; array->is_changed && row < array->count; row++) {
    uint64_t place = array->offset + (uint64_t)(array->first + row) * array->row_size;
    check(info, pwrite(jpeg_shim_file_of(info)->descriptor, array->window[row], array->row_size, (off_t)place),
          array->row_size);
  }
  array->is_changed = FALSE;
}

static jvirt_barray_ptr request_array(j_common_ptr info, int pool, boolean pre_zero, JDIMENSION width, JDIMENSION rows,
                                      JDIMENSION window_rows) {
  (void)pre_zero; // rows that were not written are zeros in any case
  jpeg_shim_coefficient_file *file = jpeg_shim_file_of(info);
  file_array *array = info->mem->alloc_small(info, pool, sizeof *array);
  memset(array, 0, sizeof *array);
  array->offset = file->size;
  array->row_size = (size_t)width * sizeof(JBLOCK);
  array->window = info->mem->alloc_barray(info, pool, width, window_rows);
  file->size += (uint64_t)rows * array->row_size;
  if (ftruncate(file->descriptor, (off_t)file->size) != 0) jpeg_shim_raise(info, jpeg_shim_no_coefficient_file);
  return (jvirt_barray_ptr)array;
}

static JBLOCKARRAY access_array(j_common_ptr info, jvirt_barray_ptr pointer, JDIMENSION first, JDIMENSION count,
                                boolean writable) {
  file_array *array = (file_array *)pointer;
  if (array->count != count || array->first != first) {
    write_window(info, array);
    for (JDIMENSION row = 0; row < count; row++) {
      uint64_t place = array->offset + (uint64_t)(first + row) * array->row_size;
      check(info, pread(jpeg_shim_file_of(info)->descriptor, array->window[row], array->row_size, (off_t)place),
            array->row_size);
    }
    array->first = first;
    array->count = count;
  }
  if (writable) array->is_changed = TRUE;
  return array->window;
}

void jpeg_shim_install_file(jpeg_shim_coefficient_file *file, j_common_ptr info) {
  file->size = 0;
  info->mem->request_virt_barray = request_array;
  info->mem->access_virt_barray = access_array;
}
