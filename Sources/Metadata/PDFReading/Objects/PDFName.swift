internal import ByteStreams

/// Names as they are written in a file (ISO 32000-1, 7.3.5).
package enum PDFName {
  /// A name without its solidus and escapes. A number sign that begins no escape, as in PDF 1.0 and 1.1, is one.
  package static func text(_ name: [UInt8]) -> String {
    guard name.contains(UInt8(ascii: "#")) else { return PathText.text(name) }
    var result: [UInt8] = []
    var index = 0
    while index < name.count {
      if name[index] == UInt8(ascii: "#"), index + 2 < name.count, let high = digit(name[index + 1]),
        let low = digit(name[index + 2])
      {
        result.append(high << 4 | low)
        index += 2
      } else {
        result.append(name[index])
      }
      index += 1
    }
    return PathText.text(result)
  }

  static func digit(_ byte: UInt8) -> UInt8? {
    byte < 0x80 ? Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) } : nil
  }
}
