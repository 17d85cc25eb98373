#include "document.hh"

#include <malloc.h>

#include <qpdf/QPDFLogger.hh>
#include <qpdf/QUtil.hh>

namespace {
thread_local qpdf_shim_document *active = nullptr;

// qpdf resolves the length of a stream while it reads the stream; a chain of streams, each the length of the one before, would
// go on to the end of the stack. No sound file needs a tenth of this.
constexpr ptrdiff_t deepestStack = 192 << 10;

// Bytes that are allocated in this process. Other threads' count too, which is why only what is added during calls of
// one document is summed up.
uint64_t allocatedBytes() {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}
} // namespace

qpdf_shim_document *activeDocument() { return active; }

qpdf_shim_document::qpdf_shim_document(void *context, qpdf_shim_read read, uint64_t size, qpdf_shim_limits limits)
    : source(std::make_shared<Source>(*this, context, read, size)), limits(limits),
      current(qpdf_e_success, "", "", -1, "") {
  pdf.setSuppressWarnings(true);
  pdf.setLogger(QPDFLogger::create());
  auto nothing = pdf.getLogger()->discard();
  pdf.getLogger()->setInfo(nothing);
  pdf.getLogger()->setWarn(nothing);
  pdf.getLogger()->setError(nothing);
}

void qpdf_shim_document::begin(void *stackPlace) {
  outer = active;
  active = this;
  stackAtBegin = static_cast<char *>(stackPlace);
  memoryAtBegin = allocatedBytes();
}

void qpdf_shim_document::end() {
  uint64_t now = allocatedBytes();
  if (now > memoryAtBegin) memoryOfEarlierCalls += now - memoryAtBegin;
  active = outer;
}

void qpdf_shim_document::stop(qpdf_shim_status status, std::string const &why) {
  if (stopped == qpdf_shim_ok) {
    stopped = status;
    message = why;
  }
  throw Stopped(why);
}

void qpdf_shim_document::check() {
  if (stopped != qpdf_shim_ok) throw Stopped(message);
  char place = 0;
  ptrdiff_t depth = stackAtBegin - &place;
  if (depth > deepestStack || depth < -deepestStack) stop(qpdf_shim_limit, "objects refer to each other too deeply");
  if (pdf.numWarnings() > limits.warnings) stop(qpdf_shim_limit, "too many damaged places");
  if (++ticks % 64 != 0) return;
  uint64_t now = allocatedBytes();
  uint64_t added = now > memoryAtBegin ? now - memoryAtBegin : 0;
  if (memoryOfEarlierCalls + added > limits.memory) stop(qpdf_shim_memory, "its objects need more memory than is allowed");
}

void qpdf_shim_document::countRead(uint64_t bytes) {
  bytesRead += bytes;
  if (bytesRead > limits.read) stop(qpdf_shim_limit, "its parts are read again and again");
  check();
}

// Called in a catch block.
qpdf_shim_status qpdf_shim_document::caught() {
  try {
    throw;
  } catch (QPDFExc const &error) {
    message = error.getMessageDetail();
    offset = error.getFilePosition() > 0 ? error.getFilePosition() : -1;
    switch (error.getErrorCode()) {
    case qpdf_e_password: return qpdf_shim_password;
    case qpdf_e_unsupported: return qpdf_shim_unsupported;
    case qpdf_e_damaged_pdf:
    case qpdf_e_pages:
    case qpdf_e_object: return qpdf_shim_damaged;
    default: return qpdf_shim_failed;
    }
  } catch (Stopped const &) {
    return stopped == qpdf_shim_ok ? qpdf_shim_failed : stopped;
  } catch (std::bad_alloc const &) {
    message = "there is no memory";
    return qpdf_shim_memory;
  } catch (std::exception const &error) {
    // Not QPDFExc: what qpdf did not expect of a broken file, as numbers out of range.
    message = error.what();
    return qpdf_shim_damaged;
  } catch (...) {
    message = "an unknown exception";
    return qpdf_shim_failed;
  }
}

qpdf_shim_document *qpdf_shim_create(void *context, qpdf_shim_read read, uint64_t size, qpdf_shim_limits limits) {
  try {
    registerBoundedFilters();
    return new qpdf_shim_document(context, read, size, limits);
  } catch (...) {
    return nullptr;
  }
}

void qpdf_shim_free(qpdf_shim_document *document) {
  try {
    delete document;
  } catch (...) {
  }
}

qpdf_shim_status qpdf_shim_open(qpdf_shim_document *document, const char *password) {
  return document->guarded([&] {
    if (!password) {
      document->pdf.processInputSource(document->source, "");
      return;
    }
    auto spellings = QUtil::possible_repaired_encodings(password);
    for (size_t i = 0; i < spellings.size(); ++i) {
      try {
        document->pdf.processInputSource(document->source, spellings[i].c_str());
        return;
      } catch (QPDFExc const &error) {
        if (error.getErrorCode() != qpdf_e_password || i + 1 == spellings.size()) throw;
      }
    }
  });
}

const char *qpdf_shim_message(const qpdf_shim_document *document) { return document->message.c_str(); }

int64_t qpdf_shim_offset(const qpdf_shim_document *document) { return document->offset; }

int qpdf_shim_take_warning(qpdf_shim_document *document, const char **message, const char **object, int64_t *offset) {
  try {
    if (document->warnings.empty()) {
      for (auto const &warning : document->pdf.getWarnings()) document->warnings.push_back(warning);
    }
    if (document->warnings.empty()) return 0;
    document->current = document->warnings.front();
    document->warnings.pop_front();
    *message = document->current.getMessageDetail().c_str();
    *object = document->current.getObject().c_str();
    *offset = document->current.getFilePosition() > 0 ? document->current.getFilePosition() : -1;
    return 1;
  } catch (...) {
    return 0;
  }
}

qpdf_shim_status qpdf_shim_get_facts(qpdf_shim_document *document, qpdf_shim_facts *facts) {
  return document->guarded([&] {
    auto version = document->pdf.getVersionAsPDFVersion();
    *facts = {};
    facts->major = version.getMajor();
    facts->minor = version.getMinor();
    facts->permissions = -1;
    int revision = 0, permissions = -1;
    if (document->pdf.isEncrypted(revision, permissions)) {
      facts->is_encrypted = 1;
      facts->revision = revision;
      facts->permissions = permissions;
      facts->is_owner = document->pdf.ownerPasswordMatched();
    }
  });
}

const char *qpdf_shim_version(void) { return QPDF::QPDFVersion().c_str(); }
