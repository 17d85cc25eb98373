#ifndef CAMEO_CHYPHEN_SHIMS_H
#define CAMEO_CHYPHEN_SHIMS_H

#include <stddef.h>
#include <stdint.h>

/// Loads libhyphen unless that was done before. Any thread may call it. Returns NULL on success, otherwise the loader's
/// message; none of the other functions may be called then.
const char *hyphen_shim_load(void);

/// The patterns of a language.
typedef struct hyphen_shim_dictionary hyphen_shim_dictionary;

/// Reads a dictionary. NULL if there is none at the path, if its encoding is unknown, and without memory.
/// C: `hnj_hyphen_load`.
hyphen_shim_dictionary *hyphen_shim_open(const char *path);

void hyphen_shim_close(hyphen_shim_dictionary *dictionary);

/// The most bytes of a word.
enum { hyphen_shim_max_bytes = 400 };

/// Finds where a word may be broken. `word` has lowercase letters in UTF-8, `count` of them. `breaks` gets 1 for each
/// letter after which a line may end, and 0 for the others. Breaks that would change the spelling are left out.
/// A dictionary is used by one thread at a time.
///
/// Returns 0; -1 if the word is too long, or the dictionary's encoding lacks a letter. C: `hnj_hyphen_hyphenate2`.
int hyphen_shim_breaks(
    hyphen_shim_dictionary *dictionary, const char *word, size_t bytes, size_t count, uint8_t *breaks);

#endif
