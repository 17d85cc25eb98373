// The part of libqpdf that we use: it reads the objects of a PDF file one by one, reads the bytes of streams, and
// rewrites a file with encryption or linearization.
//
// No function prints, and none throws a C++ exception: each returns a status, and the document keeps the message for it
// (`qpdf_shim_message`). qpdf has few limits of its own. The document therefore limits how much qpdf reads, inflates
// and allocates and how deep it recurses, and stops with `qpdf_shim_limit` or `qpdf_shim_memory`.
#ifndef CAMEO_CQPDF_SHIMS_H
#define CAMEO_CQPDF_SHIMS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  qpdf_shim_ok = 0,
  qpdf_shim_damaged,      ///< the file breaks the rules of PDF
  qpdf_shim_password,     ///< a password is needed, or the one that was given is wrong
  qpdf_shim_unsupported,  ///< a kind of encryption or a filter that qpdf does not know
  qpdf_shim_memory,       ///< more bytes than the limits allow, in memory or in one stream
  qpdf_shim_limit,        ///< more of something else than the limits allow
  qpdf_shim_io,           ///< the source or the sink of the caller failed
  qpdf_shim_failed        ///< anything else that qpdf throws
} qpdf_shim_status;

/// Reads bytes at an offset. Returns their number (less than `count` only at the end), or -1 when reading failed.
typedef int64_t (*qpdf_shim_read)(void *_Nullable context, uint64_t offset, uint8_t *_Nonnull buffer, size_t count);

/// Writes the next bytes. Returns 0 on failure, which stops the work with `qpdf_shim_io`.
typedef int (*qpdf_shim_write)(void *_Nullable context, const uint8_t *_Nonnull bytes, size_t count);

/// Limits of one document, in bytes.
typedef struct {
  uint64_t memory;      ///< the memory of qpdf's objects
  uint64_t inflated;    ///< the size of one stream that qpdf inflates for itself: object and cross-reference streams
  uint64_t read;        ///< bytes read from the source in total; reading one place twice counts twice
  uint64_t warnings;    ///< the number of damaged places after which the work is stopped
} qpdf_shim_limits;

typedef struct qpdf_shim_document qpdf_shim_document;

/// Makes a document over a source, of which nothing is read yet. Returns NULL when memory runs out.
qpdf_shim_document *_Nullable qpdf_shim_create(void *_Nullable context, qpdf_shim_read _Nonnull read, uint64_t size,
                                               qpdf_shim_limits limits);
void qpdf_shim_free(qpdf_shim_document *_Nullable document);

/// Reads the cross-references and the trailer (`QPDF::processInputSource`). If they are damaged, they are rebuilt, with
/// warnings. The password is UTF-8; if that does not fit, the encodings of older files are tried. Call this once.
qpdf_shim_status qpdf_shim_open(qpdf_shim_document *_Nonnull document, const char *_Nullable password);

/// The message of the last status that was not ok. It is valid until the next call.
const char *_Nonnull qpdf_shim_message(const qpdf_shim_document *_Nonnull document);

/// The offset in the file at which the error of the message is, or -1.
int64_t qpdf_shim_offset(const qpdf_shim_document *_Nonnull document);

/// Takes the oldest warning, with its object and its offset (-1: none). Returns 0 if no warning is left. The texts are
/// valid until the next call.
int qpdf_shim_take_warning(qpdf_shim_document *_Nonnull document, const char *_Nullable *_Nonnull message,
                           const char *_Nullable *_Nonnull object, int64_t *_Nonnull offset);

/// The memory and the bytes read that the document has used so far, of its limits `memory` and `read`.
void qpdf_shim_get_usage(const qpdf_shim_document *_Nonnull document, uint64_t *_Nonnull memory,
                         uint64_t *_Nonnull read);

typedef struct {
  int major, minor;              ///< of the header
  int is_encrypted;
  int revision;                  ///< of the standard security handler (R)
  int permissions;               ///< P of the encryption dictionary; -1 without encryption
  int is_owner;                  ///< the password was the owner's
} qpdf_shim_facts;

qpdf_shim_status qpdf_shim_get_facts(qpdf_shim_document *_Nonnull document, qpdf_shim_facts *_Nonnull facts);

/// The parts of an object, in the order of the file's syntax.
typedef enum {
  qpdf_shim_null = 0,
  qpdf_shim_boolean,           ///< number: 0 or 1
  qpdf_shim_integer,           ///< number
  qpdf_shim_real,              ///< bytes: the digits, as the file has them
  qpdf_shim_name,              ///< bytes without the solidus, escapes resolved
  qpdf_shim_string,            ///< bytes, decrypted
  qpdf_shim_reference,         ///< number and generation
  qpdf_shim_array_begin,
  qpdf_shim_array_end,
  qpdf_shim_dictionary_begin,
  qpdf_shim_key,               ///< bytes without the solidus; the value follows
  qpdf_shim_dictionary_end,
  qpdf_shim_stream             ///< the object is a stream; its dictionary follows
} qpdf_shim_part;

typedef void (*qpdf_shim_visit)(void *_Nullable context, qpdf_shim_part part, const uint8_t *_Nullable bytes,
                                size_t count, int64_t number, int32_t generation);

/// Visits the parts of one object. References in it are reported, but not followed. A missing object is a null.
/// Number 0 is the trailer.
qpdf_shim_status qpdf_shim_walk(qpdf_shim_document *_Nonnull document, int32_t number, int32_t generation,
                                void *_Nullable context, qpdf_shim_visit _Nonnull visit);

/// Writes the decrypted bytes of a stream: as they are stored, or with all filters undone except those for pictures
/// (`QPDFObjectHandle::pipeStreamData`).
qpdf_shim_status qpdf_shim_read_stream(qpdf_shim_document *_Nonnull document, int32_t number, int32_t generation,
                                       int decoded, uint64_t limit, void *_Nullable context,
                                       qpdf_shim_write _Nonnull write);

typedef struct {
  int linearizes;
  int encrypts;                          ///< with AES-256, revision 6
  const char *_Nullable user_password;   ///< UTF-8
  const char *_Nullable owner_password;  ///< UTF-8
  int prints_low, prints_high, modifies, assembles, copies, accesses, annotates, fills_forms;
  const char *_Nullable minimum_version;
} qpdf_shim_writing;

/// Rewrites the document (`QPDFWriter`). Streams keep their bytes. The identifier is derived from the content; with
/// encryption it is random.
qpdf_shim_status qpdf_shim_write_document(qpdf_shim_document *_Nonnull document,
                                          const qpdf_shim_writing *_Nonnull writing,
                                          void *_Nullable context, qpdf_shim_write _Nonnull write);

/// The version of libqpdf that runs (`QPDF::QPDFVersion`). The library owns the text, which stays valid.
const char *_Nonnull qpdf_shim_version(void);

#ifdef __cplusplus
}
#endif

#endif
