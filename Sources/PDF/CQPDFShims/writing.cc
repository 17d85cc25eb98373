#include "document.hh"

#include <pthread.h>

#include <algorithm>

#include <qpdf/QPDFWriter.hh>

namespace {
// Buffers small writes: qpdf's writer writes single digits.
//
// Nothing here may throw: qpdf finishes its pipelines in a destructor, which writes the rest of an encrypted stream,
// and an exception from a destructor ends the process. The document keeps the failure, later bytes are dropped, and the
// next read from the source stops the work.
class Collector : public Pipeline {
public:
  Collector(qpdf_shim_document &document, void *context, qpdf_shim_write callback)
      : Pipeline("file", nullptr), document(document), context(context), callback(callback) {
    buffer.reserve(capacity);
  }

  void write(unsigned char const *data, size_t length) noexcept override {
    if (buffer.size() + length > capacity) flush();
    if (length >= capacity) return send(data, length);
    buffer.append(reinterpret_cast<char const *>(data), length);
  }

  void finish() noexcept override { flush(); }

private:
  void flush() noexcept {
    if (!buffer.empty()) send(reinterpret_cast<unsigned char const *>(buffer.data()), buffer.size());
    buffer.clear();
  }

  void send(unsigned char const *data, size_t length) noexcept {
    if (document.stopped != qpdf_shim_ok) return;
    if (!callback(context, data, length)) document.stopped = qpdf_shim_io;
  }

  static constexpr size_t capacity = 256 << 10;
  qpdf_shim_document &document;
  void *context;
  qpdf_shim_write callback;
  std::string buffer;
};

struct Task {
  qpdf_shim_document *document;
  const qpdf_shim_writing *writing;
  void *context;
  qpdf_shim_write write;
  qpdf_shim_status status;
};

void perform(Task &task) {
  auto document = task.document;
  auto writing = task.writing;
  task.status = document->guarded([&] {
    Collector collector(*document, task.context, task.write);
    QPDFWriter writer(*document->pdf);
    writer.setOutputPipeline(&collector);
    writer.setStreamDataMode(qpdf_s_preserve);
    writer.setObjectStreamMode(qpdf_o_preserve);
    writer.setPreserveEncryption(false);
    writer.setLinearization(writing->linearizes != 0);
    if (writing->minimum_version) writer.setMinimumPDFVersion(writing->minimum_version);
    if (writing->encrypts) {
      auto print = writing->prints_high ? qpdf_r3p_full : writing->prints_low ? qpdf_r3p_low : qpdf_r3p_none;
      writer.setR6EncryptionParameters(writing->user_password ? writing->user_password : "",
                                       writing->owner_password ? writing->owner_password : "", writing->accesses != 0,
                                       writing->copies != 0, writing->assembles != 0, writing->annotates != 0,
                                       writing->fills_forms != 0, writing->modifies != 0, print, true);
    } else {
      writer.setDeterministicID(true);
    }
    writer.write();
    if (document->stopped != qpdf_shim_ok) throw Stopped("writing failed");
  });
  if (task.status == qpdf_shim_io && document->message.empty()) document->message = "writing failed";
}

void *performInThread(void *task) {
  perform(*static_cast<Task *>(task));
  return nullptr;
}

// The stack for one level of the recursion below: 370 bytes were measured; twice as much is reserved.
constexpr uint64_t stackOfLevel = 768;
constexpr uint64_t largestStack = 8ULL << 30;
constexpr uint64_t smallestStack = 8ULL << 20;

// The number of arrays and dictionaries in an object, including itself.
uint64_t containers(QPDFObjectHandle object, int depth) {
  uint64_t count = 1;
  if (object.isStream()) object = object.getDict();
  auto add = [&](QPDFObjectHandle &child) {
    if (!child.isIndirect() && (child.isArray() || child.isDictionary()) && depth < 500) {
      count += containers(child, depth + 1);
    }
  };
  if (object.isArray()) {
    for (auto &child : object.getArrayAsVector()) add(child);
  } else if (object.isDictionary()) {
    for (auto &entry : object.getDictAsMap()) add(entry.second);
  }
  return count;
}
} // namespace

// For linearization, qpdf follows every chain of references recursively: for an outline, once for each entry. No chain
// is longer than the number of containers in the document, and the stack is large enough for that. Only the used part
// of the stack takes memory.
qpdf_shim_status qpdf_shim_write_document(qpdf_shim_document *document, const qpdf_shim_writing *writing, void *context,
                                          qpdf_shim_write write) {
  uint64_t stack = smallestStack;
  document->memoryBeforeRewriting = largestMemory();
  qpdf_shim_status status = document->guarded([&] {
    if (!writing->linearizes) return;
    for (auto const &entry : document->pdf->getXRefTable()) {
      stack += stackOfLevel * containers(document->pdf->getObject(entry.first), 0);
    }
    if (stack > largestStack) document->stop(qpdf_shim_limit, "there are too many objects to linearize");
  });
  if (status != qpdf_shim_ok) return status;
  Task task{document, writing, context, write, qpdf_shim_failed};
  document->deepestStack = stack;
  pthread_attr_t attributes;
  pthread_t thread;
  bool started = pthread_attr_init(&attributes) == 0;
  if (started) {
    started = pthread_attr_setstacksize(&attributes, stack + (1 << 20)) == 0 &&
              pthread_create(&thread, &attributes, performInThread, &task) == 0;
    pthread_attr_destroy(&attributes);
  }
  if (!started) {
    document->deepestStack = qpdf_shim_document::usualStack;
    return document->guarded(
        [&] { document->stop(qpdf_shim_memory, "there is no memory to write the document anew"); });
  }
  pthread_join(thread, nullptr);
  return task.status;
}
