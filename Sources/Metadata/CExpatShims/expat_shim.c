#include "CExpatShims.h"

#include <expat.h>
#include <stdlib.h>
#include <string.h>

// Offsets are 32-bit numbers, and expat uses int.
static const size_t largest_input = (size_t)1 << 28;

// With more names, or with names chosen to collide, some are stored several times.
enum { bucket_count = 1024, longest_search = 8 };

typedef struct {
  expat_shim_document *document;
  XML_Parser parser;
  size_t event_capacity;
  size_t text_size, text_capacity;
  uint64_t depth;
  uint32_t max_depth;
  uint32_t nodes_left;
  size_t name_capacity;
  // Line breaks counted before this byte.
  const uint8_t *bytes;
  size_t counted;
  uint32_t line_breaks;
  // Indices of names, plus one, by their hash.
  uint32_t buckets[bucket_count];
} recorder;

static void stop(recorder *self, int outcome) {
  if (self->document->outcome == expat_shim_complete) {
    self->document->outcome = outcome;
    self->document->line = XML_GetCurrentLineNumber(self->parser);
    self->document->offset = (uint64_t)XML_GetCurrentByteIndex(self->parser);
  }
  XML_StopParser(self->parser, XML_FALSE);
}

// expat may still call back once after it was stopped.
static int is_stopped(const recorder *self) { return self->document->outcome != expat_shim_complete; }

// Appends an event; NULL if there is no memory.
static expat_shim_event *add_event(recorder *self, uint32_t kind) {
  expat_shim_document *document = self->document;
  if (document->count == self->event_capacity) {
    size_t capacity = self->event_capacity ? 2 * self->event_capacity : 256;
    expat_shim_event *events = realloc(document->events, capacity * sizeof *events);
    if (!events) {
      stop(self, expat_shim_no_memory);
      return NULL;
    }
    document->events = events;
    self->event_capacity = capacity;
  }
  expat_shim_event *event = &document->events[document->count++];
  memset(event, 0, sizeof *event);
  event->kind = kind;
  return event;
}

// Copies a text and returns its offset.
static uint32_t keep(recorder *self, const char *text, size_t size) {
  size_t place = self->text_size;
  if (size == 0) return (uint32_t)place;
  if (size > self->text_capacity - self->text_size) {
    size_t capacity = self->text_capacity ? self->text_capacity : 4096;
    while (capacity - self->text_size < size) capacity *= 2;
    char *grown = realloc(self->document->text, capacity);
    if (!grown) {
      stop(self, expat_shim_no_memory);
      return 0;
    }
    self->document->text = grown;
    self->text_capacity = capacity;
  }
  memcpy(self->document->text + place, text, size);
  self->text_size += size;
  return (uint32_t)place;
}

// The index of a name in the list; a new name is added.
static uint32_t keep_name(recorder *self, const char *name) {
  expat_shim_document *document = self->document;
  uint32_t hash = 2166136261u;  // FNV-1a
  size_t length = 0;
  for (; name[length]; length++) hash = (hash ^ (uint8_t)name[length]) * 16777619u;
  uint32_t *free_bucket = NULL;
  for (uint32_t step = 0; step < longest_search; step++) {
    uint32_t *bucket = &self->buckets[(hash + step) % bucket_count];
    if (*bucket == 0) {
      free_bucket = bucket;
      break;
    }
    expat_shim_name known = document->names[*bucket - 1];
    if (known.length == length && memcmp(document->text + known.place, name, length) == 0) return *bucket - 1;
  }
  if (document->name_count == self->name_capacity) {
    size_t capacity = self->name_capacity ? 2 * self->name_capacity : 64;
    expat_shim_name *names = realloc(document->names, capacity * sizeof *names);
    if (!names) {
      stop(self, expat_shim_no_memory);
      return 0;
    }
    document->names = names;
    self->name_capacity = capacity;
  }
  uint32_t place = keep(self, name, length);
  if (is_stopped(self)) return 0;
  document->names[document->name_count++] = (expat_shim_name){place, (uint32_t)length};
  if (free_bucket) *free_bucket = (uint32_t)document->name_count;
  return (uint32_t)document->name_count - 1;
}

// The line of the current event, from 1. XML_GetCurrentLineNumber gives the same, but examines every character in turn
// and takes longer than everything else in this file.
static uint32_t current_line(recorder *self) {
  XML_Index index = XML_GetCurrentByteIndex(self->parser);
  size_t place = index < 0 ? 0 : (size_t)index;
  uint32_t breaks = 0;
  for (size_t i = self->counted; i < place; i++) {
    // CR LF is one break. Reading the next byte is safe: the event itself follows.
    breaks += (self->bytes[i] == '\n') | ((self->bytes[i] == '\r') & (self->bytes[i + 1] != '\n'));
  }
  if (place > self->counted) self->counted = place;
  self->line_breaks += breaks;
  return self->line_breaks + 1;
}

