/// MIME types as keys, and the identifiers of types that have nothing else.
package enum MIMEName {
  /// The longest that is looked at: RFC 6838, 4.2, allows 127 characters on each side of the slash.
  private static let longest = 255

  /// A MIME type without parameters and white space, in lower case.
  package static func normalized(_ text: String) -> String {
    let bare = text.utf8.prefix { $0 != UInt8(ascii: ";") }.filter { $0 > 0x20 }
    return String(decoding: bare, as: UTF8.self).lowercased()
  }

  /// Whether a text is a MIME type: two restricted names of RFC 6838, 4.2, with a slash between.
  package static func isValid(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.count == 2, text.utf8.count <= longest else { return false }
    let special = Set("!#$&-^_.+".utf8)
    func isLetterOrDigit(_ byte: UInt8) -> Bool {
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
    return parts.allSatisfy { part in
      part.first.map(isLetterOrDigit) ?? false && part.allSatisfy { isLetterOrDigit($0) || special.contains($0) }
    }
  }

  /// The identifier of a type of the database that is none of the known ones: `mime.image.x-foo` for `image/x-foo`. The part
  /// before the slash has no dots, so that the MIME type can be told from it.
  package static func identifier(_ mimeType: String) -> String {
    "mime." + String(decoding: mimeType.utf8.map { $0 == UInt8(ascii: "/") ? UInt8(ascii: ".") : $0 }, as: UTF8.self)
  }

  /// The types that all MIME types with the same part before the slash conform to.
  static func family(_ mimeType: String) -> String? {
    switch mimeType.utf8.prefix(while: { $0 != UInt8(ascii: "/") }) {
    case let part where part.elementsEqual("image".utf8): "public.image"
    case let part where part.elementsEqual("audio".utf8): "public.audio"
    case let part where part.elementsEqual("video".utf8): "public.movie"
    case let part where part.elementsEqual("font".utf8): "public.font"
    case let part where part.elementsEqual("text".utf8): "public.text"
    case let part where part.elementsEqual("inode".utf8): "public.item"
    default: nil
    }
  }
}
