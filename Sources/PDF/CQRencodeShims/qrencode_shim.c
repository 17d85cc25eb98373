#include "CQRencodeShims.h"

#include <CLazyBinding.h>
#include <errno.h>
#include <qrencode.h>

// The functions of libqrencode that are called.
#define QRENCODE_FUNCTIONS(X) \
  X(QRinput_new2) \
  X(QRinput_appendECIheader) \
  X(QRinput_append) \
  X(QRinput_free) \
  X(QRcode_encodeInput) \
  X(QRcode_free)

static struct { QRENCODE_FUNCTIONS(LAZY_POINTER) } lib;
static lazy_library libqrencode = LAZY_LIBRARY("libqrencode.so.4", lib, QRENCODE_FUNCTIONS);

const char *qrencode_shim_load(void) { return lazy_bind(&libqrencode); }

// The number of UTF-8 in the list of AIM (ITS/04-023).
enum { utf8 = 26 };

int qrencode_shim_encode(const uint8_t *bytes, int count, bool is_ascii, int level, uint8_t *modules) {
  QRinput *input = lib.QRinput_new2(0, (QRecLevel)level);
  if (!input) return -1;
  QRcode *code = NULL;
  if ((is_ascii || lib.QRinput_appendECIheader(input, utf8) == 0) &&
      lib.QRinput_append(input, QR_MODE_8, count, bytes) == 0) {
    code = lib.QRcode_encodeInput(input);
  }
  int error = code ? 0 : errno;
  lib.QRinput_free(input);
  if (!code) return error == ERANGE ? 0 : -1;
  int side = code->width;
  // The other bits say what a module is for.
  for (int i = 0; i < side * side; i++) modules[i] = code->data[i] & 1;
  lib.QRcode_free(code);
  return side;
}
