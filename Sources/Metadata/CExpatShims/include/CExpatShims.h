// The elements, attributes and texts of an XML document as a flat list of events, from expat.
//
// Names are unchanged (`dc:title`); the caller resolves namespaces. expat would copy the name of the namespace for each
// attribute, so that a name of a megabyte and ten thousand attributes would take ten gigabytes.
#ifndef CAMEO_CEXPAT_SHIMS_H
#define CAMEO_CEXPAT_SHIMS_H

#include <stddef.h>
#include <stdint.h>

// The kinds of events.
enum {
  expat_shim_start = 1,  // an element begins: its name; as value, where its tag is in the document
  expat_shim_attribute,  // an attribute of the element that has just begun: name and value
  expat_shim_text,       // all text up to the next tag; references are resolved
  expat_shim_end         // the innermost open element ends; as value, where its end tag is, or an empty range
};

// A name or value that a kind does not have is 0 or empty.
typedef struct {
  uint32_t kind;
  uint32_t line;                 // from 1; of elements only
  uint32_t name;                 // index into `names`
  uint32_t value, value_length;  // offset in `text`, of tags in the document
} expat_shim_event;

// A name of elements or attributes: its offset in `text`.
typedef struct {
  uint32_t place, length;
} expat_shim_name;

// How the parsing ended.
enum {
  expat_shim_complete = 0,
  expat_shim_damaged,         // not well-formed; `message` is expat's
  expat_shim_no_element,      // well-formed but for its lack of an element; `message` is expat's
  expat_shim_bad_reference,   // a reference to a character that XML forbids, `&#0;`
  expat_shim_document_type,   // a DOCTYPE: it and what follows was not read
  expat_shim_too_many_nodes,  // the limit was reached
  expat_shim_no_memory
};

// The events up to the end, or to where parsing stopped.
typedef struct {
  int outcome;
  const char *message;  // static; may be NULL
  uint64_t line;        // where parsing stopped, from 1
  uint64_t offset;      // the same as a byte offset
  uint32_t nodes;       // elements and attributes that were read
  uint32_t dropped;     // elements nested too deeply, which have no events
  expat_shim_event *events;
  size_t count;
  expat_shim_name *names;  // mostly distinct: a hash collision may repeat a name
  size_t name_count;
  char *text;  // UTF-8, without NUL bytes between the parts
} expat_shim_document;

// Parses a document as UTF-8, whatever encoding it declares. A DOCTYPE ends the parsing, so that no entity is ever
// defined.
//
// Elements nested deeper than `max_depth` are dropped with their content. `max_nodes` limits elements and attributes,
// dropped ones included. Memory grows with `size` only. The document is always filled in, and must be freed.
void expat_shim_parse(const uint8_t *bytes, size_t size, uint32_t max_depth, uint32_t max_nodes,
                      expat_shim_document *document);
void expat_shim_free(expat_shim_document *document);

#endif
