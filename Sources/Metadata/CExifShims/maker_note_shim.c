#include "CExifShims.h"
#include "plain_locale.h"

#include <libexif/exif-data.h>
#include <libexif/exif-mnote-data.h>
#include <limits.h>
#include <stdlib.h>

struct exif_shim_notes {
  ExifData *data;
  ExifMnoteData *notes;  // belongs to `data`
};

exif_shim_notes *exif_shim_notes_new(const uint8_t *block, size_t size) {
  // libexif reads directories in the first 65,534 bytes only, and the values of the note in the whole block.
  if (!block || size > EXIF_SHIM_LARGEST_BLOCK) return NULL;
  exif_shim_notes *handle = calloc(1, sizeof *handle);
  if (!handle) return NULL;
  handle->data = exif_data_new();
  if (handle->data) {
    // Unchanged: nothing is left out or corrected.
    exif_data_unset_option(handle->data, EXIF_DATA_OPTION_IGNORE_UNKNOWN_TAGS);
    exif_data_unset_option(handle->data, EXIF_DATA_OPTION_FOLLOW_SPECIFICATION);
    locale_t previous = exif_shim_plain_locale();
    exif_data_load_data(handle->data, block, (unsigned int)size);
    exif_shim_restore_locale(previous);
    handle->notes = exif_data_get_mnote_data(handle->data);
  }
  if (!handle->notes) {
    exif_shim_notes_free(handle);
    return NULL;
  }
  return handle;
}

void exif_shim_notes_free(exif_shim_notes *notes) {
  if (!notes) return;
  if (notes->data) exif_data_unref(notes->data);
  free(notes);
}

uint32_t exif_shim_notes_count(exif_shim_notes *notes) { return notes ? exif_mnote_data_count(notes->notes) : 0; }

int exif_shim_notes_read(exif_shim_notes *notes, uint32_t index, exif_shim_note *note, char *text, size_t capacity) {
  if (!notes || !note || capacity < 2 || capacity > UINT_MAX || index >= exif_mnote_data_count(notes->notes)) return 0;
  locale_t previous = exif_shim_plain_locale();
  note->tag = exif_mnote_data_get_id(notes->notes, index);
  note->name = exif_mnote_data_get_name(notes->notes, index);
  note->title = exif_mnote_data_get_title(notes->notes, index);
  text[0] = 0;
  const char *value = exif_mnote_data_get_value(notes->notes, index, text, (unsigned int)capacity);
  exif_shim_restore_locale(previous);
  text[capacity - 1] = 0;
  return value != NULL;
}
