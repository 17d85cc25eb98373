// Titles of tags, readable texts of values, and the fields of maker notes, from libexif. The structure of Exif data is
// read in Swift: libexif gets a whole block for maker notes only. All texts are in English, in every locale.
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

// The maker note of an Exif block.
typedef struct exif_shim_notes exif_shim_notes;

// One field of a maker note. The strings are static, or NULL if libexif has none.
typedef struct exif_shim_note {
  uint32_t tag;
  const char *name;
  const char *title;
} exif_shim_note;

// Enough for 300 fields of 1,024 bytes, the most that libexif reads of a note, and their directory.
enum { EXIF_SHIM_LARGEST_BLOCK = 1 << 19 };

// Reads a block of at most EXIF_SHIM_LARGEST_BLOCK bytes, which begins with "Exif", two NUL bytes and the TIFF header.
// Its directories and the beginning of the note must lie in the first 65,534 bytes. NULL if it has no maker note that
// libexif knows, or there is no memory. The bytes are copied.
exif_shim_notes *exif_shim_notes_new(const uint8_t *block, size_t size);
void exif_shim_notes_free(exif_shim_notes *notes);
uint32_t exif_shim_notes_count(exif_shim_notes *notes);

// Reads a field and the text of its value: at most `capacity` bytes, including a final NUL. Returns 1, or 0 if there is
// no such field, or it has no value.
int exif_shim_notes_read(exif_shim_notes *notes, uint32_t index, exif_shim_note *note, char *text, size_t capacity);

#endif
