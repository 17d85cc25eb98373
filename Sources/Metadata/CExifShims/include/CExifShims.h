// Titles of tags and readable texts of values, from libexif. The structure of Exif data is read in Swift. All texts are
// in English, in every locale.
#ifndef CAMEO_CEXIF_SHIMS_H
#define CAMEO_CEXIF_SHIMS_H

#include <stddef.h>
#include <stdint.h>

// Directories, with libexif's numbers (ExifIfd).
enum {
  exif_shim_ifd_0 = 0,
  exif_shim_ifd_1 = 1,
  exif_shim_ifd_exif = 2,
  exif_shim_ifd_gps = 3,
  exif_shim_ifd_interoperability = 4
};

// A short description of the tag; NULL if libexif has none. The string is static.
const char *exif_shim_title(uint16_t tag, int ifd);

// An empty ExifData without options, for describing values.
typedef struct exif_shim_describer exif_shim_describer;

// NULL if there is no memory.
exif_shim_describer *exif_shim_describer_new(int is_big_endian);
void exif_shim_describer_free(exif_shim_describer *describer);

// The readable text of a value: `count` units of a type (1 to 12) in `size` bytes, in the describer's byte order.
// Writes at most `capacity` bytes, including a final NUL. Returns 1, or 0 if libexif has no text.
int exif_shim_describe(exif_shim_describer *describer, int ifd, uint16_t tag, uint16_t type, uint32_t count,
                       const uint8_t *bytes, size_t size, char *text, size_t capacity);

#endif
