#ifndef CAMEO_CUCHARDET_SHIMS_H
#define CAMEO_CUCHARDET_SHIMS_H

#include <stddef.h>
#include <stdint.h>

/// Loads libuchardet unless that was done before. Any thread may call it. Returns NULL on success, otherwise the
/// loader's message; `charset_shim_detect` may not be called then.
const char *charset_shim_load(void);

/// Guesses the encoding of a text. `name` gets the library's name for it, at most `name_size` bytes with the zero at
/// its end; an empty one where it cannot tell. C: `uchardet_handle_data`.
void charset_shim_detect(const uint8_t *bytes, size_t count, char *name, size_t name_size);

/// The most bytes that `charset_shim_decode` writes.
size_t charset_shim_room(size_t count);

/// Decodes a text to UTF-8. A byte that is not part of a character becomes U+FFFD. `*wrong` is the number of them.
/// Unless the text `is_whole`, an incomplete character at its end is left out.
///
/// Returns the number of bytes written, or -1 for an encoding that the C library does not know. C: `iconv`.
ptrdiff_t charset_shim_decode(
    const char *encoding, const uint8_t *bytes, size_t count, int is_whole, char *output, size_t *wrong);

#endif
