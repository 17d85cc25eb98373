#include "jpeg_errors.h"

// The handles begin with the library's structures.
static j_decompress_ptr decompressor_of(jpeg_shim_decoder *decoder) { return (j_decompress_ptr)decoder; }
static j_compress_ptr compressor_of(jpeg_shim_encoder *encoder) { return (j_compress_ptr)encoder; }
static jpeg_shim_errors *errors_of(j_common_ptr info) { return (jpeg_shim_errors *)info->err; }

jpeg_shim_status jpeg_shim_decoder_read_coefficients(jpeg_shim_decoder *decoder) {
  j_decompress_ptr info = decompressor_of(decoder);
  if (setjmp(errors_of((j_common_ptr)info)->jump)) {
    if (!jpeg_shim_keeps_scans(decoder)) return errors_of((j_common_ptr)info)->status;
    goto read;
  }
  jpeg_read_header(info, TRUE);
read:
  jpeg_read_coefficients(info);
  return jpeg_shim_ok;
}

/// Turns a block of frequencies as its pixels are turned. Exchanged axes exchange the frequencies. Along a mirrored
/// axis, the odd frequencies change their sign.
static void turn_block(const JCOEF *from, JCOEF *to, const jpeg_shim_turn *turn) {
  for (int y = 0; y < DCTSIZE; y++) {
    for (int x = 0; x < DCTSIZE; x++) {
      int stored_x = turn->swaps_axes ? y : x, stored_y = turn->swaps_axes ? x : y;
      int is_negative = ((turn->mirrors_x & stored_x) ^ (turn->mirrors_y & stored_y)) & 1;
      JCOEF value = from[stored_y * DCTSIZE + stored_x];
      to[y * DCTSIZE + x] = (JCOEF)(is_negative ? -value : value);
    }
  }
}

static JDIMENSION divide_up(uint64_t value, int divisor) {
  return (JDIMENSION)((value + (uint64_t)divisor - 1) / (uint64_t)divisor);
}

static JDIMENSION round_up(JDIMENSION value, int unit) { return divide_up(value, unit) * (JDIMENSION)unit; }

/// Moves the blocks of one component.
static void turn_component(j_decompress_ptr source, jvirt_barray_ptr from, j_compress_ptr target, jvirt_barray_ptr to,
                           int number, const jpeg_shim_turn *turn) {
  const jpeg_component_info *old = &source->comp_info[number], *new = &target->comp_info[number];
  // Blocks of whole units; a part of a unit at the end stays where it is or is left out.
  uint32_t h = (uint32_t)old->h_samp_factor, v = (uint32_t)old->v_samp_factor;
  uint32_t columns = source->image_width / ((uint32_t)source->max_h_samp_factor * DCTSIZE) * h;
  uint32_t rows = source->image_height / ((uint32_t)source->max_v_samp_factor * DCTSIZE) * v;
  uint32_t stored_width = round_up(old->width_in_blocks, old->h_samp_factor);
  uint32_t stored_height = round_up(old->height_in_blocks, old->v_samp_factor);
  for (uint32_t y = 0; y < new->height_in_blocks; y++) {
    JBLOCKROW row = target->mem->access_virt_barray((j_common_ptr)target, to, y, 1, TRUE)[0];
    for (uint32_t x = 0; x < new->width_in_blocks; x++) {
      uint32_t turned_x = x + turn->left * (uint32_t)new->h_samp_factor;
      uint32_t turned_y = y + turn->top * (uint32_t)new->v_samp_factor;
      uint32_t stored_x = turn->swaps_axes ? turned_y : turned_x, stored_y = turn->swaps_axes ? turned_x : turned_y;
      if (turn->mirrors_x) stored_x = columns - 1 - stored_x;
      if (turn->mirrors_y) stored_y = rows - 1 - stored_y;
      // Also true for a difference below 0.
      if (stored_x >= stored_width || stored_y >= stored_height) {
        jpeg_shim_raise((j_common_ptr)target, jpeg_shim_invalid);
      }
      JBLOCKARRAY stored = source->mem->access_virt_barray((j_common_ptr)source, from, stored_y, 1, FALSE);
      turn_block(stored[0][stored_x], row[x], turn);
    }
  }
}

static void transpose_tables(j_compress_ptr info) {
  for (int number = 0; number < NUM_QUANT_TBLS; number++) {
    JQUANT_TBL *table = info->quant_tbl_ptrs[number];
    for (int y = 0; table != NULL && y < DCTSIZE; y++) {
      for (int x = 0; x < y; x++) {
        UINT16 step = table->quantval[y * DCTSIZE + x];
        table->quantval[y * DCTSIZE + x] = table->quantval[x * DCTSIZE + y];
        table->quantval[x * DCTSIZE + y] = step;
      }
    }
  }
}

jpeg_shim_status jpeg_shim_encoder_start_turned(jpeg_shim_encoder *encoder, jpeg_shim_decoder *decoder,
                                                const jpeg_shim_turn *turn, const jpeg_shim_encode_options *options) {
  j_compress_ptr target = compressor_of(encoder);
  j_decompress_ptr source = decompressor_of(decoder);
  if (setjmp(errors_of((j_common_ptr)target)->jump)) return errors_of((j_common_ptr)target)->status;
  if (setjmp(errors_of((j_common_ptr)source)->jump)) return errors_of((j_common_ptr)source)->status;
  // The coefficients have been read: this only returns them.
  jvirt_barray_ptr *stored = jpeg_read_coefficients(source);
  jpeg_copy_critical_parameters(source, target);
  target->image_width = options->width;
  target->image_height = options->height;
  target->optimize_coding = TRUE;
  target->density_unit = (UINT8)options->density_unit;
  target->X_density = options->x_density;
  target->Y_density = options->y_density;
  int max_h = source->max_h_samp_factor, max_v = source->max_v_samp_factor;
  if (turn->swaps_axes) {
    transpose_tables(target);
    for (int number = 0; number < target->num_components; number++) {
      target->comp_info[number].h_samp_factor = source->comp_info[number].v_samp_factor;
      target->comp_info[number].v_samp_factor = source->comp_info[number].h_samp_factor;
    }
    max_h = source->max_v_samp_factor;
    max_v = source->max_h_samp_factor;
  }
  if (options->progressive || source->progressive_mode) jpeg_simple_progression(target);
  // The library uses the list until the end of the file.
  jvirt_barray_ptr *turned =
      target->mem->alloc_small((j_common_ptr)target, JPOOL_IMAGE, MAX_COMPONENTS * sizeof(jvirt_barray_ptr));
  for (int number = 0; number < target->num_components; number++) {
    jpeg_component_info *component = &target->comp_info[number];
    int h = component->h_samp_factor, v = component->v_samp_factor;
    component->width_in_blocks = divide_up((uint64_t)target->image_width * (uint64_t)h, max_h * DCTSIZE);
    component->height_in_blocks = divide_up((uint64_t)target->image_height * (uint64_t)v, max_v * DCTSIZE);
    turned[number] = target->mem->request_virt_barray((j_common_ptr)target, JPOOL_IMAGE, TRUE,
                                                      round_up(component->width_in_blocks, h),
                                                      round_up(component->height_in_blocks, v), (JDIMENSION)v);
  }
  target->mem->realize_virt_arrays((j_common_ptr)target);
  for (int number = 0; number < target->num_components; number++) {
    turn_component(source, stored[number], target, turned[number], number, turn);
  }
  jpeg_write_coefficients(target, turned);
  return jpeg_shim_ok;
}
