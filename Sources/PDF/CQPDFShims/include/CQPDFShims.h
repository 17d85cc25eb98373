#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// The version of libqpdf that runs (`QPDF::QPDFVersion`). The text belongs to the library and stays.
const char *_Nonnull qpdf_shim_version(void);

#ifdef __cplusplus
}
#endif
