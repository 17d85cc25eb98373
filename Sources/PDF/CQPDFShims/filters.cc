// Filters that stop at the document's limit. They replace qpdf's own, which have no limit.
#include "document.hh"

#include <mutex>
#include <vector>

#include <qpdf/Pl_Flate.hh>
#include <qpdf/Pl_RunLength.hh>
#include <qpdf/QPDFStreamFilter.hh>

#include "predictors.hh"

namespace {
// Passes bytes on and counts them.
class Bound : public Pipeline {
public:
  explicit Bound(Pipeline *next) : Pipeline("bound", next) {}

  void write(unsigned char const *data, size_t length) override {
    if (auto document = activeDocument()) {
      document->countInflated(length);
      count += length;
      if (count > document->limits.inflated) {
        document->stop(qpdf_shim_memory, "a stream inflates to more than is allowed");
      }
    }
    getNext()->write(data, length);
  }

  void finish() override { getNext()->finish(); }

private:
  uint64_t count = 0;
};

class FlateOrLZW : public QPDFStreamFilter {
public:
  explicit FlateOrLZW(bool isLZW) : isLZW(isLZW) {}

  bool setDecodeParms(QPDFObjectHandle parameters) override {
    if (parameters.isNull()) return true;
    if (!parameters.isDictionary()) return false;
    auto number = [&](char const *key, int fallback) {
      auto value = parameters.getKey(key);
      return value.isInteger() ? value.getIntValueAsInt() : fallback;
    };
    prediction.kind = number("/Predictor", 1);
    prediction.columns = number("/Columns", 1);
    prediction.colors = number("/Colors", 1);
    prediction.bits = number("/BitsPerComponent", 8);
    earlyChange = number("/EarlyChange", 1) != 0;
    return prediction.isKnown();
  }

  Pipeline *getDecodePipeline(Pipeline *next) override {
    if (prediction.kind > 1) next = keep(new Unpredictor(next, prediction));
    next = keep(new Bound(next));
    if (isLZW) return keep(new LZWDecoder(next, earlyChange));
    auto inflater = new Pl_Flate("inflate", next, Pl_Flate::a_inflate);
    inflater->setWarnCallback([](char const *, int) {});
    return keep(inflater);
  }

private:
  Pipeline *keep(Pipeline *pipeline) {
    kept.emplace_back(pipeline);
    return pipeline;
  }

  bool isLZW;
  bool earlyChange = true;
  Prediction prediction;
  std::vector<std::unique_ptr<Pipeline>> kept;
};

class RunLength : public QPDFStreamFilter {
public:
  Pipeline *getDecodePipeline(Pipeline *next) override {
    bound = std::make_unique<Bound>(next);
    decoder = std::make_unique<Pl_RunLength>("run length", bound.get(), Pl_RunLength::a_decode);
    return decoder.get();
  }

  bool isSpecializedCompression() override { return true; }

private:
  std::unique_ptr<Pipeline> bound, decoder;
};
} // namespace

void registerBoundedFilters() {
  static std::once_flag once;
  std::call_once(once, [] {
    QPDF::registerStreamFilter("/FlateDecode", [] { return std::make_shared<FlateOrLZW>(false); });
    QPDF::registerStreamFilter("/LZWDecode", [] { return std::make_shared<FlateOrLZW>(true); });
    QPDF::registerStreamFilter("/RunLengthDecode", [] { return std::make_shared<RunLength>(); });
  });
}
