#include "document.hh"

#include <vector>

#include <qpdf/QPDFObjectHandle.hh>

namespace {
// The maximum nesting of containers in one object. qpdf's own limit is 500.
constexpr int deepestNesting = 100;

// A name without its slash. qpdf has a zero byte, which no name has, for a number sign that does not begin an escape
// (QPDFTokenizer::inNameHex1). We write `#23` for such a sign, which means the same: in PDF 1.0 and 1.1 there are no
// escapes, and readers take such a sign in the content of a page as it is.
std::string plainName(std::string const &name) {
  std::string plain = name.substr(name.empty() ? 0 : 1);
  for (char &byte : plain) {
    if (byte == '\0') byte = '#';
  }
  return plain;
}

struct Walk {
  qpdf_shim_document &document;
  void *context;
  qpdf_shim_visit visit;

  void tell(qpdf_shim_part part, int64_t number = 0, int32_t generation = 0) {
    visit(context, part, nullptr, 0, number, generation);
  }

  void tell(qpdf_shim_part part, std::string const &text) {
    visit(context, part, reinterpret_cast<uint8_t const *>(text.data()), text.size(), 0, 0);
  }

  void item(QPDFObjectHandle object, int depth) {
    if (object.isInitialized() && object.isIndirect()) {
      document.countValue();
      tell(qpdf_shim_reference, object.getObjectID(), object.getGeneration());
    } else {
      value(object, depth);
    }
  }

  void value(QPDFObjectHandle object, int depth) {
    document.countValue();
    if (depth > deepestNesting) document.stop(qpdf_shim_limit, "an object is nested too deeply");
    if (!object.isInitialized()) return tell(qpdf_shim_null);
    switch (object.getTypeCode()) {
    case ot_boolean: return tell(qpdf_shim_boolean, object.getBoolValue());
    case ot_integer: return tell(qpdf_shim_integer, object.getIntValue());
    case ot_real: return tell(qpdf_shim_real, object.getRealValue());
    case ot_string: return tell(qpdf_shim_string, object.getStringValue());
    case ot_name: return tell(qpdf_shim_name, plainName(object.getName()));
    case ot_array:
      tell(qpdf_shim_array_begin);
      for (auto &element : object.getArrayAsVector()) item(element, depth + 1);
      return tell(qpdf_shim_array_end);
    case ot_dictionary: return dictionary(object, depth);
    case ot_stream:
      if (depth > 0) return tell(qpdf_shim_null);
      tell(qpdf_shim_stream);
      return dictionary(object.getDict(), depth);
    default: return tell(qpdf_shim_null);
    }
  }

  void dictionary(QPDFObjectHandle object, int depth) {
    tell(qpdf_shim_dictionary_begin);
    // Not getKeys: it reads the target of every reference.
    for (auto &entry : object.getDictAsMap()) {
      tell(qpdf_shim_key, plainName(entry.first));
      item(entry.second, depth + 1);
    }
    tell(qpdf_shim_dictionary_end);
  }
};

// Passes bytes to the caller, up to a limit.
class Delivery : public Pipeline {
public:
  Delivery(qpdf_shim_document &document, uint64_t limit, void *context, qpdf_shim_write callback)
      : Pipeline("delivery", nullptr), document(document), left(limit), context(context), callback(callback) {}

  void write(unsigned char const *data, size_t length) override {
    if (length == 0) return;
    document.check();
    if (length > left) document.stop(qpdf_shim_memory, "a stream is longer than is allowed");
    left -= length;
    if (!callback(context, data, length)) document.stop(qpdf_shim_io, "writing failed");
  }

  void finish() override {}

private:
  qpdf_shim_document &document;
  uint64_t left;
  void *context;
  qpdf_shim_write callback;
};
} // namespace

qpdf_shim_status qpdf_shim_walk(qpdf_shim_document *document, int32_t number, int32_t generation, void *context,
                                qpdf_shim_visit visit) {
  return document->guarded([&] {
    Walk walk{*document, context, visit};
    document->beginObject(number);
    walk.value(number == 0 ? document->pdf->getTrailer() : document->pdf->getObject(number, generation), 0);
  });
}

qpdf_shim_status qpdf_shim_read_stream(qpdf_shim_document *document, int32_t number, int32_t generation, int decoded,
                                       uint64_t limit, void *context, qpdf_shim_write write) {
  return document->guarded([&] {
    auto stream = document->pdf->getObject(number, generation);
    if (!stream.isStream()) return;
    Delivery delivery(*document, limit, context, write);
    bool undone = false;
    document->isDelivering = true;
    struct Reset {
      bool &flag;
      ~Reset() { flag = false; }
    } reset{document->isDelivering};
    bool whole = stream.pipeStreamData(&delivery, &undone, 0, decoded ? qpdf_dl_specialized : qpdf_dl_none);
    if (decoded && !undone) {
      throw QPDFExc(qpdf_e_unsupported, "", "", stream.getParsedOffset(), "a filter that cannot be undone");
    }
    if (!whole && decoded) {
      throw QPDFExc(qpdf_e_damaged_pdf, "", "", stream.getParsedOffset(), "a stream cannot be decoded to its end");
    }
  });
}
