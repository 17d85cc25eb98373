package import ImageModel
internal import PDFDocuments

/// Parses lengths.
package enum Length {
  /// The maximum length in points. It is within the 24 integer bits of cairo's coordinates, and far larger than a page.
  package static let maximum = 1_000_000.0

  /// The points of `12`, `12pt`, `10mm`, `1.5 cm` or `-0.25in`; nil where the text is not a length.
  package static func points(_ text: String) -> Double? {
    let bytes = Array(text.utf8)
    let digits = bytes.prefix { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
    guard let last = digits.last, (0x30...0x39).contains(last),
      let number = Double(String(decoding: digits, as: UTF8.self)), number.isFinite
    else { return nil }
    let unit = bytes.dropFirst(digits.count).drop { $0 == 0x20 }
    if unit.isEmpty { return digits.count == bytes.count ? number : nil }
    guard let known = LengthUnit(rawValue: String(decoding: unit, as: UTF8.self)) else { return nil }
    return number * known.points
  }
}

/// A unit of length in page descriptions and options.
public enum LengthUnit: String, Hashable, Sendable, CaseIterable {
  /// 1/72 inch.
  case pt
  case mm
  case cm
  case `in`

  /// The unit in points.
  public var points: Double {
    switch self {
    case .pt: 1
    case .mm: 72 / 25.4
    case .cm: 72 / 2.54
    case .in: 72
    }
  }
}

/// Parses page sizes in descriptions and options.
package enum PaperText {
  /// `A4`, `letter`, `210x297mm`, `8.5x11in`, `10cm x 15cm`, `612x792`; nil where the text is not a size.
  package static func size(_ text: String) -> Size? {
    if let paper = PaperSize(name: text) { return paper.size }
    let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { part in
      String(decoding: part.utf8.filter { $0 != 0x20 }, as: UTF8.self)
    }
    guard parts.count == 2, let height = Length.points(parts[1]) else { return nil }
    // A unit after the second number applies to both.
    let unit = parts[1].drop { "0123456789.-".contains($0) }
    let hasUnit = parts[0].last.map { !"0123456789.".contains($0) } ?? true
    return Length.points(hasUnit ? parts[0] : parts[0] + unit).map { Size(width: $0, height: height) }
  }
}
