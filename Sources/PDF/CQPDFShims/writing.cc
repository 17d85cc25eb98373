#include "document.hh"

#include <cstring>

#include <qpdf/QPDFWriter.hh>

namespace {
// Collects small writes into large ones. qpdf's writer writes single digits.
class Collector : public Pipeline {
public:
  Collector(qpdf_shim_document &document, void *context, qpdf_shim_write callback)
      : Pipeline("file", nullptr), document(document), context(context), callback(callback) {
    buffer.reserve(capacity);
  }

  void write(unsigned char const *data, size_t length) override {
    if (buffer.size() + length > capacity) flush();
    if (length >= capacity) return send(data, length);
    buffer.append(reinterpret_cast<char const *>(data), length);
  }

  void finish() override { flush(); }

private:
  void flush() {
    if (!buffer.empty()) send(reinterpret_cast<unsigned char const *>(buffer.data()), buffer.size());
    buffer.clear();
  }

  void send(unsigned char const *data, size_t length) {
    document.check();
    if (!callback(context, data, length)) document.stop(qpdf_shim_io, "writing failed");
  }

  static constexpr size_t capacity = 256 << 10;
  qpdf_shim_document &document;
  void *context;
  qpdf_shim_write callback;
  std::string buffer;
};
} // namespace

qpdf_shim_status qpdf_shim_write_document(qpdf_shim_document *document, const qpdf_shim_writing *writing, void *context,
                                          qpdf_shim_write write) {
  return document->guarded([&] {
    Collector collector(*document, context, write);
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
  });
}
