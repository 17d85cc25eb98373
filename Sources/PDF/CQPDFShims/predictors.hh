// Decoders of Flate's and LZW's family that qpdf does not export.
#pragma once

#include <string>
#include <vector>

#define POINTERHOLDER_TRANSITION 4
#include <qpdf/Pipeline.hh>

// The parameters of a predictor (ISO 32000-1, 7.4.4.4).
struct Prediction {
  int kind = 1, columns = 1, colors = 1, bits = 8;

  bool isKnown() const {
    if (kind == 1) return true;
    if (columns < 1 || colors < 1 || colors > 64 || columns > (1 << 24)) return false;
    if (kind == 2) return bits == 8;
    return kind >= 10 && kind <= 15 && (bits == 1 || bits == 2 || bits == 4 || bits == 8 || bits == 16);
  }

  size_t bytesPerPixel() const { return (static_cast<size_t>(colors) * bits + 7) / 8; }
  size_t bytesPerRow() const { return (static_cast<size_t>(columns) * colors * bits + 7) / 8; }
};

// Undoes PNG's predictors and, at eight bits, TIFF's.
class Unpredictor : public Pipeline {
public:
  Unpredictor(Pipeline *next, Prediction prediction);
  void write(unsigned char const *data, size_t length) override;
  void finish() override;

private:
  void undoRow();

  Prediction prediction;
  size_t stride, rowBytes;
  std::vector<unsigned char> row, above;
  size_t filled = 0;
};

// LZW as TIFF and PDF have it (ISO 32000-1, 7.4.4.2): codes of 9 to 12 bits, 256 clears, 257 ends.
class LZWDecoder : public Pipeline {
public:
  LZWDecoder(Pipeline *next, bool earlyChange);
  void write(unsigned char const *data, size_t length) override;
  void finish() override;

private:
  void take(unsigned code);
  void clear();

  bool earlyChange;
  bool ended = false;
  unsigned bits = 0, bitCount = 0, width = 9;
  int previous = -1;
  // What a code stands for: the code before its last byte, and that byte.
  struct Entry {
    int prefix;
    unsigned char last;
    unsigned length;
  };
  std::vector<Entry> table;
  std::string text;
};
