#include "document.hh"

#include <malloc.h>
#include <sys/resource.h>

#include <qpdf/QPDFLogger.hh>
#include <qpdf/QUtil.hh>

namespace {
thread_local qpdf_shim_document *active = nullptr;

// The least memory of a value in qpdf, and the most that a byte of syntax can become: "0 " is a shared object.
constexpr uint64_t bytesOfValue = 100;
constexpr uint64_t bytesOfSyntax = 100;
// The memory that a byte of syntax takes in a usual file.
constexpr uint64_t usualBytesOfSyntax = 16;

// Larger numbers of objects are wrong (ISO 32000-1, annex C).
constexpr size_t largestNumber = 8388608;
// Values that may be reported in total: a hundred for each of a hundred thousand pages, ten times.
constexpr uint64_t maxValues = 100000000;

// The bytes that this process has allocated: of the main thread and of all large blocks.
uint64_t allocatedBytes() {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

} // namespace

uint64_t largestMemory() {
  struct rusage usage;
  return getrusage(RUSAGE_SELF, &usage) == 0 ? static_cast<uint64_t>(usage.ru_maxrss) << 10 : 0;
}

qpdf_shim_document *activeDocument() { return active; }

qpdf_shim_document::qpdf_shim_document(void *context, qpdf_shim_read read, uint64_t size, qpdf_shim_limits limits)
    : source(std::make_shared<Source>(*this, context, read, size)), limits(limits),
      current(qpdf_e_success, "", "", -1, "") {
  renew();
}

// Makes a new QPDF. One that failed keeps parts of what it read.
void qpdf_shim_document::renew() {
  pdf = std::make_unique<QPDF>();
  pdf->setSuppressWarnings(true);
  auto logger = QPDFLogger::create();
  logger->setInfo(logger->discard());
  logger->setWarn(logger->discard());
  logger->setError(logger->discard());
  pdf->setLogger(logger);
}

void qpdf_shim_document::begin(void *stackPlace) {
  outer = active;
  active = this;
  stackAtBegin = static_cast<char *>(stackPlace);
  memoryAtBegin = 0;
  syntaxRead = 0;
}

void qpdf_shim_document::end() { active = outer; }

void qpdf_shim_document::stop(qpdf_shim_status status, std::string const &why) {
  if (stopped == qpdf_shim_ok) {
    stopped = status;
    message = why;
  }
  throw Stopped(why);
}

void qpdf_shim_document::check() {
  if (stopped != qpdf_shim_ok) throw Stopped(message);
  ptrdiff_t depth = stackAtBegin - static_cast<char *>(__builtin_frame_address(0));
  if (static_cast<uint64_t>(depth < 0 ? -depth : depth) > deepestStack) {
    stop(qpdf_shim_limit, "objects refer to each other too deeply");
  }
  if (pdf && pdf->numWarnings() > limits.warnings) stop(qpdf_shim_limit, "too many damaged places");
  if (memoryKept > limits.memory) stop(qpdf_shim_memory, "its objects need more memory than is allowed");
  // Only if this call can be the cause: other threads allocate, too.
  if (isDelivering || syntaxRead < limits.memory / bytesOfSyntax / 2 || ++ticks % 64 != 0) return;
  bool isRewriting = memoryBeforeRewriting != 0;
  uint64_t now = isRewriting ? largestMemory() : allocatedBytes();
  if (memoryAtBegin == 0) memoryAtBegin = isRewriting ? memoryBeforeRewriting : now;
  if (now > memoryAtBegin && now - memoryAtBegin > limits.memory / 2) {
    stop(qpdf_shim_memory, isRewriting ? "writing the document anew needs more memory than is allowed"
                                       : "its objects need more memory than is allowed");
  }
}

void qpdf_shim_document::countRead(uint64_t bytes) {
  bytesRead += bytes;
  if (bytes <= 128) syntaxRead += bytes;
  if (bytesRead > limits.read) stop(qpdf_shim_limit, "its parts are read again and again");
  check();
}

void qpdf_shim_document::countInflated(uint64_t bytes) {
  if (isDelivering) return;
  syntaxRead += bytes;
  memoryKept += bytes * usualBytesOfSyntax;
  check();
}

void qpdf_shim_document::beginObject(int number) {
  check();
  auto index = static_cast<size_t>(number < 0 ? 0 : number);
  isToldAgain = false;
  if (index >= largestNumber) return;
  if (index >= objectsTold.size()) objectsTold.resize(index + 1);
  isToldAgain = objectsTold[index];
  objectsTold[index] = true;
}

void qpdf_shim_document::countValue() {
  if (!isToldAgain) memoryKept += bytesOfValue;
  if (++valuesTold > maxValues) stop(qpdf_shim_limit, "its objects are read again and again");
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
    // Not a QPDFExc: damage that qpdf did not expect, such as numbers out of range.
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
    auto spellings = QUtil::possible_repaired_encodings(password ? password : "");
    for (size_t i = 0; i < spellings.size(); ++i) {
      try {
        if (i > 0) document->renew();
        document->pdf->processInputSource(document->source, spellings[i].c_str());
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
      for (auto const &warning : document->pdf->getWarnings()) document->warnings.push_back(warning);
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

void qpdf_shim_get_usage(const qpdf_shim_document *document, uint64_t *memory, uint64_t *read) {
  *memory = document->memoryKept;
  *read = document->bytesRead;
}

qpdf_shim_status qpdf_shim_get_facts(qpdf_shim_document *document, qpdf_shim_facts *facts) {
  return document->guarded([&] {
    auto version = document->pdf->getVersionAsPDFVersion();
    *facts = {};
    facts->major = version.getMajor();
    facts->minor = version.getMinor();
    facts->permissions = -1;
    int revision = 0, permissions = -1;
    if (document->pdf->isEncrypted(revision, permissions)) {
      facts->is_encrypted = 1;
      facts->revision = revision;
      facts->permissions = permissions;
      facts->is_owner = document->pdf->ownerPasswordMatched();
    }
  });
}

const char *qpdf_shim_version(void) { return QPDF::QPDFVersion().c_str(); }
