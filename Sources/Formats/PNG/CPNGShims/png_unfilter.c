#include "CPNGShims.h"

#include <string.h>

// The samples of a pixel side by side. Pixels of up to four bytes are loaded and stored as four bytes. The extra bytes
// belong to the next pixel, which is stored later.
typedef uint8_t bytes4 __attribute__((vector_size(4)));
typedef int16_t lanes __attribute__((vector_size(8)));

static inline lanes load(const uint8_t *pixel, size_t size) {
  bytes4 bytes = {0};
  memcpy(&bytes, pixel, size);
  return __builtin_convertvector(bytes, lanes);
}

static inline void store(uint8_t *pixel, lanes value, size_t size) {
  const bytes4 bytes = __builtin_convertvector(value, bytes4);
  memcpy(pixel, &bytes, size);
}

/// The PaethPredictor of left, above and upper left (PNG third edition, 9.4).
static inline lanes paeth(lanes a, lanes b, lanes c) {
  const lanes from_a = b - c, from_b = a - c;
  const lanes pa = __builtin_elementwise_abs(from_a), pb = __builtin_elementwise_abs(from_b);
  const lanes pc = __builtin_elementwise_abs(from_a + from_b);
  const lanes smallest = __builtin_elementwise_min(pc, __builtin_elementwise_min(pa, pb));
  const lanes is_a = pa == smallest, is_b = pb == smallest;
  return (a & is_a) | (~is_a & ((b & is_b) | (c & ~is_b)));
}

static inline lanes predict(int filter, lanes a, lanes b, lanes c) {
  return filter == 1 ? a : filter == 3 ? (a + b) >> 1 : paeth(a, b, c);
}

static inline void unfilter(int filter, uint8_t *row, const uint8_t *filtered, const uint8_t *above, size_t count,
                            size_t pixel_size) {
  lanes a = {0}, c = {0};
  size_t i = 0;
  for (; i + 4 <= count; i += pixel_size) {
    const lanes b = load(above + i, 4);
    a = (load(filtered + i, 4) + predict(filter, a, b, c)) & 255;
    store(row + i, a, 4);
    c = b;
  }
  for (; i < count; i += pixel_size) {
    const lanes b = load(above + i, pixel_size);
    a = (load(filtered + i, pixel_size) + predict(filter, a, b, c)) & 255;
    store(row + i, a, pixel_size);
    c = b;
  }
}

bool png_shim_unfilter(uint8_t filter, uint8_t *row, const uint8_t *filtered, const uint8_t *above, size_t count,
                       size_t pixel_size) {
  switch (filter) {
  case 0:
    memcpy(row, filtered, count);
    return true;
  case 1:
    unfilter(1, row, filtered, above, count, pixel_size);
    return true;
  case 2:
    for (size_t i = 0; i < count; i++) row[i] = (uint8_t)(filtered[i] + above[i]);
    return true;
  case 3:
    unfilter(3, row, filtered, above, count, pixel_size);
    return true;
  case 4:
    unfilter(4, row, filtered, above, count, pixel_size);
    return true;
  default:
    return false;
  }
}
