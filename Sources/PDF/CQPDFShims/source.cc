#include "document.hh"

#include <cstdio>
#include <cstring>

namespace {
constexpr size_t windowSize = 16 << 10;
}

Source::Source(qpdf_shim_document &document, void *context, qpdf_shim_read read, uint64_t size)
    : document(document), context(context), callback(read), size(size) {}

void Source::seek(qpdf_offset_t offset, int whence) {
  qpdf_offset_t start = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? position : static_cast<qpdf_offset_t>(size);
  qpdf_offset_t sum = 0;
  if (__builtin_add_overflow(start, offset, &sum) || sum < 0) {
    throw std::runtime_error("a place before the file's start");
  }
  position = sum;
}

void Source::unreadCh(char) {
  if (position > 0) --position;
}

size_t Source::read(char *buffer, size_t length) {
  // Reads that return nothing take time, too.
  document.countRead(length < 16 ? 16 : length);
  last_offset = position;
  size_t count = readAt(static_cast<uint64_t>(position), buffer, length);
  if (count == 0 && length > 0) {
    // As FileInputSource: the last offset is the position of the end.
    position = static_cast<qpdf_offset_t>(size);
    last_offset = position;
    return 0;
  }
  position += static_cast<qpdf_offset_t>(count);
  return count;
}

size_t Source::readAt(uint64_t offset, char *buffer, size_t length) {
  if (offset >= size) return 0;
  if (length > size - offset) length = static_cast<size_t>(size - offset);
  size_t done = 0;
  while (done < length) {
    uint64_t place = offset + done;
    if (place < windowStart || place >= windowStart + window.size()) fill(place);
    if (window.empty()) break;
    size_t inside = static_cast<size_t>(place - windowStart);
    size_t count = std::min(length - done, window.size() - inside);
    std::memcpy(buffer + done, window.data() + inside, count);
    done += count;
  }
  return done;
}

void Source::fill(uint64_t offset) {
  // Buffers begin at multiples of half their size, so that going back a little does not read again.
  windowStart = offset - offset % (windowSize / 2);
  window.resize(windowSize);
  size_t wanted = static_cast<size_t>(std::min<uint64_t>(windowSize, size - windowStart));
  int64_t count = callback(context, windowStart, reinterpret_cast<uint8_t *>(&window[0]), wanted);
  if (count < 0) {
    window.clear();
    document.stop(qpdf_shim_io, "reading failed");
  }
  window.resize(static_cast<size_t>(count));
  if (windowStart + window.size() <= offset) window.clear();
}

// Seeks to the first byte after the next end of line, and returns the offset of that end (as FileInputSource does).
qpdf_offset_t Source::findAndSkipNextEOL() {
  char buffer[1024];
  uint64_t place = static_cast<uint64_t>(position);
  bool found = false;
  qpdf_offset_t result = 0;
  while (true) {
    size_t count = readAt(place, buffer, sizeof buffer);
    document.countRead(count + 16);
    if (count == 0) break;
    for (size_t i = 0; i < count; ++i) {
      bool isEnd = buffer[i] == '\r' || buffer[i] == '\n';
      if (!found && isEnd) {
        found = true;
        result = static_cast<qpdf_offset_t>(place + i);
      } else if (found && !isEnd) {
        position = static_cast<qpdf_offset_t>(place + i);
        return result;
      }
    }
    place += count;
  }
  position = static_cast<qpdf_offset_t>(size);
  return found ? result : position;
}
