// What libqpdf is asked for: the objects of a PDF file one by one, the bytes of its streams, and a file written anew with
// encryption or linearization.
//
// No function prints, and none lets a C++ exception out: each returns a status, and the document keeps the words for it
// (`qpdf_shim_message`). qpdf knows few limits of its own; the document keeps watch over what qpdf reads, what it inflates,
// how much memory it takes and how deep it calls itself, and gives up with `qpdf_shim_limit`.
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

/// Bytes at an offset; returns how many there were, less than `count` only at the end, or -1 when reading failed.
typedef int64_t (*qpdf_shim_read)(void *_Nullable context, uint64_t offset, uint8_t *_Nonnull buffer, size_t count);

/// Takes the next bytes; 0 when they could not be taken, which ends the work with `qpdf_shim_io`.
typedef int (*qpdf_shim_write)(void *_Nullable context, const uint8_t *_Nonnull bytes, size_t count);

/// Limits of one document, in bytes.
typedef struct {
  uint64_t memory;      ///< what qpdf's objects may take
  uint64_t inflated;    ///< what one stream may inflate to where qpdf itself needs it: object and cross-reference streams
  uint64_t read;        ///< what may be read of the source in all; reading one place twice counts twice
  uint64_t warnings;    ///< damaged places before qpdf's attempts at recovery are given up; a number
} qpdf_shim_limits;

typedef struct qpdf_shim_document qpdf_shim_document;

/// A document over a source, nothing of which is read yet. NULL when there is no memory.
qpdf_shim_document *_Nullable qpdf_shim_create(void *_Nullable context, qpdf_shim_read _Nonnull read, uint64_t size,
                                               qpdf_shim_limits limits);
void qpdf_shim_free(qpdf_shim_document *_Nullable document);

/// Reads the cross-references and the trailer (`QPDF::processInputSource`). Damaged ones are rebuilt, with warnings. The
/// password is UTF-8; where that does not fit, the encodings of older files are tried. To be called once.
qpdf_shim_status qpdf_shim_open(qpdf_shim_document *_Nonnull document, const char *_Nullable password);

/// The words for the last status that was not ok. They stay until the next call.
const char *_Nonnull qpdf_shim_message(const qpdf_shim_document *_Nonnull document);

/// The place that belongs to the message: an offset in the file, or -1.
int64_t qpdf_shim_offset(const qpdf_shim_document *_Nonnull document);

/// The oldest warning that was not taken yet, with the object and the offset (-1: none) it belongs to; 0 when there is
/// none. The texts stay until the next call.
int qpdf_shim_take_warning(qpdf_shim_document *_Nonnull document, const char *_Nullable *_Nonnull message,
                           const char *_Nullable *_Nonnull object, int64_t *_Nonnull offset);

typedef struct {
  int major, minor;              ///< of the header
  int is_encrypted;
  int revision;                  ///< of the standard security handler (R)
  int permissions;               ///< P of the encryption dictionary; -1 without encryption
  int is_owner;                  ///< the password was the owner's
} qpdf_shim_facts;

qpdf_shim_status qpdf_shim_get_facts(qpdf_shim_document *_Nonnull document, qpdf_shim_facts *_Nonnull facts);

/// The parts of an object in the order in which they stand in the file's syntax.
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

/// Walks one object; references in it are told and not followed. What is missing is a null. Number 0 is the trailer.
qpdf_shim_status qpdf_shim_walk(qpdf_shim_document *_Nonnull document, int32_t number, int32_t generation,
                                void *_Nullable context, qpdf_shim_visit _Nonnull visit);

/// Hands over the bytes of a stream, decrypted: as they are stored, or with all filters undone but those for pictures
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

/// Writes the document anew (`QPDFWriter`); streams keep their bytes. The identifier is derived from the content, but with
/// encryption, for which it is random.
qpdf_shim_status qpdf_shim_write_document(qpdf_shim_document *_Nonnull document, const qpdf_shim_writing *_Nonnull writing,
                                          void *_Nullable context, qpdf_shim_write _Nonnull write);

/// The version of libqpdf that runs (`QPDF::QPDFVersion`). The text belongs to the library and stays.
const char *_Nonnull qpdf_shim_version(void);

#ifdef __cplusplus
}
#endif

#endif
