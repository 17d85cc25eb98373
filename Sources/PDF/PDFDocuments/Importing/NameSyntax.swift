internal import ByteStreams
internal import PDFWriting

/// Names whose bytes are no UTF-8, which the writer's strings cannot hold.
enum NameSyntax {
  static func isPlain(_ name: String) -> Bool { !name.utf8.contains(0xF4) || PathText.bytes(name) == Array(name.utf8) }

  /// A name as a value.
  static func object(_ name: String) -> PDFObject { isPlain(name) ? .name(name) : .syntax(bytes(name)) }

  /// A dictionary with names as they may come.
  static func object(_ entries: [(key: String, value: PDFObject)]) -> PDFObject {
    if entries.allSatisfy({ isPlain($0.key) }) { return .dictionary(PDFDictionary(entries)) }
    var syntax = Array("<<".utf8)
    for entry in entries {
      syntax += bytes(entry.key)
      PDFSyntax.append(entry.value, to: &syntax)
    }
    return .syntax(syntax + Array(">>".utf8))
  }

  /// All bytes but letters and digits as `#` and two hexadecimal digits (ISO 32000-1, 7.3.5).
  private static func bytes(_ name: String) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    return PathText.bytes(name).reduce(into: [UInt8(ascii: "/")]) { syntax, byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        syntax.append(byte)
      default: syntax += [UInt8(ascii: "#"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
  }
}
