#include "predictors.hh"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

Unpredictor::Unpredictor(Pipeline *next, Prediction prediction)
    : Pipeline("unpredictor", next), prediction(prediction), stride(prediction.bytesPerPixel()),
      rowBytes(prediction.bytesPerRow()) {}

void Unpredictor::write(unsigned char const *data, size_t length) {
  size_t tag = prediction.kind >= 10 ? 1 : 0;
  if (row.empty()) {
    row.resize(rowBytes + tag);
    above.resize(rowBytes);
  }
  while (length > 0) {
    size_t count = std::min(length, row.size() - filled);
    std::copy(data, data + count, row.begin() + static_cast<ptrdiff_t>(filled));
    filled += count;
    data += count;
    length -= count;
    if (filled == row.size()) undoRow();
  }
}

void Unpredictor::undoRow() {
  filled = 0;
  if (prediction.kind < 10) {
    for (size_t i = stride; i < rowBytes; ++i) row[i] = static_cast<unsigned char>(row[i] + row[i - stride]);
    return getNext()->write(row.data(), rowBytes);
  }
  unsigned char *current = row.data() + 1;
  for (size_t i = 0; i < rowBytes; ++i) {
    int left = i >= stride ? current[i - stride] : 0;
    int up = above[i];
    int upLeft = i >= stride ? above[i - stride] : 0;
    int predicted = 0;
    switch (row[0]) {
    case 1: predicted = left; break;
    case 2: predicted = up; break;
    case 3: predicted = (left + up) / 2; break;
    case 4: {
      int estimate = left + up - upLeft;
      int toLeft = std::abs(estimate - left), toUp = std::abs(estimate - up), toUpLeft = std::abs(estimate - upLeft);
      predicted = toLeft <= toUp && toLeft <= toUpLeft ? left : toUp <= toUpLeft ? up : upLeft;
      break;
    }
    default: break;
    }
    current[i] = static_cast<unsigned char>(current[i] + predicted);
  }
  getNext()->write(current, rowBytes);
  std::copy(current, current + rowBytes, above.begin());
}

void Unpredictor::finish() {
  // Of a last row that is cut off, the bytes that are there count.
  size_t tag = prediction.kind >= 10 ? 1 : 0;
  if (filled > tag) {
    size_t partial = filled - tag;
    std::fill(row.begin() + static_cast<ptrdiff_t>(filled), row.end(), 0);
    size_t whole = rowBytes;
    rowBytes = partial;
    undoRow();
    rowBytes = whole;
  }
  getNext()->finish();
}

LZWDecoder::LZWDecoder(Pipeline *next, bool earlyChange) : Pipeline("lzw", next), earlyChange(earlyChange) { clear(); }

void LZWDecoder::clear() {
  if (table.empty()) {
    table.reserve(4096);
    for (int i = 0; i < 258; ++i) table.push_back({-1, static_cast<unsigned char>(i), 1});
  }
  table.resize(258);
  width = 9;
  previous = -1;
}

void LZWDecoder::write(unsigned char const *data, size_t length) {
  for (size_t i = 0; i < length && !ended; ++i) {
    bits = (bits << 8 | data[i]) & 0xFFFFFF;
    bitCount += 8;
    if (bitCount < width) continue;
    bitCount -= width;
    take(bits >> bitCount & ((1u << width) - 1));
  }
}

void LZWDecoder::take(unsigned code) {
  if (code == 256) return clear();
  if (code == 257) {
    ended = true;
    return;
  }
  if (code > table.size() || (code == table.size() && previous < 0)) throw std::runtime_error("a code of LZW is wrong");
  // The code that this step defines: the previous text, followed by its own first byte.
  int source = code == table.size() ? previous : static_cast<int>(code);
  text.resize(table[static_cast<size_t>(source)].length);
  for (int entry = source; entry >= 0; entry = table[static_cast<size_t>(entry)].prefix) {
    text[table[static_cast<size_t>(entry)].length - 1] = static_cast<char>(table[static_cast<size_t>(entry)].last);
  }
  auto first = static_cast<unsigned char>(text[0]);
  if (code == table.size()) text.push_back(static_cast<char>(first));
  if (previous >= 0 && table.size() < 4096) {
    table.push_back({previous, first, table[static_cast<size_t>(previous)].length + 1});
  }
  getNext()->write(reinterpret_cast<unsigned char const *>(text.data()), text.size());
  previous = static_cast<int>(code);
  size_t next = table.size() + (earlyChange ? 1 : 0);
  width = next >= 2048 ? 12 : next >= 1024 ? 11 : next >= 512 ? 10 : 9;
}

void LZWDecoder::finish() { getNext()->finish(); }
