#include "CExifShims.h"
#include "plain_locale.h"

#include <libexif/exif-data.h>
#include <libexif/exif-tag.h>
#include <libexif/exif-utils.h>
#include <stdlib.h>
#include <string.h>

const char *exif_shim_title(uint16_t tag, int ifd) {
  locale_t previous = exif_shim_plain_locale();
  const char *title = exif_tag_get_title_in_ifd((ExifTag)tag, (ExifIfd)ifd);
  exif_shim_restore_locale(previous);
  return title && *title ? title : NULL;
}

struct exif_shim_describer {
  ExifData *data;
};

exif_shim_describer *exif_shim_describer_new(int is_big_endian) {
  exif_shim_describer *describer = calloc(1, sizeof *describer);
  if (!describer) return NULL;
  describer->data = exif_data_new();
  if (!describer->data) {
    free(describer);
    return NULL;
  }
  exif_data_unset_option(describer->data, EXIF_DATA_OPTION_IGNORE_UNKNOWN_TAGS);
  exif_data_unset_option(describer->data, EXIF_DATA_OPTION_FOLLOW_SPECIFICATION);
  exif_data_set_byte_order(describer->data, is_big_endian ? EXIF_BYTE_ORDER_MOTOROLA : EXIF_BYTE_ORDER_INTEL);
  return describer;
}

void exif_shim_describer_free(exif_shim_describer *describer) {
  if (!describer) return;
  exif_data_unref(describer->data);
  free(describer);
}

int exif_shim_describe(exif_shim_describer *describer, int ifd, uint16_t tag, uint16_t type, uint32_t count,
                       const uint8_t *bytes, size_t size, char *text, size_t capacity) {
  if (!describer || ifd < 0 || ifd >= EXIF_IFD_COUNT || type < 1 || type > 12 || capacity < 2 || size > UINT32_MAX) {
    return 0;
  }
  if ((size_t)exif_format_get_size((ExifFormat)type) * count != size || size == 0) return 0;
  ExifEntry *entry = exif_entry_new();
  if (!entry) return 0;
  entry->tag = (ExifTag)tag;
  entry->format = (ExifFormat)type;
  entry->components = count;
  entry->size = (unsigned int)size;
  // Borrowed: exif_entry_get_value only reads, and the pointer is reset before the entry is freed.
  entry->data = (unsigned char *)bytes;
  exif_content_add_entry(describer->data->ifd[ifd], entry);
  locale_t previous = exif_shim_plain_locale();
  text[0] = 0;
  const char *result =
      exif_entry_get_value(entry, text, (unsigned int)(capacity > UINT32_MAX ? UINT32_MAX : capacity));
  exif_shim_restore_locale(previous);
  text[capacity - 1] = 0;
  entry->data = NULL;
  entry->size = 0;
  exif_content_remove_entry(describer->data->ifd[ifd], entry);
  exif_entry_unref(entry);
  return result != NULL && text[0] != 0;
}
