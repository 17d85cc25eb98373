internal import Glibc

/// Whether bytes are the same. It takes the place of the standard library's operator, which compares one element after
/// the other by calls where it is not optimised, as in tests: a second for some megabytes.
package func == (one: [UInt8], other: [UInt8]) -> Bool {
  one.count == other.count
    && one.withUnsafeBytes { first in
      other.withUnsafeBytes { second in
        guard let first = first.baseAddress, let second = second.baseAddress else { return true }
        return memcmp(first, second, one.count) == 0
      }
    }
}

/// The check value of a chunk of PNG (PNG third edition, 5.5), bit by bit as the standard defines it.
package func checkValue(_ bytes: [UInt8]) -> UInt32 {
  var check: UInt32 = .max
  for byte in bytes {
    check ^= UInt32(byte)
    for _ in 0..<8 { check = check & 1 == 1 ? 0xEDB8_8320 ^ (check >> 1) : check >> 1 }
  }
  return ~check
}

/// A text many times over. The standard library appends one after the other, which takes seconds for single letters.
package func repeated(_ text: String, _ count: Int) -> String {
  let length = 1_024
  return String(repeating: String(repeating: text, count: length), count: count / length)
    + String(repeating: text, count: count % length)
}
