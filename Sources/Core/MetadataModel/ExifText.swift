internal import Glibc
internal import ImageModel

/// Decodes the texts of Exif.
package enum ExifText {
  /// Text up to the first NUL byte. It should be ASCII; it is decoded as UTF-8 if it is valid, else as Latin-1.
  package static func text(_ bytes: ArraySlice<UInt8>) -> String { decoded(bytes.prefix { $0 != 0 }) }

  package static func text(_ bytes: [UInt8]) -> String { text(bytes[...]) }

  /// Text whose length is known: NUL bytes at its end are padding, others belong to it.
  package static func paddedText(_ bytes: [UInt8]) -> String {
    decoded(bytes.prefix(bytes.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0))
  }

  /// Copyright of the photographer and, after a NUL byte, of the editor (Exif 2.32, 4.6.5 D), as two lines.
  package static func copyright(_ bytes: [UInt8]) -> String {
    let parts = bytes.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false).prefix(2)
    let lines = parts.map { decoded($0).trimmingTrailingSpaces }
    return lines.count == 2 && lines[1].isEmpty ? lines[0] : lines.joined(separator: "\n")
  }

  /// Text after eight bytes with its character code (Exif 2.32, 4.6.5 UserComment). nil if the code is unknown.
  ///
  /// Writers pad the code with spaces, write it in lowercase or leave it out: all of this is accepted. UTF-16 in the
  /// wrong byte order is common, so the order in which it reads as text is used.
  package static func coded(_ bytes: [UInt8], bigEndian: Bool) -> String? {
    guard bytes.count >= 8 else { return undefined(bytes[...]) }
    let content = bytes[8...]
    switch code(bytes[..<8]) {
    case "UNICODE" where isNarrow(content): return text(content).trimmingTrailingSpaces
    case "UNICODE": return utf16(content, bigEndian: likelyOrder(content, stated: bigEndian)).trimmingTrailingSpaces
    case "ASCII": return text(content).trimmingTrailingSpaces
    case "JIS": return (ExifJapaneseText.text(content) ?? undefined(content))?.trimmingTrailingSpaces
    case "": return undefined(content)
    // Without a code, the text begins with the first byte.
    default: return undefined(bytes[...])
    }
  }

  /// The name of a character code, without its padding.
  private static func code(_ bytes: ArraySlice<UInt8>) -> String {
    let name = bytes.prefix { $0 != 0 }
    guard bytes.dropFirst(name.count).allSatisfy({ $0 == 0 || $0 == 0x20 }) else { return "?" }
    return decoded(name).trimmingTrailingSpaces.uppercased()
  }

  /// Text in an undeclared code; nil if it has control characters, or other bytes after its end.
  private static func undefined(_ bytes: ArraySlice<UInt8>) -> String? {
    let trimmed = bytes.prefix { $0 != 0 }
    guard bytes.dropFirst(trimmed.count).allSatisfy({ $0 == 0 || $0 == 0x20 }),
      !trimmed.contains(where: { isControl($0) }),
      // In Latin-1, 0x80 to 0x9F are control characters.
      !trimmed.contains(where: { (0x80...0x9F).contains($0) }) || String(validating: trimmed, as: UTF8.self) != nil
    else { return nil }
    return decoded(trimmed).trimmingTrailingSpaces
  }

  /// Whether text before its first NUL has characters of one byte, as some cameras write it under the code of UTF-16.
  ///
  /// In UTF-16, bytes of Latin text are NUL, and those of other scripts have few distinct values at one of the two
  /// places, or are rarely letters of ASCII.
  private static func isNarrow(_ content: ArraySlice<UInt8>) -> Bool {
    let bytes = content.prefix { $0 != 0 }
    // The first character of UTF-16 may be a space, too.
    if bytes.allSatisfy({ $0 == 0x20 }) { return !bytes.isEmpty && content[bytes.endIndex...].allSatisfy { $0 == 0 } }
    guard bytes.count >= 6, !bytes.contains(where: { isControl($0) }), orderOfKana(bytes) == nil else { return false }
    let isUTF8 = String(validating: bytes, as: UTF8.self) != nil
    guard isUTF8 || !bytes.contains(where: { (0x80...0x9F).contains($0) }) else { return false }
    let plain = bytes.count { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0 & 0xDF) || $0 == 0x20 }
    let kinds = [0, 1].map { place in Set(bytes.indices.lazy.filter { $0 & 1 == place }.map { bytes[$0] }).count }
    // A short text proves little.
    return plain >= (bytes.count < 12 ? bytes.count : bytes.count * 2 / 3)
      && min(kinds[0], kinds[1]) * 2 >= max(kinds[0], kinds[1])
  }

  /// The byte order in which UTF-16 reads as text: that of the byte-order mark, or else the more likely one.
  ///
  /// In most texts the high bytes have few distinct values, often 0, and the low bytes many.
  package static func likelyOrder(_ bytes: some Collection<UInt8>, stated bigEndian: Bool) -> Bool {
    var zeros = [0, 0]
    var kinds: [Set<UInt8>] = [[], []]
    var index = 0
    var pair: UInt8 = 0
    for byte in bytes.prefix(orderSample) {
      if index % 2 == 1 {
        if pair == 0, byte == 0 { break }
        if index == 1, pair == 0xFE && byte == 0xFF || pair == 0xFF && byte == 0xFE { return pair == 0xFE }
        if pair == 0 { zeros[0] += 1 }
        if byte == 0 { zeros[1] += 1 }
        kinds[0].insert(pair)
        kinds[1].insert(byte)
      }
      pair = byte
      index += 1
    }
    if let order = orderOfKana(bytes) { return order }
    if zeros[0] != zeros[1] { return zeros[0] > zeros[1] }
    // At least twice as many: a short text proves little.
    if max(kinds[0].count, kinds[1].count) >= 2 * min(kinds[0].count, kinds[1].count) + 2 {
      return kinds[0].count < kinds[1].count
    }
    return bigEndian
  }

  /// The byte order in which at least a third of the characters of UTF-16 are kana: true for big-endian; nil if there
  /// is none. The bytes of kana are often digits and letters of ASCII: U+3044 is `0D`.
  private static func orderOfKana(_ bytes: some Collection<UInt8>) -> Bool? {
    let bytes = Array(bytes.prefix(orderSample))
    let pairs = stride(from: 0, to: bytes.count - 1, by: 2).map { (bytes[$0], bytes[$0 + 1]) }
    let characters = pairs.prefix { $0.0 != 0 || $0.1 != 0 }
    // U+3041 to U+30FF.
    let big = characters.count { $0.0 == 0x30 && $0.1 > 0x40 }
    let little = characters.count { $0.1 == 0x30 && $0.0 > 0x40 }
    return big != little && max(big, little) * 3 >= characters.count ? big > little : nil
  }

  /// How many bytes of a text are examined.
  private static let orderSample = 4_096

  /// UTF-16 up to the first NUL. A byte-order mark overrides the stated order.
  package static func utf16(_ bytes: some Collection<UInt8>, bigEndian: Bool) -> String {
    var units: [UInt16] = []
    var isBig = bigEndian
    // Of an array: the iterator of any collection is called for each byte.
    var iterator = Array(bytes).makeIterator()
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

  private static func isControl(_ byte: UInt8) -> Bool {
    byte == 0x7F || byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D
  }

  package static func decoded(_ bytes: some Collection<UInt8>) -> String {
    // Nearly all text is ASCII, which needs no validation.
    let ascii = bytes.withContiguousStorageIfAvailable { buffer in
      var all: UInt8 = 0
      for byte in buffer { all |= byte }
      return all < 0x80 ? String(decoding: buffer, as: UTF8.self) : nil
    }
    if let ascii, let ascii { return ascii }
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    return Latin1.text(bytes)
  }
}

