/// Bytes in hexadecimal digits, as digests and identifiers are written.
enum HexText {
  static func digits(_ bytes: some Sequence<UInt8>) -> String {
    var text = ""
    for byte in bytes {
      text += String(byte >> 4, radix: 16)
      text += String(byte & 15, radix: 16)
    }
    return text
  }
}
