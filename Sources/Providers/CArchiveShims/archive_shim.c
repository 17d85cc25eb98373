#include "archive_shim.h"

#include <CLazyBinding.h>
#include <archive.h>
#include <archive_entry.h>
#include <limits.h>
#include <locale.h>
#include <stdlib.h>

// The functions of libarchive that are called.
#define ARCHIVE_FUNCTIONS(X) \
  X(archive_read_new) \
  X(archive_read_free) \
  X(archive_read_support_filter_bzip2) \
  X(archive_read_support_filter_compress) \
  X(archive_read_support_filter_gzip) \
  X(archive_read_support_filter_lz4) \
  X(archive_read_support_filter_lzip) \
  X(archive_read_support_filter_lzma) \
  X(archive_read_support_filter_rpm) \
  X(archive_read_support_filter_xz) \
  X(archive_read_support_filter_zstd) \
  X(archive_read_support_format_7zip) \
  X(archive_read_support_format_ar) \
  X(archive_read_support_format_cab) \
  X(archive_read_support_format_cpio) \
  X(archive_read_support_format_gnutar) \
  X(archive_read_support_format_iso9660) \
  X(archive_read_support_format_lha) \
  X(archive_read_support_format_rar) \
  X(archive_read_support_format_rar5) \
  X(archive_read_support_format_raw) \
  X(archive_read_support_format_tar) \
  X(archive_read_support_format_zip) \
  X(archive_read_open_fd) \
  X(archive_read_next_header) \
  X(archive_read_data) \
  X(archive_read_data_block) \
  X(archive_read_has_encrypted_entries) \
  X(archive_error_string) \
  X(archive_format) \
  X(archive_format_name) \
  X(archive_filter_bytes) \
  X(archive_filter_code) \
  X(archive_filter_name) \
  X(archive_entry_pathname) \
  X(archive_entry_pathname_utf8) \
  X(archive_entry_size) \
  X(archive_entry_size_is_set) \
  X(archive_entry_mtime) \
  X(archive_entry_mtime_is_set) \
  X(archive_entry_filetype) \
  X(archive_entry_is_encrypted)

static struct { ARCHIVE_FUNCTIONS(LAZY_POINTER) } lib;
static lazy_library libarchive = LAZY_LIBRARY("libarchive.so.13", lib, ARCHIVE_FUNCTIONS);

struct archive_shim_reader {
  struct archive *archive;
  int64_t byte_limit;
  int has_entry;
  // libarchive converts names to the locale's encoding and back. A UTF-8 locale loses no name; the user's might.
  // (locale_t)0 if the system has no such locale.
  locale_t names;
};

// Puts the calling thread into the locale of the reader's names.
static locale_t enter(archive_shim_reader *reader) { return reader->names ? uselocale(reader->names) : (locale_t)0; }
static void leave(locale_t previous) {
  if (previous) uselocale(previous);
}

archive_shim_status archive_shim_open(int descriptor, int64_t byte_limit, archive_shim_reader **result) {
  *result = NULL;
  if (lazy_bind(&libarchive)) return archive_shim_missing;
  archive_shim_reader *reader = calloc(1, sizeof *reader);
  if (!reader) return archive_shim_memory;
  struct archive *archive = reader->archive = lib.archive_read_new();
  if (!archive) {
    free(reader);
    return archive_shim_memory;
  }
  *result = reader;
  reader->byte_limit = byte_limit;
  reader->names = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
  // Not "all": for some filters libarchive would start other programs. It is not a failure if this build of the library
  // lacks a filter or format.
  lib.archive_read_support_filter_bzip2(archive);
  lib.archive_read_support_filter_compress(archive);
  lib.archive_read_support_filter_gzip(archive);
  lib.archive_read_support_filter_lz4(archive);
  lib.archive_read_support_filter_lzip(archive);
  lib.archive_read_support_filter_lzma(archive);
  lib.archive_read_support_filter_rpm(archive);
  lib.archive_read_support_filter_xz(archive);
  lib.archive_read_support_filter_zstd(archive);
  lib.archive_read_support_format_7zip(archive);
  lib.archive_read_support_format_ar(archive);
  lib.archive_read_support_format_cab(archive);
  lib.archive_read_support_format_cpio(archive);
  lib.archive_read_support_format_gnutar(archive);
  lib.archive_read_support_format_iso9660(archive);
  lib.archive_read_support_format_lha(archive);
  lib.archive_read_support_format_rar(archive);
  lib.archive_read_support_format_rar5(archive);
  // Raw: a compressed file that is not an archive. The library uses this format if no other fits.
  lib.archive_read_support_format_raw(archive);
  lib.archive_read_support_format_tar(archive);
  lib.archive_read_support_format_zip(archive);
  locale_t previous = enter(reader);
  int status = lib.archive_read_open_fd(archive, descriptor, 65536);
  leave(previous);
  return status == ARCHIVE_OK ? archive_shim_ok : archive_shim_damaged;
}

