#include "jpeg_dc_arrays.h"

#include <jerror.h>
#include <string.h>

static jvirt_barray_ptr request(j_common_ptr info, int pool, boolean pre_zero, JDIMENSION blocks_per_row,
                                JDIMENSION rows, JDIMENSION max_access) {
  jpeg_shim_dc_arrays *dc = jpeg_shim_dc_arrays_of(info);
  int component = dc->requested++;
  if (component >= MAX_COMPONENTS || (dc->components >> component & 1) == 0) {
    return dc->request(info, pool, pre_zero, blocks_per_row, rows, max_access);
  }
  jpeg_shim_dc_array *array = &dc->arrays[component];
  size_t size = (size_t)blocks_per_row * rows * sizeof(JCOEF);
  array->values = info->mem->alloc_large(info, pool, size);
  memset(array->values, 0, size);
  array->window = info->mem->alloc_barray(info, pool, blocks_per_row, max_access);
  for (JDIMENSION row = 0; row < max_access; row++) memset(array->window[row], 0, blocks_per_row * sizeof(JBLOCK));
  array->blocks_per_row = blocks_per_row;
  array->rows = rows;
  array->window_rows = max_access;
  return (jvirt_barray_ptr)array;
}

/// Copies DC coefficients between the window and the array.
static void exchange(jpeg_shim_dc_array *array, boolean saves) {
  JCOEF *value = array->values + (size_t)array->first_row * array->blocks_per_row;
  for (JDIMENSION row = 0; row < array->row_count; row++) {
    JBLOCKROW blocks = array->window[row];
    for (JDIMENSION i = 0; i < array->blocks_per_row; i++, value++) {
      if (saves) {
        *value = blocks[i][0];
      } else {
        blocks[i][0] = *value;
      }
    }
  }
}

static JBLOCKARRAY access(j_common_ptr info, jvirt_barray_ptr pointer, JDIMENSION first_row, JDIMENSION row_count,
                          boolean writable) {
  jpeg_shim_dc_arrays *dc = jpeg_shim_dc_arrays_of(info);
  jpeg_shim_dc_array *array = NULL;
  for (int i = 0; i < MAX_COMPONENTS; i++) {
    if (dc->arrays[i].values != NULL && (jvirt_barray_ptr)&dc->arrays[i] == pointer) array = &dc->arrays[i];
  }
  if (array == NULL) return dc->access(info, pointer, first_row, row_count, writable);
  if (row_count > array->window_rows || row_count > array->rows || first_row > array->rows - row_count) {
    ERREXIT(info, JERR_BAD_VIRTUAL_ACCESS);
  }
  if (array->first_row != first_row || array->row_count != row_count) {
    exchange(array, TRUE);
    array->first_row = first_row;
    array->row_count = row_count;
    exchange(array, FALSE);
  }
  return array->window;
}

void jpeg_shim_dc_arrays_install(j_decompress_ptr info, uint32_t components) {
  jpeg_shim_dc_arrays *dc = jpeg_shim_dc_arrays_of((j_common_ptr)info);
  dc->components = components;
  dc->request = info->mem->request_virt_barray;
  dc->access = info->mem->access_virt_barray;
  info->mem->request_virt_barray = request;
  info->mem->access_virt_barray = access;
}
