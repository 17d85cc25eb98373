/// Base64 (RFC 4648, section 4).
package enum Base64 {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  package static func text(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for index in 0..<4 {
        text.append(index <= group.count ? digits[bits >> (18 - 6 * index) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Decodes a text. White space between the digits is ignored.
  ///
  /// - Returns: nil for invalid text.
  package static func bytes(_ text: some Collection<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    var (bits, digitCount, padding) = (0, 0, 0)
    // The text is copied into an array, and no array is made for each group: this is ten times as fast.
    for byte in Array(text) where byte != 0x20 && !(0x09...0x0D).contains(byte) {
      if byte == UInt8(ascii: "=") {
        padding += 1
        continue
      }
      guard padding == 0, let digit = value(byte) else { return nil }
      bits = (bits << 6 | digit) & 0xFF_FFFF
      digitCount += 1
      if digitCount % 4 == 0 {
        bytes.append(UInt8(bits >> 16))
        bytes.append(UInt8(bits >> 8 & 0xFF))
        bytes.append(UInt8(bits & 0xFF))
      }
    }
    switch digitCount % 4 {
    case 0 where padding == 0: break
    case 2 where padding == 2: bytes.append(UInt8(bits >> 4 & 0xFF))
    case 3 where padding == 1: bytes += [UInt8(bits >> 10 & 0xFF), UInt8(bits >> 2 & 0xFF)]
    default: return nil
    }
    return bytes
  }

  private static func value(_ digit: UInt8) -> Int? {
    switch digit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(digit) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(digit) - 71
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(digit) + 4
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
