internal import ByteStreams
internal import PDFReading

/// Writes values in the syntax of a PDF file (ISO 32000-1, 7.2 and 7.3), with as few bytes as possible.
package enum PDFSyntax {
  /// The bytes of a value.
  package static func bytes(of object: PDFObject) -> [UInt8] {
    var bytes: [UInt8] = []
    append(object, to: &bytes)
    return bytes
  }

  /// Appends a value, after a space where it is needed to separate the value from the bytes before.
  package static func append(_ object: PDFObject, to bytes: inout [UInt8]) {
    switch object {
    case .null: appendToken("null", to: &bytes)
    case .boolean(let value): appendToken(value ? "true" : "false", to: &bytes)
    case .integer(let value): appendToken(String(value), to: &bytes)
    case .real(let value): appendToken(text(of: value), to: &bytes)
    case .name(let name): appendName(name, to: &bytes)
    case .string(let content): appendString(content, to: &bytes)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for element in elements { append(element, to: &bytes) }
      bytes.append(UInt8(ascii: "]"))
    case .dictionary(let dictionary): append(dictionary, to: &bytes)
    case .reference(let reference): appendToken("\(reference.number) 0 R", to: &bytes)
    case .syntax(let content):
      if let first = content.first, PDFCharacter.isRegular(first) { separate(&bytes) }
      bytes += content
    }
  }

  /// Appends a dictionary with its brackets.
  package static func append(_ dictionary: PDFDictionary, to bytes: inout [UInt8]) {
    bytes += [UInt8(ascii: "<"), UInt8(ascii: "<")]
    for entry in dictionary.entries {
      appendName(entry.key, to: &bytes)
      append(entry.value, to: &bytes)
    }
    bytes += [UInt8(ascii: ">"), UInt8(ascii: ">")]
  }

  /// A number with up to five decimals, never with an exponent, in every locale: `0.5`, `-12`, `841.88976`.
  ///
  /// Infinite numbers and NaN become 0, because PDF does not have them.
  package static func text(of value: Double) -> String {
    guard value.isFinite else { return "0" }
    let bounded = min(max(value, -1e13), 1e13)
    let scaled = Int((bounded * 100_000).rounded())
    let (whole, fraction) = scaled.magnitude.quotientAndRemainder(dividingBy: 100_000)
    let sign = scaled < 0 ? "-" : ""
    guard fraction > 0 else { return sign + String(whole) }
    var digits = Array(String(fraction + 100_000).utf8.dropFirst())
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    return sign + (whole == 0 ? "" : String(whole)) + "." + String(decoding: digits, as: UTF8.self)
  }

  private static func appendToken(_ token: String, to bytes: inout [UInt8]) {
    separate(&bytes)
    bytes.append(contentsOf: token.utf8)
  }

  private static func separate(_ bytes: inout [UInt8]) {
    if let last = bytes.last, PDFCharacter.isRegular(last) { bytes.append(UInt8(ascii: " ")) }
  }

  /// Bytes outside `!`...`~`, delimiters and the number sign are written as `#` and two hexadecimal digits (7.3.5).
  /// A name may have bytes that are not UTF-8, as `PathText` represents them.
  private static func appendName(_ name: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "/"))
    // The next characters would become a part of the empty name.
    if name.isEmpty { bytes.append(UInt8(ascii: " ")) }
    for byte in PathText.bytes(name) {
      if PDFCharacter.isRegular(byte), (0x21...0x7E).contains(byte), byte != UInt8(ascii: "#") {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "#"), hexDigit(byte >> 4), hexDigit(byte & 15)]
      }
    }
  }

  /// Appends a literal string. A carriage return would be read as a line feed, and is escaped (7.3.4.2).
  private static func appendString(_ content: [UInt8], to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "("))
    for byte in content {
      switch byte {
      case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "\r"): bytes += [UInt8(ascii: "\\"), UInt8(ascii: "r")]
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: ")"))
  }

  package static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}
