// What expat is asked for: the elements, attributes and texts of one XML document, as a flat list in the order of the document.
//
// Names come as they are written (`dc:title`); namespaces are the caller's work. expat's own way to resolve them copies a
// namespace's name for each attribute, so that a megabyte of name and ten thousand attributes would take ten gigabytes.
#ifndef CAMEO_CEXPAT_SHIMS_H
#define CAMEO_CEXPAT_SHIMS_H

#include <stddef.h>
#include <stdint.h>

// The kinds of events.
enum {
  expat_shim_start = 1,  // an element begins: its name
  expat_shim_attribute,  // of the element that has just begun: name and value
  expat_shim_text,       // all text up to the next tag; references are resolved
  expat_shim_end         // the innermost open element ends
};

// A name or value that the kind does not have is 0 or empty.
typedef struct {
  uint32_t kind;
  uint32_t line;                 // counted from 1; of elements only
  uint32_t name;                 // its place in `names`
  uint32_t value, value_length;  // a place in `text`
} expat_shim_event;

// A name of elements or attributes: a place in `text`.
typedef struct {
  uint32_t place, length;
} expat_shim_name;

// How the parsing ended.
enum {
  expat_shim_complete = 0,
  expat_shim_damaged,         // `message` has expat's words
  expat_shim_bad_reference,   // a reference to a character that XML forbids, `&#0;`
  expat_shim_document_type,   // there is a DOCTYPE; nothing of it or after it was read
  expat_shim_too_many_nodes,  // the limit was reached
  expat_shim_no_memory
};

// What was read up to the end, or to the place where parsing stopped.
typedef struct {
  int outcome;
  const char *message;  // static; NULL where there is nothing to say
  uint64_t line;        // where it stopped: counted from 1
  uint64_t offset;      // the same in bytes
  uint32_t nodes;       // elements and attributes that were read
  uint32_t dropped;     // those of the elements that lay deeper than allowed; they have no events
  expat_shim_event *events;
  size_t count;
  expat_shim_name *names;  // each once, so that it need be looked up once only; under bad luck a name is there again
  size_t name_count;
  char *text;  // UTF-8, without NUL bytes between the parts
} expat_shim_document;

// Parses a document in UTF-8, whatever it declares itself to be. Entities are never defined: a DOCTYPE ends the parsing.
//
// `max_depth` elements may be nested, deeper ones are dropped with all that is in them; `max_nodes` counts elements and
// attributes, dropped ones too. Memory grows with `size` only. The document is always filled in; free it in any case.
void expat_shim_parse(const uint8_t *bytes, size_t size, uint32_t max_depth, uint32_t max_nodes,
                      expat_shim_document *document);
void expat_shim_free(expat_shim_document *document);

#endif
