/// Turns the bytes of Exif's texts into text.
enum ExifText {
  /// Text that should be ASCII: UTF-8 where it is valid, else Latin-1, as most writers mean one of the two. It ends at the
  /// first NUL byte.
  static func text(_ bytes: some Collection<UInt8>) -> String {
    decoded(bytes.prefix { $0 != 0 })
  }

  /// Copyright holds the photographer's and, behind a NUL byte, the editor's (Exif 2.32, 4.6.5 D): two lines here.
  static func copyright(_ bytes: [UInt8]) -> String {
    let parts = bytes.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false).prefix(2)
    let lines = parts.map { decoded($0).trimmingTrailingSpaces }
    return lines.count == 2 && lines[1].isEmpty ? lines[0] : lines.joined(separator: "\n")
  }

  /// Text behind eight bytes that name its character code (Exif 2.32, 4.6.6 I); nil where the code is JIS or unknown and
  /// the bytes are not ASCII.
  static func coded(_ bytes: [UInt8], bigEndian: Bool) -> String? {
    guard bytes.count >= 8 else { return bytes.allSatisfy { $0 == 0 } ? "" : nil }
    let content = bytes[8...]
    let code = bytes[..<8].prefix { $0 != 0 }
    if code.elementsEqual("UNICODE".utf8) { return utf16(content, bigEndian: bigEndian).trimmingTrailingSpaces }
    if code.elementsEqual("ASCII".utf8) { return text(content).trimmingTrailingSpaces }
    // Undefined, JIS, or no code at all.
    let all = code.isEmpty || code.elementsEqual("JIS".utf8) ? content : bytes[...]
    let trimmed = all.prefix { $0 != 0 }
    guard all.dropFirst(trimmed.count).allSatisfy({ $0 == 0 }), trimmed.allSatisfy({ isPrintable($0) }) else {
      return nil
    }
    return decoded(trimmed).trimmingTrailingSpaces
  }

  /// UTF-16 in a byte order that a mark at the beginning overrides; it ends at the first NUL.
  static func utf16(_ bytes: some Collection<UInt8>, bigEndian: Bool) -> String {
    var units: [UInt16] = []
    var isBig = bigEndian
    var iterator = bytes.makeIterator()
    while let first = iterator.next(), let second = iterator.next() {
      let unit = isBig ? UInt16(first) << 8 | UInt16(second) : UInt16(second) << 8 | UInt16(first)
      if unit == 0 { break }
      if units.isEmpty, unit == 0xFFFE {
        isBig.toggle()
      } else if !units.isEmpty || unit != 0xFEFF {
        units.append(unit)
      }
    }
    return String(decoding: units, as: UTF16.self)
  }

  private static func isPrintable(_ byte: UInt8) -> Bool {
    (0x20..<0x7F).contains(byte) || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  static func decoded(_ bytes: some Collection<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var text = ""
    text.unicodeScalars.append(contentsOf: bytes.lazy.map { Unicode.Scalar($0) })
    return text
  }
}

extension String {
  /// The text without the spaces with which fields of a fixed width are filled up.
  var trimmingTrailingSpaces: String {
    var scalars = Substring(self).unicodeScalars
    while let last = scalars.last, last == " " || last == "\0" { scalars.removeLast() }
    return String(scalars)
  }
}
