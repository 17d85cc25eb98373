// Reads an archive's entries with libarchive, one by one: names, sizes, and contents into memory. Nothing is unpacked
// into files.
//
// The library is loaded when the first archive is opened (CLazyBinding). No function prints.
#ifndef CAMEO_CARCHIVE_SHIMS_H
#define CAMEO_CARCHIVE_SHIMS_H

#include <stddef.h>
#include <stdint.h>

typedef struct archive_shim_reader archive_shim_reader;

typedef enum {
  archive_shim_ok = 0,
  archive_shim_end,      ///< there are no more entries
  archive_shim_damaged,  ///< the archive is damaged, or of a format that the library does not know
  archive_shim_missing,  ///< the library is not installed
  archive_shim_memory,
  archive_shim_encrypted,  ///< the names are encrypted
  archive_shim_limit,      ///< more would have to be decompressed than allowed
} archive_shim_status;

typedef struct {
  /// The archive's own bytes, valid until the next call. NULL for a compressed file that is not an archive.
  const char *name;
  int64_t size;      ///< of the content; -1 if the archive does not say
  int64_t time;      ///< seconds since 1970; INT64_MIN if the archive does not say
  int is_directory;
  int is_encrypted;
} archive_shim_entry;

/// Opens the archive in an open file; the descriptor stays the caller's. There is a reader afterwards unless the result
/// is `archive_shim_missing` or `archive_shim_memory`. At most `byte_limit` bytes are decompressed on the way to the
/// entries.
archive_shim_status archive_shim_open(int descriptor, int64_t byte_limit, archive_shim_reader **reader);

/// Goes to the next entry.
archive_shim_status archive_shim_next(archive_shim_reader *reader, archive_shim_entry *entry);

/// Reads the beginning of the content of the entry that `archive_shim_next` went to, at most once per entry.
///
/// Returns the number of bytes: fewer than `size` where the content ends, or is damaged, before. -1 if nothing can be
/// read.
int64_t archive_shim_read(archive_shim_reader *reader, void *buffer, size_t size);

/// The library's message for the last error.
const char *archive_shim_message(archive_shim_reader *reader);

/// Whether names that are not UTF-8 are in the encoding of old ZIP archives.
int archive_shim_is_zip(archive_shim_reader *reader);

/// How the archive is compressed as a whole: `gzip`; empty where it is not.
const char *archive_shim_compression(archive_shim_reader *reader);

/// The format's name: `POSIX ustar format`; empty for a compressed file that is not an archive.
const char *archive_shim_format(archive_shim_reader *reader);

/// The number of bytes decompressed so far.
int64_t archive_shim_bytes(archive_shim_reader *reader);

void archive_shim_close(archive_shim_reader *reader);

#endif
