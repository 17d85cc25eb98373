/// Escapes text and data for HTML.
package enum HTMLText {
  /// Text with HTML's special characters as character references (HTML, 13.1.2), also safe in quoted attributes.
  /// Control characters, which HTML forbids, become U+FFFD.
  package static func escaped(_ text: some StringProtocol) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count + text.utf8.count / 8)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): result += "&amp;".utf8
      case UInt8(ascii: "<"): result += "&lt;".utf8
      case UInt8(ascii: ">"): result += "&gt;".utf8
      case UInt8(ascii: "\""): result += "&quot;".utf8
      case UInt8(ascii: "'"): result += "&#39;".utf8
      case 0x09, 0x0A, 0x0D: result.append(byte)
      case 0..<0x20, 0x7F: result += "\u{FFFD}".utf8
      default: result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// A `data:` URL (RFC 2397) for a quoted attribute. Characters of the type that could end the URL or the attribute
  /// are left out.
  package static func dataURL(_ contentType: String, _ bytes: [UInt8]) -> String {
    let plain = contentType.utf8.filter { (0x21...0x7E).contains($0) && !"\"'<>,".utf8.contains($0) }
    return "data:\(String(decoding: plain, as: UTF8.self));base64,\(Base64.text(bytes))"
  }
}
