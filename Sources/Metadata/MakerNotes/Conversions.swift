internal import Glibc
internal import ImageModel
package import MetadataModel

/// Conversions that rows of several makers name.
enum Conversions {
  static let common: [String: @Sendable (PropertyValue, MakerNoteContext) -> PropertyValue?] = [
    // 2 to the power of the value, of its negative (seconds of an APEX time) and of its half (an APEX f-number).
    "exp2": { value, _ in value.mapNumbers { exp2($0) } },
    "apex-time": { value, _ in value.mapNumbers { exp2(-$0) } },
    "apex-aperture": { value, _ in value.mapNumbers { exp2($0 / 2) } },
    // Without the spaces at the end.
    "trimmed": { value, _ in value.text.map { .text($0.trimmingTrailingSpaces) } ?? value },
    // Bytes as text up to the first NUL.
    "text": { value, _ in
      if case .bytes(let bytes) = value { .text(ExifText.text(bytes)) } else { value }
    },
    // Numbers as the characters with these codes: a version.
    "characters": { value, _ in
      value.bytes.map { .text(ExifText.text($0)) } ?? value
    },
    // Bytes, which are shown by their number only.
    "binary": { value, _ in .bytes(value.bytes ?? Array(value.exifToolText.utf8)) },
    // These drop numbers that are not positive, or that are negative.
    "positive": { value, _ in value.number.map { $0 > 0 } == false ? nil : value },
    "nonnegative": { value, _ in value.number.map { $0 >= 0 } == false ? nil : value },
    // Bytes as hexadecimal digits, in one piece or each by itself.
    "hexadecimal": { value, _ in value.bytes.map { .text(Hexadecimal.text($0)) } },
    "hexBytes": { value, _ in value.bytes.map { .text($0.map { Hexadecimal.text([$0]) }.joined(separator: " ")) } },
    // The first value of a list.
    "first": { value, _ in if case .array(let values) = value { values.first } else { value } },
    // Seconds in eighths of a step; 0 for a bulb exposure.
    "bulbTime": { value, _ in value.mapNumbers { $0 == 0 ? 0 : exp2(6 - $0 / 8) } },
    // A date, and a time, in the bytes of a number.
    "packed-date": { value, _ in
      packed(value).map { .text("\($0 >> 16):\(twoDigits($0 >> 8)):\(twoDigits($0))") }
    },
    "packed-time": { value, _ in
      packed(value).map { .text("\(DecimalText.padded(Int($0 >> 16))):\(twoDigits($0 >> 8)):\(twoDigits($0))") }
    },
    // Seconds since 1970, as a date in the form of Exif.
    "unix-time": { value, _ in
      guard let seconds = value.number, (0..<253_402_300_800).contains(seconds) else { return nil }
      let time = CivilTime(secondsSince1970: Int(seconds))
      let date = time.isoDate.map { $0 == "-" ? ":" : $0 }
      return .text("\(String(date)) \(time.clock)")
    },
    // Drops an empty text, and one of spaces alone.
    "nonempty": { value, _ in value.text?.allSatisfy { $0 == " " } == true ? nil : value },
  ]

  private static func packed(_ value: PropertyValue) -> UInt32? { value.number.flatMap { UInt32(exactly: $0) } }

  /// The lowest byte of a number.
  private static func twoDigits(_ number: UInt32) -> String { DecimalText.padded(Int(number & 0xFF)) }
}

extension PropertyValue {
  /// The numbers of a value, fractions rounded to 10 digits, as ExifTool computes with them.
  var numbers: [Double] {
    switch self {
    case .array(let values): values.flatMap(\.numbers)
    case .rational(let value): value.value.map { [SignificantDigits.rounded($0, 10)] } ?? []
    case .bytes(let bytes): bytes.map { Double($0) }
    default: number.map { [$0] } ?? []
    }
  }

  /// The bytes of a value: bytes, or numbers below 256.
  var bytes: [UInt8]? {
    if case .bytes(let bytes) = self { return bytes }
    let numbers = self.numbers
    let bytes = numbers.compactMap { UInt8(exactly: $0) }
    return bytes.isEmpty || bytes.count != numbers.count ? nil : bytes
  }

  /// The value with each number changed. Other values stay.
  func mapNumbers(_ change: (Double) -> Double) -> PropertyValue {
    switch self {
    case .array(let values): .array(values.map { $0.mapNumbers(change) })
    case .integer, .unsigned, .decimal, .rational: numbers.first.map { .plainNumber(change($0)) } ?? self
    // Sigma writes some numbers as text.
    case .text(let text): Double(text).map { .plainNumber(change($0)) } ?? self
    default: self
    }
  }

  /// A number, as an integer if it is one.
  package static func plainNumber(_ number: Double) -> PropertyValue {
    Int64(exactly: number).map { .integer($0) } ?? .decimal(number)
  }

  /// The value as ExifTool prints it with `-n`, which is also the key of lists of words.
  package var exifToolText: String {
    switch self {
    case .decimal(let value): SignificantDigits.text(value, 15)
    case .rational(let value):
      value.value.map { SignificantDigits.text($0, 10) } ?? (value.numerator == 0 ? "undef" : "inf")
    case .array(let values): values.map(\.exifToolText).joined(separator: " ")
    case .bytes(let bytes): bytes.map { String($0) }.joined(separator: " ")
    default: plainText
    }
  }
}
