/// The parts of a date as Exif (`2024:05:06 07:08:09`), XMP and ISO 8601 write it; what is missing is empty.
package struct DateParts: Sendable {
  private var parts: [Unicode.Scalar: String] = [:]

  /// nil for text that does not begin with a year, or whose year is 0000, as devices without a clock write it.
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
    if bytes.first == UInt8(ascii: ".") {
      let digits = bytes.dropFirst().prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      parts["f"] = String(decoding: digits, as: UTF8.self)
      bytes = bytes.dropFirst(digits.count + 1)
    }
    parts["z"] = String(decoding: bytes, as: UTF8.self)
  }

  /// A part by its letter of strftime (`Y y m d H M S`), `f` (sub-seconds) or `z` (zone); nil for one that the date lacks.
  package subscript(letter: Unicode.Scalar) -> String? { parts[letter] }

  /// The parts in a form; parts that the date lacks are left out.
  package func text(_ form: String) -> String {
    var text = ""
    var scalars = form.unicodeScalars.makeIterator()
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
