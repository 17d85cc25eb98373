/// What stands before the outermost element of a document (XML 1.0, 2.8). It is replaced by spaces, so that every other
/// byte keeps its offset.
package enum XMLProlog {
  /// Replaces the XML declaration at the start. The text is UTF-8 then, whatever it said.
  package static func blankDeclaration(in bytes: inout [UInt8]) {
    guard bytes.starts(with: "<?xml".utf8), bytes.count > 5, bytes[5] <= 0x20,
      let end = position(of: "?>", in: bytes[...])
    else { return }
    blank(start: 0, end: end + 1, in: &bytes)
  }

  /// The encoding that the XML declaration at the start names; nil without one (XML 1.0, 4.3.3).
  package static func declaredEncoding(of bytes: [UInt8]) -> String? {
    guard bytes.starts(with: "<?xml".utf8), bytes.count > 5, bytes[5] <= 0x20,
      let end = position(of: "?>", in: bytes[...]), let label = position(of: "encoding", in: bytes[..<end])
    else { return nil }
    let name = bytes[(label + 8)..<end].drop { $0 <= 0x20 || "='\"".utf8.contains($0) }
      .prefix { $0 > 0x20 && $0 < 0x7F && !"'\"".utf8.contains($0) }
    return name.isEmpty ? nil : String(decoding: name.prefix(40), as: UTF8.self)
  }

  /// Replaces a document type without declarations. The reader of XML refuses all, because declarations may be made to
  /// expand without end.
  package static func blankDocumentType(in bytes: inout [UInt8]) {
    guard let start = position(of: "<!DOCTYPE", in: bytes[...]),
      let end = bytes[start...].firstIndex(of: UInt8(ascii: ">")),
      !bytes[start..<end].contains(UInt8(ascii: "["))
    else { return }
    blank(start: start, end: end, in: &bytes)
  }

  /// The index of the first occurrence of a text; nil if there is none.
  package static func position(of text: String, in bytes: ArraySlice<UInt8>) -> Int? {
    let text = Array(text.utf8)
    var place = bytes.startIndex
    while let next = bytes[place...].firstIndex(of: text[0]) {
      if bytes[next...].starts(with: text) { return next }
      place = next + 1
    }
    return nil
  }

  private static func blank(start: Int, end: Int, in bytes: inout [UInt8]) {
    for index in start...end where bytes[index] != UInt8(ascii: "\n") { bytes[index] = UInt8(ascii: " ") }
  }
}
