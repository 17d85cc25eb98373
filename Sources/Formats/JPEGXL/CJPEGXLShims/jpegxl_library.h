#ifndef CAMEO_JPEGXL_LIBRARY_H
#define CAMEO_JPEGXL_LIBRARY_H

#include "CJPEGXLShims.h"

#include <CLazyBinding.h>
#include <jxl/decode.h>
#include <jxl/encode.h>
#include <jxl/thread_parallel_runner.h>
#include <jxl/version.h>

// The functions of libjxl that are called.
#define JXL_FUNCTIONS(X) \
  X(JxlColorEncodingSetToSRGB) \
  X(JxlDecoderCreate) \
  X(JxlDecoderDestroy) \
  X(JxlDecoderFlushImage) \
  X(JxlDecoderGetBasicInfo) \
  X(JxlDecoderGetColorAsEncodedProfile) \
  X(JxlDecoderGetColorAsICCProfile) \
  X(JxlDecoderGetExtraChannelInfo) \
  X(JxlDecoderGetFrameHeader) \
  X(JxlDecoderGetICCProfileSize) \
  X(JxlDecoderImageOutBufferSize) \
  X(JxlDecoderProcessInput) \
  X(JxlDecoderReleaseInput) \
  X(JxlDecoderReleaseJPEGBuffer) \
  X(JxlDecoderSetImageOutBuffer) \
  X(JxlDecoderSetInput) \
  X(JxlDecoderSetJPEGBuffer) \
  X(JxlDecoderSetKeepOrientation) \
  X(JxlDecoderSetParallelRunner) \
  X(JxlDecoderSkipFrames) \
  X(JxlDecoderSubscribeEvents) \
  X(JxlEncoderAddBox) \
  X(JxlEncoderAddImageFrame) \
  X(JxlEncoderAddJPEGFrame) \
  X(JxlEncoderCloseInput) \
  X(JxlEncoderCreate) \
  X(JxlEncoderDestroy) \
  X(JxlEncoderFrameSettingsCreate) \
  X(JxlEncoderFrameSettingsSetOption) \
  X(JxlEncoderGetRequiredCodestreamLevel) \
  X(JxlEncoderInitBasicInfo) \
  X(JxlEncoderProcessOutput) \
  X(JxlEncoderSetBasicInfo) \
  X(JxlEncoderSetCodestreamLevel) \
  X(JxlEncoderSetColorEncoding) \
  X(JxlEncoderSetFrameDistance) \
  X(JxlEncoderSetFrameLossless) \
  X(JxlEncoderSetICCProfile) \
  X(JxlEncoderSetParallelRunner) \
  X(JxlEncoderStoreJPEGMetadata) \
  X(JxlEncoderUseBoxes) \
  X(JxlEncoderUseContainer)

#define JXL_THREADS_FUNCTIONS(X) \
  X(JxlThreadParallelRunner) \
  X(JxlThreadParallelRunnerCreate) \
  X(JxlThreadParallelRunnerDefaultNumWorkerThreads) \
  X(JxlThreadParallelRunnerDestroy)

typedef struct { JXL_FUNCTIONS(LAZY_POINTER) } jpegxl_functions;
typedef struct { JXL_THREADS_FUNCTIONS(LAZY_POINTER) } jpegxl_threads_functions;
extern jpegxl_functions jxl;
extern jpegxl_threads_functions jxl_threads;

// As many threads as the machine has; NULL without memory.
void *jpegxl_create_runner(void);

JxlPixelFormat jpegxl_format(jpegxl_shim_layout layout);

#endif
