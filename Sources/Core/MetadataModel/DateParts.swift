/// The parts of a date in the format of Exif (`2024:05:06 07:08:09`), XMP or ISO 8601.
package struct DateParts: Sendable {
  private var parts: [Unicode.Scalar: String] = [:]

  /// nil for text that does not begin with a year, and for the year 0000, which devices without a clock write.
  package init?(_ text: String) {
    var bytes = Array(text.utf8)[...]
    func number(_ count: Int) -> String? {
      let digits = bytes.prefix(count)
      guard digits.count == count, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
        return nil
      }
      bytes = bytes.dropFirst(count)
      return String(decoding: digits, as: UTF8.self)
    }
    func skip(_ separators: String) -> Bool {
      guard let byte = bytes.first, separators.utf8.contains(byte) else { return false }
      bytes = bytes.dropFirst()
      return true
    }
    guard let year = number(4), year != "0000" else { return nil }
    parts["Y"] = year
    parts["y"] = String(year.suffix(2))
    for (letter, separators) in [("m", ":-"), ("d", ":-"), ("H", " T"), ("M", ":"), ("S", ":")]
      as [(Unicode.Scalar, String)]
    {
      guard skip(separators), let value = number(2) else { break }
      parts[letter] = value
    }
    if let month = parts["m"].flatMap({ Int($0) }), (1...12).contains(month) {
      parts["B"] = Self.months[month - 1]
      parts["b"] = String(Self.months[month - 1].prefix(3))
    }
    if bytes.first == UInt8(ascii: ".") {
      let digits = bytes.dropFirst().prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      parts["f"] = String(decoding: digits, as: UTF8.self)
      bytes = bytes.dropFirst(digits.count + 1)
    }
    parts["z"] = String(decoding: bytes, as: UTF8.self)
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]

  /// A part by its letter of strftime (`Y y m B b d H M S`), `f` (fraction of a second) or `z` (zone); nil if it is
  /// missing.
  package subscript(letter: Unicode.Scalar) -> String? { parts[letter] }

  /// The date in a format of strftime's letters. Missing parts are left out.
  package func text(_ format: String) -> String {
    var text = ""
    var scalars = format.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      guard scalar == "%", let letter = scalars.next() else {
        text.unicodeScalars.append(scalar)
        continue
      }
      text += letter == "%" ? "%" : parts[letter] ?? ""
    }
    return text
  }
}