static int is_compressed(archive_shim_reader *reader) {
  return lib.archive_filter_code(reader->archive, 0) != ARCHIVE_FILTER_NONE;
}

static int is_raw(archive_shim_reader *reader) {
  return lib.archive_format(reader->archive) == ARCHIVE_FORMAT_RAW;
}

// Skips the content of an entry. The library would do so by itself, but without a limit: compressed content must be
// decompressed to its end.
static archive_shim_status skip(archive_shim_reader *reader) {
  for (;;) {
    const void *block;
    size_t size;
    la_int64_t offset;
    int status = lib.archive_read_data_block(reader->archive, &block, &size, &offset);
    if (status == ARCHIVE_EOF) return archive_shim_ok;
    if (status != ARCHIVE_OK && status != ARCHIVE_WARN) return archive_shim_damaged;
    if (lib.archive_filter_bytes(reader->archive, 0) > reader->byte_limit) return archive_shim_limit;
  }
}

static archive_shim_status next(archive_shim_reader *reader, archive_shim_entry *entry) {
  if (reader->has_entry && is_compressed(reader)) {
    archive_shim_status status = skip(reader);
    if (status != archive_shim_ok) return status;
  }
  struct archive_entry *header = NULL;
  int status = lib.archive_read_next_header(reader->archive, &header);
  if (status == ARCHIVE_EOF) return archive_shim_end;
  // A warning leaves an entry that can be told about.
  if (status != ARCHIVE_OK && status != ARCHIVE_WARN)
    return lib.archive_read_has_encrypted_entries(reader->archive) == 1 ? archive_shim_encrypted
                                                                          : archive_shim_damaged;
  reader->has_entry = 1;
  if (is_raw(reader)) {
    if (!is_compressed(reader)) return archive_shim_damaged;
    *entry = (archive_shim_entry){.name = NULL, .size = -1, .time = INT64_MIN};
    // The size is known only at the end of the content. A size that stays unknown is not damage.
    if (skip(reader) == archive_shim_ok) entry->size = lib.archive_filter_bytes(reader->archive, 0);
    reader->has_entry = 0;
    return archive_shim_ok;
  }
  const char *name = lib.archive_entry_pathname_utf8(header);
  if (!name) name = lib.archive_entry_pathname(header);
  entry->name = name ? name : "";
  entry->size = lib.archive_entry_size_is_set(header) ? lib.archive_entry_size(header) : -1;
  entry->time = lib.archive_entry_mtime_is_set(header) ? (int64_t)lib.archive_entry_mtime(header) : INT64_MIN;
  entry->is_directory = lib.archive_entry_filetype(header) == AE_IFDIR;
  entry->is_encrypted = lib.archive_entry_is_encrypted(header) == 1;
  return archive_shim_ok;
}

archive_shim_status archive_shim_next(archive_shim_reader *reader, archive_shim_entry *entry) {
  locale_t previous = enter(reader);
  archive_shim_status status = next(reader, entry);
  leave(previous);
  return status;
}

int64_t archive_shim_read(archive_shim_reader *reader, void *buffer, size_t size) {
  size_t done = 0;
  while (done < size) {
    la_ssize_t count = lib.archive_read_data(reader->archive, (char *)buffer + done, size - done);
    if (count == 0) break;
    if (count < 0) return done > 0 ? (int64_t)done : -1;
    done += (size_t)count;
  }
  return (int64_t)done;
}

const char *archive_shim_message(archive_shim_reader *reader) {
  const char *message = lib.archive_error_string(reader->archive);
  return message ? message : "no known format";
}

const char *archive_shim_format(archive_shim_reader *reader) {
  const char *name = is_raw(reader) ? NULL : lib.archive_format_name(reader->archive);
  return name ? name : "";
}

int archive_shim_is_zip(archive_shim_reader *reader) {
  return (lib.archive_format(reader->archive) & ARCHIVE_FORMAT_BASE_MASK) == ARCHIVE_FORMAT_ZIP;
}

const char *archive_shim_compression(archive_shim_reader *reader) {
  const char *name = is_compressed(reader) ? lib.archive_filter_name(reader->archive, 0) : NULL;
  return name ? name : "";
}

int64_t archive_shim_bytes(archive_shim_reader *reader) { return lib.archive_filter_bytes(reader->archive, 0); }

void archive_shim_close(archive_shim_reader *reader) {
  if (!reader) return;
  lib.archive_read_free(reader->archive);
  if (reader->names) freelocale(reader->names);
  free(reader);
}
