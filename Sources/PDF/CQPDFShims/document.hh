// Declarations that the files of the shim share.
#pragma once

#include "CQPDFShims.h"

#include <list>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#define POINTERHOLDER_TRANSITION 4
#include <qpdf/InputSource.hh>
#include <qpdf/Pipeline.hh>
#include <qpdf/QPDF.hh>
#include <qpdf/QPDFExc.hh>

// Thrown where a limit below is exceeded. qpdf catches exceptions while it reads an object, and continues as if the
// object were missing. Therefore the document keeps the first one.
struct Stopped : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The caller's bytes, buffered, because qpdf reads pieces of at most 128 bytes.
class Source : public InputSource {
public:
  Source(qpdf_shim_document &document, void *context, qpdf_shim_read read, uint64_t size);

  qpdf_offset_t findAndSkipNextEOL() override;
  std::string const &getName() const override { return name; }
  qpdf_offset_t tell() override { return position; }
  void seek(qpdf_offset_t offset, int whence) override;
  void rewind() override { position = 0; }
  size_t read(char *buffer, size_t length) override;
  void unreadCh(char) override;

private:
  size_t readAt(uint64_t offset, char *buffer, size_t length);
  void fill(uint64_t offset);

  qpdf_shim_document &document;
  void *context;
  qpdf_shim_read callback;
  uint64_t size;
  qpdf_offset_t position = 0;
  std::string window;
  uint64_t windowStart = 0;
  std::string name = "PDF";
};

struct qpdf_shim_document {
  qpdf_shim_document(void *context, qpdf_shim_read read, uint64_t size, qpdf_shim_limits limits);

  // Stops all further work.
  [[noreturn]] void stop(qpdf_shim_status status, std::string const &why);
  // Checks the limits; called by everything that qpdf calls.
  void check();
  // Counts bytes that were read from the source. Short reads are syntax, long reads are the data of a stream.
  void countRead(uint64_t bytes);
  // Counts bytes that qpdf inflated for itself, which it parses and keeps.
  void countInflated(uint64_t bytes);
  // Counts a value that was reported; qpdf keeps it.
  void countValue();
  // Begins to report an object. An object that is reported again takes no more memory.
  void beginObject(int number);

  // Calls a function with the limits active, and converts its exceptions to a status.
  template <typename Body> qpdf_shim_status guarded(Body body);

  std::shared_ptr<Source> source;
  qpdf_shim_limits limits;
  std::unique_ptr<QPDF> pdf;
  // qpdf resolves the length of a stream while it reads the stream. A chain of streams, each of which is the length of
  // the one before, would overflow the stack. Valid files need less than a tenth of this.
  static constexpr uint64_t usualStack = 192 << 10;
  uint64_t deepestStack = usualStack;
  // Whether qpdf is reading the data of a stream, which it does not keep.
  bool isDelivering = false;
  // The memory of the process when qpdf began to write the document anew, which is the last thing that it does; 0
  // before.
  uint64_t memoryBeforeRewriting = 0;

  qpdf_shim_status stopped = qpdf_shim_ok;
  std::string message;
  int64_t offset = -1;

  std::list<QPDFExc> warnings;
  QPDFExc current;

private:
  friend qpdf_shim_status qpdf_shim_open(qpdf_shim_document *, const char *);
  friend void qpdf_shim_get_usage(const qpdf_shim_document *, uint64_t *, uint64_t *);
  void renew();
  void begin(void *stackPlace);
  void end();
  qpdf_shim_status caught();

  uint64_t bytesRead = 0;
  uint64_t valuesTold = 0;
  std::vector<bool> objectsTold;
  bool isToldAgain = false;
  // The estimated memory of the objects so far.
  uint64_t memoryKept = 0;
  // For the current call: the allocated memory at its beginning, and the bytes of syntax since then.
  uint64_t memoryAtBegin = 0;
  uint64_t syntaxRead = 0;
  char *stackAtBegin = nullptr;
  unsigned ticks = 0;
  qpdf_shim_document *outer = nullptr;
};

// The most memory that this process has had so far. It counts all threads; mallinfo2 does not.
uint64_t largestMemory();

// The document that qpdf works on in this thread. qpdf creates stream filters without a reference to it.
qpdf_shim_document *activeDocument();

// Replaces the filters of qpdf by filters that stop at the limit (`QPDF::registerStreamFilter`).
void registerBoundedFilters();

template <typename Body> qpdf_shim_status qpdf_shim_document::guarded(Body body) {
  begin(__builtin_frame_address(0));
  qpdf_shim_status status = qpdf_shim_ok;
  try {
    if (stopped == qpdf_shim_ok) {
      message.clear();
      offset = -1;
      body();
    }
  } catch (...) {
    status = caught();
  }
  end();
  return stopped != qpdf_shim_ok ? stopped : status;
}
