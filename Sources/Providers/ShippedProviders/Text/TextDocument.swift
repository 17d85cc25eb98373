internal import ProviderKit
internal import ProviderProtocol

/// The text of a document, or its beginning.
struct TextDocument {
  var text: String
  /// Whether the document is longer.
  var isCut: Bool

  /// Reads UTF-8, and UTF-16 and UTF-32 with a byte order mark. Other texts are read as Windows-1252: most texts that
  /// claim to be Latin-1 are Windows-1252.
  ///
  /// - Throws: `unsupportedType` for a file that is not text, and what reading throws.
  init(path: String, limit: Int) throws(ProviderError) {
    let (bytes, isWhole) = try DocumentFile.beginning(of: path, atMost: limit)
    guard Self.isText(bytes) else {
      throw ProviderError(.unsupportedType, "the file is not text, although its type says so")
    }
    text = Self.decode(bytes, isWhole: isWhole)
    isCut = !isWhole
  }

  /// The number of bytes at the beginning that decide whether a document is text. A thumbnail reads as many, so that
  /// thumbnails and previews decide alike.
  static let judgedBytes = 32 << 10

  /// Whether the bytes are text in one of the encodings. Only a zero byte in the first `judgedBytes` says that they are
  /// not: a log whose writing was interrupted may contain zero bytes later.
  static func isText(_ bytes: [UInt8]) -> Bool { isWide(bytes) || !bytes.prefix(judgedBytes).contains(0) }

  /// UTF-16 or UTF-32 by its byte order mark.
  private static func isWide(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: bigUTF32)
  }

  /// U+FEFF, the highest byte first or last.
  private static let bigUTF32: [UInt8] = [0, 0, 0xFE, 0xFF]
  private static let littleUTF32: [UInt8] = [0xFF, 0xFE, 0, 0]

  private static func decode(_ bytes: [UInt8], isWhole: Bool) -> String {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return decode(Array(bytes.dropFirst(3)), isWhole: isWhole) }
    let isBig = bytes.starts(with: bigUTF32)
    if isBig || bytes.starts(with: littleUTF32) {
      let units = stride(from: 4, to: bytes.count - 3, by: 4).map { start in
        (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(bytes[start + (isBig ? $1 : 3 - $1)]) }
      }
      return unified(String(decoding: units, as: UTF32.self))
    }
    if isWide(bytes) {
      let low = bytes[0] == 0xFF ? 0 : 1
      let units = stride(from: 2, to: bytes.count - 1, by: 2).map {
        UInt16(bytes[$0 + low]) | UInt16(bytes[$0 + 1 - low]) << 8
      }
      return unified(String(decoding: units, as: UTF16.self))
    }
    if let text = String(validating: bytes, as: UTF8.self) { return unified(text) }
    if !isWhole {
      // The end may lie within a character, which has at most four bytes.
      for count in 1...3 where bytes.count > count {
        if let text = String(validating: bytes.dropLast(count), as: UTF8.self) { return unified(text) }
      }
    }
    var scalars = String.UnicodeScalarView()
    for byte in bytes { scalars.append(windows(byte)) }
    return unified(String(scalars))
  }

  /// Windows-1252 from 0x80 on, where Latin-1 has control characters (WHATWG, Encoding, "index-windows-1252").
  private static let upper = Array(
    "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)

  /// A character of Windows-1252.
  static func windows(_ byte: UInt8) -> Unicode.Scalar {
    (0x80..<0xA0).contains(byte) ? upper[Int(byte) - 0x80] : Unicode.Scalar(byte)
  }

  /// The text of an RTF document, or its beginning. A file that is not RTF is read as plain text.
  ///
  /// - Throws: as `init(path:limit:)`.
  init(richText path: String, limit: Int) throws(ProviderError) {
    let (bytes, isWhole) = try DocumentFile.beginning(of: path, atMost: limit)
    guard bytes.starts(with: "{\\rtf".utf8) else {
      self = try TextDocument(path: path, limit: limit)
      return
    }
    text = String(RichText(bytes).text)
    isCut = !isWhole
  }

  /// The text with line feeds between its lines.
  private static func unified(_ text: String) -> String {
    guard text.utf8.contains(0x0D) else { return text }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    var isAfterReturn = false
    for byte in text.utf8 {
      // A line feed after a carriage return belongs to it.
      if byte != 0x0A || !isAfterReturn { bytes.append(byte == 0x0D ? 0x0A : byte) }
      isAfterReturn = byte == 0x0D
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
