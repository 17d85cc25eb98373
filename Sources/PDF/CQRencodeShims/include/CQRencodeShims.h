#ifndef CAMEO_CQRENCODE_SHIMS_H
#define CAMEO_CQRENCODE_SHIMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Loads libqrencode unless that was done before. Any thread may call it. Returns NULL on success, otherwise the
/// loader's message; the other function may not be called then.
const char *qrencode_shim_load(void);

/// The most modules along a side: those of version 40.
enum { qrencode_shim_max_side = 177 };

/// Makes the smallest QR code of bytes, in byte mode. Unless they are ASCII, the code says that they are UTF-8. `level`
/// is from 0 (L) to 3 (H). `modules` gets the modules row by row, 1 for a dark one and 0 for a light one, and has space
/// for the largest code.
///
/// Returns the number of modules along a side; 0 if the bytes are too many for the level, -1 if there is no memory.
/// `count` is at least 1. C: `QRinput_appendECIheader`, `QRcode_encodeInput`.
int qrencode_shim_encode(const uint8_t *bytes, int count, bool is_ascii, int level, uint8_t *modules);

#endif
