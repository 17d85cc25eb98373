#include "CHyphenShims.h"

#include <CLazyBinding.h>
#include <iconv.h>
#include <stdlib.h>
#include <string.h>

// The interface of libhyphen.so.0, with the first fields of its dictionary. With them here, a build needs no header of
// a library that is only loaded.
typedef struct {
  char left, right, compound_left, compound_right;
  char *forbidden;
  int forbidden_count;
  int state_count;
  char encoding[20];
  int is_utf8;
} HyphenDict;
HyphenDict *hnj_hyphen_load(const char *path);
void hnj_hyphen_free(HyphenDict *dictionary);
int hnj_hyphen_hyphenate2(
    HyphenDict *dictionary, const char *word, int size, char *hyphens, char *hyphenated, char ***replacements,
    int **positions, int **cuts);

// The functions of libhyphen that are called.
#define HYPHEN_FUNCTIONS(X) \
  X(hnj_hyphen_load) \
  X(hnj_hyphen_free) \
  X(hnj_hyphen_hyphenate2)

static struct { HYPHEN_FUNCTIONS(LAZY_POINTER) } lib;
static lazy_library libhyphen = LAZY_LIBRARY("libhyphen.so.0", lib, HYPHEN_FUNCTIONS);

const char *hyphen_shim_load(void) { return lazy_bind(&libhyphen); }

struct hyphen_shim_dictionary {
  HyphenDict *patterns;
  iconv_t converter;  // to the encoding of the patterns, unless that is UTF-8
};

hyphen_shim_dictionary *hyphen_shim_open(const char *path) {
  HyphenDict *patterns = lib.hnj_hyphen_load(path);
  if (!patterns) return NULL;
  hyphen_shim_dictionary *dictionary = malloc(sizeof *dictionary);
  iconv_t converter = (iconv_t)-1;
  if (dictionary && !patterns->is_utf8) converter = iconv_open(patterns->encoding, "UTF-8");
  if (!dictionary || (!patterns->is_utf8 && converter == (iconv_t)-1)) {
    lib.hnj_hyphen_free(patterns);
    free(dictionary);
    return NULL;
  }
  *dictionary = (hyphen_shim_dictionary){patterns, converter};
  return dictionary;
}

void hyphen_shim_close(hyphen_shim_dictionary *dictionary) {
  if (!dictionary->patterns->is_utf8) iconv_close(dictionary->converter);
  lib.hnj_hyphen_free(dictionary->patterns);
  free(dictionary);
}

int hyphen_shim_breaks(
    hyphen_shim_dictionary *dictionary, const char *word, size_t bytes, size_t count, uint8_t *breaks) {
  if (bytes == 0 || bytes > hyphen_shim_max_bytes || count > bytes) return -1;
  char encoded[hyphen_shim_max_bytes + 1];
  memcpy(encoded, word, bytes);
  if (!dictionary->patterns->is_utf8) {
    // All other encodings of dictionaries have one byte for a letter.
    char *input = (char *)word, *output = encoded;
    size_t left = bytes, room = count;
    iconv(dictionary->converter, NULL, NULL, NULL, NULL);
    if (iconv(dictionary->converter, &input, &left, &output, &room) != 0 || room != 0) return -1;
    bytes = count;
  }
  encoded[bytes] = 0;
  char hyphens[hyphen_shim_max_bytes + 5];
  char **replacements = NULL;
  int *positions = NULL, *cuts = NULL;
  int failed = lib.hnj_hyphen_hyphenate2(
      dictionary->patterns, encoded, (int)bytes, hyphens, NULL, &replacements, &positions, &cuts);
  for (size_t i = 0; i < count; i++) breaks[i] = !failed && (hyphens[i] & 1) && !(replacements && replacements[i]);
  if (replacements) {
    for (size_t i = 0; i < bytes; i++) free(replacements[i]);
  }
  free(replacements);
  free(positions);
  free(cuts);
  return failed ? -1 : 0;
}
