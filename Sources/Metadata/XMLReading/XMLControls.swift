/// What XML 1.0 forbids and some writers store all the same, above all control characters (2.2). It is replaced by
/// spaces, so that the rest can be read, and every other byte keeps its offset.
package enum XMLControls {
  /// Replaces the characters themselves.
  ///
  /// - Returns: the index of the first one; nil if there are none.
  package static func replace(in bytes: inout ArraySlice<UInt8>) -> Int? {
    guard isPresent(in: bytes), let first = bytes.firstIndex(where: isForbidden) else { return nil }
    for index in bytes.indices where isForbidden(bytes[index]) { bytes[index] = 0x20 }
    return first
  }

  /// Replaces references to control characters (`&#0;`).
  package static func replaceReferences(in bytes: inout ArraySlice<UInt8>) {
    // All ranges are found first: to change the bytes while a slice of them exists would copy them.
    for reference in references(in: bytes) {
      for index in reference { bytes[index] = 0x20 }
    }
  }

  /// Replaces faults that some writers make in texts, comments and instructions: an ampersand that begins no reference
  /// to a character, U+FFFE and U+FFFF, the end of a CDATA section without its beginning, two hyphens in a comment, and
  /// a declaration that is not the first thing.
  package static func replaceStray(in bytes: inout ArraySlice<UInt8>) {
    var index = bytes.startIndex
    func starts(_ text: StaticString) -> Bool { text.withUTF8Buffer { bytes[index...].starts(with: $0) } }
    func end(_ text: StaticString) -> Int {
      var position = index
      while position < bytes.endIndex {
        if text.withUTF8Buffer({ bytes[position...].starts(with: $0) }) { return position }
        position += 1
      }
      return position
    }
    while index < bytes.endIndex {
      let byte = bytes[index]
      if byte == UInt8(ascii: "<"), starts("<!--") {
        index += 4
        let close = end("-->")
        for position in index..<close where bytes[position] == UInt8(ascii: "-") { bytes[position] = 0x20 }
        index = close
      } else if byte == UInt8(ascii: "<"), starts("<![CDATA[") {
        index = min(end("]]>") + 3, bytes.endIndex)
      } else if byte == UInt8(ascii: "<"), starts("<?xml "), index > bytes.startIndex {
        bytes[index + 4] = UInt8(ascii: "_")
      } else if byte == UInt8(ascii: "&") && !isReference(bytes[index...].prefix(longestReference + 1))
        || byte == UInt8(ascii: "]") && starts("]]>")
      {
        bytes[index] = 0x20
      } else if byte == 0xEF, starts("\u{FFFE}") || starts("\u{FFFF}") {
        for position in index..<index + 3 { bytes[position] = 0x20 }
      }
      index += 1
    }
  }

  /// Whether a text begins with a reference that needs no definition.
  private static func isReference(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let end = bytes.firstIndex(of: UInt8(ascii: ";")) else { return false }
    let name = String(decoding: bytes[bytes.startIndex + 1..<end], as: UTF8.self)
    if ["amp", "lt", "gt", "quot", "apos"].contains(name) { return true }
    let number = name.hasPrefix("#x") ? UInt32(name.dropFirst(2), radix: 16) : UInt32(name.dropFirst())
    return name.hasPrefix("#") && number.flatMap(Unicode.Scalar.init) != nil
  }

  private static func isForbidden(_ byte: UInt8) -> Bool { byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D }

  /// Whether there is a forbidden byte. Tests eight bytes at once: most packets have thousands of bytes, and none of
  /// these.
  private static func isPresent(in bytes: ArraySlice<UInt8>) -> Bool {
    bytes.withUnsafeBytes { buffer in
      let end = buffer.count & ~7
      for index in stride(from: 0, to: end, by: 8) {
        let word = buffer.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        // Sets the high bit of a byte that is below 0x20.
        let low = (word &- 0x2020_2020_2020_2020) & ~word & 0x8080_8080_8080_8080
        if low != 0, buffer[index..<index + 8].contains(where: isForbidden) { return true }
      }
      return buffer[end...].contains(where: isForbidden)
    }
  }

  private static func references(in bytes: ArraySlice<UInt8>) -> [ClosedRange<Int>] {
    var references: [ClosedRange<Int>] = []
    var index = bytes.startIndex
    while let start = bytes[index...].firstIndex(of: 0x26) {
      index = start + 1
      guard bytes[index...].first == 0x23, let end = bytes[index...].prefix(longestReference).firstIndex(of: 0x3B)
      else { continue }
      let digits = bytes[(index + 1)..<end]
      let isHex = digits.first == 0x78
      let value = UInt32(String(decoding: isHex ? digits.dropFirst() : digits, as: UTF8.self), radix: isHex ? 16 : 10)
      if let value, value < 0x20, isForbidden(UInt8(value)) { references.append(start...end) }
    }
    return references
  }

  /// `&#x0000001F;` is the longest that is expected.
  private static let longestReference = 12
}
