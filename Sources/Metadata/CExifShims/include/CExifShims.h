// What libexif is asked for: the titles of tags, the readable text of a value, and the fields of maker notes. The structure of
// Exif data is read in Swift; only for maker notes does libexif see a whole block. All texts are in English, whatever the
// process's locale is.
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

// The maker note of an Exif block.
typedef struct exif_shim_notes exif_shim_notes;

// One field of a maker note. The strings are static, or NULL where libexif knows none.
typedef struct exif_shim_note {
  uint32_t tag;
  const char *name;
  const char *title;
} exif_shim_note;

// 300 fields of 1,024 bytes, the most that libexif reads of a note, and their directory fit in.
enum { EXIF_SHIM_LARGEST_BLOCK = 1 << 19 };

// Reads a block that begins with "Exif", two NUL bytes and the TIFF header, of at most EXIF_SHIM_LARGEST_BLOCK bytes; its
// directories and the beginning of the note lie in the first 65,534. NULL where it has no maker note that libexif knows, or there
// is no memory. The bytes are copied.
exif_shim_notes *exif_shim_notes_new(const uint8_t *block, size_t size);
void exif_shim_notes_free(exif_shim_notes *notes);
uint32_t exif_shim_notes_count(exif_shim_notes *notes);

// Reads a field: what it is, and its value in words, at most `capacity` bytes with a NUL at the end. Returns 1, or 0 where there is
// none, or none with a value.
int exif_shim_notes_read(exif_shim_notes *notes, uint32_t index, exif_shim_note *note, char *text, size_t capacity);

#endif
