internal import MetadataModel
internal import TIFFStructure

/// Which of libexif's words about maker notes say something, and what is right where they are wrong.
enum MakerNoteWords {
  /// libexif's words; nil where they only say that it does not know the value, which is shown as it is instead.
  static func meaningful(_ words: String, of value: PropertyValue, in form: MakerNoteForm) -> String? {
    // Of Apple's notes libexif 0.6.24 reads long values six bytes too early.
    if form.family == .apple { return nil }
    if words == "inf" || words == "nan" || words == "-nan" || isHexadecimal(words) { return nil }
    if opaque.contains(where: { words.hasPrefix($0) }) || words.contains(" bytes unknown data") { return nil }
    guard words.utf8.allSatisfy({ numerals.contains($0) }) else { return words }
    // A number says something of an integer that counts in other units. Fractions it only cuts, and of lists libexif knows
    // the first number, or the last.
    switch value {
    case .integer, .bytes: return words
    default: return nil
    }
  }

  private static let opaque = ["Invalid format", "Invalid number of components", "Internal error", "Unknown"]
  private static let numerals = Set("0123456789 -.".utf8)

  /// `0x7fff`: an element of Canon's arrays that is in no table.
  private static func isHexadecimal(_ words: String) -> Bool {
    words.hasPrefix("0x") && words.utf8.count == 6
  }

  /// Words for fields that libexif 0.6.24 computes wrongly.
  ///
  /// - Parameter part: which element of one of Canon's arrays, and its value.
  static func mended(
    _ field: ExifDirectory.Field, part: (index: Int, value: UInt64)?, of form: MakerNoteForm
  ) -> String? {
    switch (form.family, field.entry.tag) {
    case (.nikon, let tag) where form.tagBase == 0: nikon(tag, field.value)
    case (.canon, 4) where part?.index == 18 || part?.index == 19: part.map { distance($0.value) }
    default: nil
    }
  }

  /// Focal lengths and f-numbers, of which libexif cuts the fractions.
  private static func lens(_ values: [IFDValue.Rational]) -> String? {
    let numbers = values.compactMap(\.value).filter { $0 > 0 }
    guard numbers.count == 4 else { return nil }
    func range(_ first: Double, _ last: Double) -> String {
      let (first, last) = (DecimalWords.text(first, places: 1), DecimalWords.text(last, places: 1))
      return first == last ? first : "\(first)-\(last)"
    }
    return "\(range(numbers[0], numbers[1])) mm f/\(range(numbers[2], numbers[3]))"
  }

  /// Nikon writes steps as three numbers of a byte: a * b / c. They have signs, which libexif takes no notice of; and in
  /// little-endian notes it reads them backwards.
  private static func nikon(_ tag: UInt16, _ value: IFDValue) -> String? {
    if tag == 0x84, case .rationals(let values) = value { return lens(values) }
    guard case .bytes(let bytes) = value, bytes.count >= 3, bytes[2] != 0 else { return nil }
    switch tag {
    case 0x0D, 0x0E, 0x12, 0x17, 0x18, 0x1C:
      let signed = bytes[..<3].map { Double(Int8(bitPattern: $0)) }
      return DecimalWords.text(signed[0] * signed[1] / signed[2], places: 2) + " EV"
    case 0x8B: return DecimalWords.text(Double(bytes[0]) * Double(bytes[1]) / Double(bytes[2]), places: 2)
    default: return nil
    }
  }

  /// Canon's focus distances, in centimetres; libexif says millimetres.
  private static func distance(_ value: UInt64) -> String {
    value == 65_535 ? "infinite" : DecimalWords.text(Double(value) / 100, places: 2) + " m"
  }
}
