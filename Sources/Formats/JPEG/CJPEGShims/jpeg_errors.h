#ifndef CAMEO_JPEG_ERRORS_H
#define CAMEO_JPEG_ERRORS_H

#include <setjmp.h>
#include <stddef.h>
#include <stdio.h>

#include <jpeglib.h>

#include "CJPEGShims.h"

/// The library's error manager with a place to jump to. First member: the library hands out pointers to it.
typedef struct {
  struct jpeg_error_mgr manager;
  jmp_buf jump;
  jpeg_shim_status status; ///< set before the jump
  char message[JMSG_LENGTH_MAX];
} jpeg_shim_errors;

/// Installs handlers that jump and never print; returns what goes into `cinfo.err`.
struct jpeg_error_mgr *jpeg_shim_errors_install(jpeg_shim_errors *errors);

/// Writes what the current message says, in our words, to a place of JMSG_LENGTH_MAX bytes.
void jpeg_shim_describe(j_common_ptr info, char *place);

/// After a fatal error of the library while the scans of a file are read: whether those before the error are whole.
/// Then the rest of the file is left out, as if the end marker came next, and the step can go on.
int jpeg_shim_keeps_scans(jpeg_shim_decoder *decoder);

/// Leaves the current step with a status of our own.
void jpeg_shim_raise(j_common_ptr info, jpeg_shim_status status);

#endif
