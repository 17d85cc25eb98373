// Sets the C locale for this thread: libexif translates its texts, and formats numbers, by the current locale.
#ifndef CAMEO_CEXIF_PLAIN_LOCALE_H
#define CAMEO_CEXIF_PLAIN_LOCALE_H

#include <locale.h>

static inline locale_t exif_shim_plain_locale(void) {
  locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);  // a static object in glibc: nothing to free
  return plain == (locale_t)0 ? (locale_t)0 : uselocale(plain);
}

static inline void exif_shim_restore_locale(locale_t previous) {
  if (previous != (locale_t)0) uselocale(previous);
}

#endif
