/// Text strings of PDF (ISO 32000-1, 7.9.2.2; UTF-8 since ISO 32000-2).
package enum TextString {
  /// Decodes a string: as UTF-16 or UTF-8 where it has a byte order mark, otherwise as PDFDocEncoding.
  ///
  /// Language codes between escape characters are left out. Bytes that are undefined in PDFDocEncoding become the code
  /// points of the same number, so that different names stay different.
  package static func text(_ bytes: [UInt8]) -> String {
    if bytes.starts(with: [0xFE, 0xFF]) { return utf16(bytes.dropFirst(2), bigEndian: true) }
    if bytes.starts(with: [0xFF, 0xFE]) { return utf16(bytes.dropFirst(2), bigEndian: false) }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return String(decoding: bytes.dropFirst(3), as: UTF8.self) }
    var scalars = String.UnicodeScalarView()
    for byte in bytes { scalars.append(special[byte] ?? Unicode.Scalar(byte)) }
    return String(scalars)
  }

  private static func utf16(_ bytes: ArraySlice<UInt8>, bigEndian: Bool) -> String {
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    var isLanguage = false
    var index = bytes.startIndex
    while index + 1 < bytes.endIndex {
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      let unit = bigEndian ? first << 8 | second : second << 8 | first
      if unit == 0x1B {
        isLanguage.toggle()
      } else if !isLanguage {
        units.append(unit)
      }
      index += 2
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// The characters of PDFDocEncoding that differ from Latin-1 (ISO 32000-1, table D.2).
  private static let special: [UInt8: Unicode.Scalar] = {
    let low: [Unicode.Scalar] = [
      "\u{02D8}", "\u{02C7}", "\u{02C6}", "\u{02D9}", "\u{02DD}", "\u{02DB}", "\u{02DA}", "\u{02DC}",
    ]
    let high: [Unicode.Scalar] = [
      "\u{2022}", "\u{2020}", "\u{2021}", "\u{2026}", "\u{2014}", "\u{2013}", "\u{0192}", "\u{2044}", "\u{2039}",
      "\u{203A}", "\u{2212}", "\u{2030}", "\u{201E}", "\u{201C}", "\u{201D}", "\u{2018}", "\u{2019}", "\u{201A}",
      "\u{2122}", "\u{FB01}", "\u{FB02}", "\u{0141}", "\u{0152}", "\u{0160}", "\u{0178}", "\u{017D}", "\u{0131}",
      "\u{0142}", "\u{0153}", "\u{0161}", "\u{017E}",
    ]
    var table: [UInt8: Unicode.Scalar] = [0xA0: "\u{20AC}"]
    for (index, scalar) in low.enumerated() { table[0x18 + UInt8(index)] = scalar }
    for (index, scalar) in high.enumerated() { table[0x80 + UInt8(index)] = scalar }
    return table
  }()
}
