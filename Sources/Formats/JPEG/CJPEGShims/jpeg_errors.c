#include "jpeg_errors.h"

#include <jerror.h>
#include <string.h>

static jpeg_shim_status status_for(int code) {
  switch (code) {
#if JPEG_LIB_VERSION < 70
  case JERR_ARITH_NOTIMPL:
#endif
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

/// What a message of the library says, in our words. Messages that only a fault of our own could cause are left out.
static const char *words_for(int code) {
  switch (code) {
#if JPEG_LIB_VERSION < 70 // later versions have no such message
  case JERR_ARITH_NOTIMPL:
    return "arithmetic coding";
#endif
  case JERR_BAD_COMPONENT_ID:
    return "a scan names a component that the frame does not have";
  case JERR_BAD_HUFF_TABLE:
  case JERR_HUFF_MISSING_CODE:
    return "a Huffman table is not valid";
  case JERR_BAD_LENGTH:
    return "a segment has a wrong length";
  case JERR_BAD_MCU_SIZE:
  case JERR_BAD_SAMPLING:
    return "sampling factors that are not valid";
  case JERR_BAD_PRECISION:
    return "samples that are not of 8 bits";
  case JERR_BAD_PROGRESSION:
    return "a scan has parameters that are not valid";
  case JERR_BAD_J_COLORSPACE:
  case JERR_CCIR601_NOTIMPL:
  case JERR_CONVERSION_NOTIMPL:
  case JERR_FRACT_SAMPLE_NOTIMPL:
    return "colours or sampling that are not supported";
  case JERR_COMPONENT_COUNT:
    return "too many components";
  case JERR_DAC_INDEX:
  case JERR_DAC_VALUE:
  case JERR_NO_ARITH_TABLE:
    return "an arithmetic coding table is missing or not valid";
  case JERR_DHT_INDEX:
  case JERR_NO_HUFF_TABLE:
    return "a Huffman table is missing";
  case JERR_DQT_INDEX:
  case JERR_NO_QUANT_TABLE:
    return "a quantization table is missing";
  case JERR_EMPTY_IMAGE:
    return "a width or height of 0";
  case JERR_IMAGE_TOO_BIG:
  case JERR_WIDTH_OVERFLOW:
    return "a width or height above 65,500";
  case JERR_INPUT_EMPTY:
  case JERR_INPUT_EOF:
  case JERR_NO_IMAGE:
  case JERR_SOF_NO_SOS:
    return "the file ends before the picture's data";
  case JERR_SOF_DUPLICATE:
    return "there are two frame headers";
  case JERR_SOI_DUPLICATE:
    return "a second picture begins within the picture";
  case JERR_SOS_NO_SOF:
    return "a scan comes before the frame header";
  case JERR_UNKNOWN_MARKER:
    return "a marker is not known";
  case JWRN_ADOBE_XFORM:
    return "the Adobe segment names an unknown colour transform";
  case JWRN_BOGUS_PROGRESSION:
  case JWRN_NOT_SEQUENTIAL:
    return "the scans do not follow each other as they should";
  case JWRN_EXTRANEOUS_DATA:
    return "there are extra bytes in the picture's data";
  case JWRN_HIT_MARKER:
    return "a part of the picture's data is missing";
  case JWRN_JFIF_MAJOR:
    return "a version of JFIF that is not known";
  case JWRN_JPEG_EOF:
    return ""; // The warnings have a member for it.
  case JWRN_MUST_RESYNC:
    return "a restart marker is missing or at the wrong place";
  default:
    return "the picture's data is damaged";
  }
}

void jpeg_shim_describe(j_common_ptr info, char *place) {
  snprintf(place, JMSG_LENGTH_MAX, "%s", words_for(info->err->msg_code));
}

static void error_exit(j_common_ptr info) {
  jpeg_shim_errors *errors = (jpeg_shim_errors *)info->err;
  errors->status = status_for(errors->manager.msg_code);
  jpeg_shim_describe(info, errors->message);
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
