package import ContentTypes

/// Detects texts, and drawings, which are texts, by their first bytes.
package enum PlainText {
  /// The bytes after a byte order mark and white space, without zeros. For UTF-16 these are the lower halves.
  package static func visible(_ header: [UInt8]) -> [UInt8] {
    let marks: Set<UInt8> = [0xEF, 0xBB, 0xBF, 0xFE, 0xFF]
    return Array(header.drop { marks.contains($0) }.filter { $0 != 0 }.drop { $0 <= 0x20 })
  }

  /// Whether a beginning looks like text where no name says so: a byte order mark of UTF-16, or no control characters
  /// but those of text.
  package static func isText(_ header: [UInt8]) -> Bool {
    if header.starts(with: [0xFE, 0xFF]) || header.starts(with: [0xFF, 0xFE]) { return true }
    // Text for printers contains tabs, line and form feeds, carriage returns, backspaces and escapes.
    let controls: Set<UInt8> = [0x08, 0x09, 0x0A, 0x0C, 0x0D, 0x1B]
    return header.allSatisfy { byte in byte >= 0x20 && byte != 0x7F || controls.contains(byte) }
  }

  /// Whether a file is an SVG drawing. It may have a long comment before its first element: then its name says so.
  package static func isDrawing(_ header: [UInt8], name: String, _ types: ContentTypeRegistry) -> Bool {
    let drawing = "public.svg-image"
    if types.type(header: header, fileName: nil)?.identifier == drawing { return true }
    return types.type(header: header, fileName: name)?.identifier == drawing
      && visible(header).first == UInt8(ascii: "<")
  }
}
