// What libexif is asked for: the names of tags, and the readable text of a value. The structure of Exif data is read in
// Swift; libexif never sees a whole block. All texts are in English, whatever the process's locale is.
#ifndef CAMEO_CEXIF_SHIMS_H
#define CAMEO_CEXIF_SHIMS_H

#include <stddef.h>
#include <stdint.h>

// Directories, with the numbers that libexif gives them (ExifIfd).
enum {
  exif_shim_ifd_0 = 0,
  exif_shim_ifd_1 = 1,
  exif_shim_ifd_exif = 2,
  exif_shim_ifd_gps = 3,
  exif_shim_ifd_interoperability = 4
};

// The name of a tag in a directory; NULL where libexif knows none. The string is static.
const char *exif_shim_name(uint16_t tag, int ifd);

// A few words that say what the tag is; NULL where libexif knows none. The string is static.
const char *exif_shim_title(uint16_t tag, int ifd);

// An empty ExifData with its options unset, in which values are put to be described.
typedef struct exif_shim_describer exif_shim_describer;

// NULL when there is no memory.
exif_shim_describer *exif_shim_describer_new(int is_big_endian);
void exif_shim_describer_free(exif_shim_describer *describer);

// The readable text of a value of `count` units of a type (1 to 12), whose `size` bytes lie in the describer's byte order.
// Writes at most `capacity` bytes with a NUL at the end. Returns 1, or 0 where libexif has nothing to say.
int exif_shim_describe(exif_shim_describer *describer, int ifd, uint16_t tag, uint16_t type, uint32_t count,
                       const uint8_t *bytes, size_t size, char *text, size_t capacity);

#endif
