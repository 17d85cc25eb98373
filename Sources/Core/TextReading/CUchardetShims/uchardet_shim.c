#include "CUchardetShims.h"

#include <CLazyBinding.h>
#include <errno.h>
#include <iconv.h>
#include <string.h>

// The interface of libuchardet, which is these functions since its first version. With them here, a build needs no
// header of a library that is only loaded.
typedef struct uchardet *uchardet_t;
uchardet_t uchardet_new(void);
void uchardet_delete(uchardet_t detector);
int uchardet_handle_data(uchardet_t detector, const char *data, size_t count);
void uchardet_data_end(uchardet_t detector);
const char *uchardet_get_charset(uchardet_t detector);

// The functions of libuchardet that are called.
#define UCHARDET_FUNCTIONS(X) \
  X(uchardet_new) \
  X(uchardet_delete) \
  X(uchardet_handle_data) \
  X(uchardet_data_end) \
  X(uchardet_get_charset)

static struct { UCHARDET_FUNCTIONS(LAZY_POINTER) } lib;
static lazy_library libuchardet = LAZY_LIBRARY("libuchardet.so.0", lib, UCHARDET_FUNCTIONS);

const char *charset_shim_load(void) { return lazy_bind(&libuchardet); }

void charset_shim_detect(const uint8_t *bytes, size_t count, char *name, size_t name_size) {
  name[0] = 0;
  uchardet_t detector = lib.uchardet_new();
  if (!detector) return;
  if (lib.uchardet_handle_data(detector, (const char *)bytes, count) == 0) {
    lib.uchardet_data_end(detector);
    const char *found = lib.uchardet_get_charset(detector);
    if (strlen(found) < name_size) strcpy(name, found);
  }
  lib.uchardet_delete(detector);
}

static const char replacement[] = "\xEF\xBF\xBD";
enum { replacement_size = 3 };

// No encoding has characters that take more than three times as many bytes in UTF-8: half-width katakana are one byte
// of Shift_JIS.
size_t charset_shim_room(size_t count) { return replacement_size * count + 16; }

ptrdiff_t charset_shim_decode(
    const char *encoding, const uint8_t *bytes, size_t count, int is_whole, char *output, size_t *wrong) {
  *wrong = 0;
  iconv_t converter = iconv_open("UTF-8", encoding);
  if (converter == (iconv_t)-1) return -1;
  char *input = (char *)bytes, *start = output;
  size_t room = charset_shim_room(count);
  while (count > 0 && iconv(converter, &input, &count, &output, &room) == (size_t)-1) {
    if (errno == EINVAL && !is_whole) break;
    if (errno == E2BIG || room < replacement_size) break;
    memcpy(output, replacement, replacement_size);
    output += replacement_size;
    room -= replacement_size;
    input++;
    count--;
    ++*wrong;
  }
  // An encoding may hold a character back until it knows whether an accent follows.
  iconv(converter, NULL, NULL, &output, &room);
  iconv_close(converter);
  return output - start;
}
