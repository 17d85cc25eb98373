#include "jpeg_errors.h"

#include <jerror.h>
#include <string.h>

static jpeg_shim_status status_for(int code) {
  switch (code) {
  case JERR_ARITH_NOTIMPL:
  case JERR_BAD_PRECISION:
  case JERR_BAD_J_COLORSPACE:
  case JERR_CCIR601_NOTIMPL:
  case JERR_COMPONENT_COUNT:
  case JERR_CONVERSION_NOTIMPL:
  case JERR_FRACT_SAMPLE_NOTIMPL:
  case JERR_IMAGE_TOO_BIG:
  case JERR_NOT_COMPILED:
  case JERR_SOF_UNSUPPORTED:
  case JERR_WIDTH_OVERFLOW:
    return jpeg_shim_unsupported;
  case JERR_NO_BACKING_STORE:
  case JERR_OUT_OF_MEMORY:
    return jpeg_shim_no_memory;
  default:
    return jpeg_shim_invalid;
  }
}

static void error_exit(j_common_ptr info) {
  jpeg_shim_errors *errors = (jpeg_shim_errors *)info->err;
  errors->status = status_for(errors->manager.msg_code);
  (*errors->manager.format_message)(info, errors->message);
  longjmp(errors->jump, 1);
}

static void emit_message(j_common_ptr info, int level) {
  if (level < 0) info->err->num_warnings++;
}

static void output_message(j_common_ptr info) { (void)info; }

struct jpeg_error_mgr *jpeg_shim_errors_install(jpeg_shim_errors *errors) {
  memset(errors, 0, sizeof *errors);
  struct jpeg_error_mgr *manager = jpeg_std_error(&errors->manager);
  manager->error_exit = error_exit;
  manager->emit_message = emit_message;
  manager->output_message = output_message;
  return manager;
}

void jpeg_shim_raise(j_common_ptr info, jpeg_shim_status status) {
  jpeg_shim_errors *errors = (jpeg_shim_errors *)info->err;
  errors->status = status;
  errors->message[0] = 0;
  longjmp(errors->jump, 1);
}
