#include "CQRencodeShims.h"

#include <CLazyBinding.h>
#include <errno.h>
#include <qrencode.h>

// The functions of libqrencode that are called.
#define QRENCODE_FUNCTIONS(X) \
  X(QRcode_encodeData) \
  X(QRcode_free)

static struct { QRENCODE_FUNCTIONS(LAZY_POINTER) } lib;
static lazy_library libqrencode = LAZY_LIBRARY("libqrencode.so.4", lib, QRENCODE_FUNCTIONS);

const char *qrencode_shim_load(void) { return lazy_bind(&libqrencode); }

int qrencode_shim_encode(const uint8_t *bytes, int count, int level, uint8_t *modules) {
  QRcode *code = lib.QRcode_encodeData(count, bytes, 0, (QRecLevel)level);
  if (!code) return errno == ERANGE ? 0 : -1;
  int side = code->width;
  // The other bits say what a module is for.
  for (int i = 0; i < side * side; i++) modules[i] = code->data[i] & 1;
  lib.QRcode_free(code);
  return side;
}
