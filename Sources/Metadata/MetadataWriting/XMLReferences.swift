/// References to characters in XML (XML 1.0, 4.1 and 4.6).
enum XMLReferences {
  private static let named: [Substring: String] = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]

  /// Text with its references replaced; one that is none stays as it stands.
  static func resolved(_ bytes: ArraySlice<UInt8>) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    guard bytes.contains(UInt8(ascii: "&")) else { return text }
    var result = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "&") {
      result += rest[..<start]
      let tail = rest[rest.index(after: start)...]
      // No reference to a character is longer.
      guard let end = tail.prefix(12).firstIndex(of: ";"), let character = character(tail[..<end]) else {
        result += "&"
        rest = tail
        continue
      }
      result += character
      rest = tail[tail.index(after: end)...]
    }
    return result + rest
  }

  private static func character(_ name: Substring) -> String? {
    guard name.first == "#" else { return named[name] }
    let digits = name.dropFirst()
    let number = digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return number.flatMap { Unicode.Scalar($0) }.map { String(Character($0)) }
  }
}