// Whether one more node may be read.
static int count_node(recorder *self) {
  if (self->nodes_left == 0) {
    stop(self, expat_shim_too_many_nodes);
    return 0;
  }
  self->nodes_left--;
  self->document->nodes++;
  return 1;
}

// Notes where the tag of an event is.
static void locate(recorder *self, expat_shim_event *event) {
  XML_Index index = XML_GetCurrentByteIndex(self->parser);
  event->value = index < 0 ? 0 : (uint32_t)index;
  event->value_length = (uint32_t)XML_GetCurrentByteCount(self->parser);
}

static void XMLCALL on_start(void *context, const XML_Char *name, const XML_Char **attributes) {
  recorder *self = context;
  if (is_stopped(self)) return;
  self->depth++;
  if (!count_node(self)) return;
  if (self->depth > self->max_depth) {
    self->document->dropped++;
    return;
  }
  expat_shim_event *event = add_event(self, expat_shim_start);
  if (!event) return;
  event->line = current_line(self);
  locate(self, event);
  event->name = keep_name(self, name);
  for (; attributes[0] && !is_stopped(self); attributes += 2) {
    if (!count_node(self)) return;
    event = add_event(self, expat_shim_attribute);
    if (!event) return;
    event->name = keep_name(self, attributes[0]);
    if (is_stopped(self)) return;
    size_t length = strlen(attributes[1]);
    event->value_length = (uint32_t)length;
    event->value = keep(self, attributes[1], length);
  }
}

static void XMLCALL on_end(void *context, const XML_Char *name) {
  (void)name;
  recorder *self = context;
  if (is_stopped(self)) return;
  if (self->depth <= self->max_depth) {
    expat_shim_event *event = add_event(self, expat_shim_end);
    if (event) locate(self, event);
  }
  self->depth--;
}

// expat delivers text in pieces; consecutive ones become one event.
static void XMLCALL on_text(void *context, const XML_Char *text, int size) {
  recorder *self = context;
  if (is_stopped(self) || self->depth > self->max_depth || size <= 0) return;
  expat_shim_document *document = self->document;
  expat_shim_event *event = document->count ? &document->events[document->count - 1] : NULL;
  if (!event || event->kind != expat_shim_text) {
    event = add_event(self, expat_shim_text);
    if (!event) return;
    event->value = (uint32_t)self->text_size;
  }
  keep(self, text, (size_t)size);
  if (!is_stopped(self)) event->value_length += (uint32_t)size;
}

static void XMLCALL on_document_type(void *context, const XML_Char *name, const XML_Char *system_id,
                                     const XML_Char *public_id, int has_internal_subset) {
  (void)name, (void)system_id, (void)public_id, (void)has_internal_subset;
  stop(context, expat_shim_document_type);
}

void expat_shim_parse(const uint8_t *bytes, size_t size, uint32_t max_depth, uint32_t max_nodes,
                      expat_shim_document *document) {
  memset(document, 0, sizeof *document);
  recorder self = {.document = document, .max_depth = max_depth, .nodes_left = max_nodes, .bytes = bytes};
  if (size > largest_input) {
    document->outcome = expat_shim_no_memory;
    return;
  }
  self.parser = XML_ParserCreate("UTF-8");
  if (!self.parser) {
    document->outcome = expat_shim_no_memory;
    return;
  }
  XML_SetUserData(self.parser, &self);
  XML_SetElementHandler(self.parser, on_start, on_end);
  XML_SetCharacterDataHandler(self.parser, on_text);
  XML_SetStartDoctypeDeclHandler(self.parser, on_document_type);
  // One final call: expat then never scans an incomplete token again.
  if (XML_Parse(self.parser, (const char *)bytes, (int)size, 1) != XML_STATUS_OK &&
      document->outcome == expat_shim_complete) {
    enum XML_Error error = XML_GetErrorCode(self.parser);
    // expat has the same error for a document that ends within its element.
    int has_no_element = error == XML_ERROR_NO_ELEMENTS && document->count == 0;
    stop(&self, error == XML_ERROR_NO_MEMORY      ? expat_shim_no_memory
                : error == XML_ERROR_BAD_CHAR_REF ? expat_shim_bad_reference
                : has_no_element                  ? expat_shim_no_element
                                                  : expat_shim_damaged);
    document->message = XML_ErrorString(error);
  }
  XML_ParserFree(self.parser);
}

void expat_shim_free(expat_shim_document *document) {
  free(document->events);
  free(document->names);
  free(document->text);
  memset(document, 0, sizeof *document);
}