extension String {
  /// The text without the spaces and NULs that pad fields of a fixed width.
  package var trimmingTrailingSpaces: String {
    guard let last = utf8.last, last == UInt8(ascii: " ") || last == 0 else { return self }
    var scalars = Substring(self).unicodeScalars
    while let last = scalars.last, last == " " || last == "\0" { scalars.removeLast() }
    return String(scalars)
  }
}

/// Decodes text in JIS X 0208, which UserComment may have (Exif 2.32, 4.6.5), with `iconv(3)`.
enum ExifJapaneseText {
  /// The text up to the first NUL byte; nil if no encoding of JIS fits, or the C library lacks its tables.
  ///
  /// In the standard, the text has the two-byte codes of JIS X 0208. Writers also add the escape sequences of
  /// ISO-2022-JP, set the high bits (EUC-JP), or write Shift_JIS.
  package static func text(_ bytes: ArraySlice<UInt8>) -> String? {
    var content = Array(bytes.prefix { $0 != 0 })
    while content.last == 0x20 { content.removeLast() }
    guard !content.isEmpty else { return "" }
    if content.contains(escape) { return convert(content, from: "ISO-2022-JP") }
    if content.contains(where: { $0 >= 0x80 }) {
      return convert(content, from: "EUC-JP") ?? convert(content, from: "SHIFT_JIS")
    }
    // Two bytes a character, as in the standard. Anything else is left to be read as ASCII.
    guard content.count % 2 == 0, content.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
    return convert([escape, 0x24, 0x42] + content + [escape, 0x28, 0x42], from: "ISO-2022-JP")
  }

  private static let escape: UInt8 = 0x1B

  private static func convert(_ bytes: [UInt8], from code: String) -> String? {
    let converter = iconv_open("UTF-8", code)
    guard Int(bitPattern: converter) != -1 else { return nil }
    defer { iconv_close(converter) }
    var input = bytes.map { CChar(bitPattern: $0) }
    // A character of one or two bytes becomes at most three.
    var output = [CChar](repeating: 0, count: bytes.count * 3 + 16)
    let written: Int? = input.withUnsafeMutableBufferPointer { source in
      output.withUnsafeMutableBufferPointer { target in
        var from = source.baseAddress
        var to = target.baseAddress
        var left = source.count
        var room = target.count
        let status = iconv(converter, &from, &left, &to, &room)
        return status == -1 || left > 0 ? nil : target.count - room
      }
    }
    guard let written else { return nil }
    return String(validating: output[..<written].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
