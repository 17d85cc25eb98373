internal import ImageModel

/// Sizes of paper: ISO 216 A0 to A10 and B0 to B10, and the American ones.
enum PaperSize {
  /// Points; upright. nil for a name that is unknown; case does not matter.
  static func named(_ name: String) -> Size? {
    let name = name.lowercased()
    switch name {
    case "letter": return Size(width: 612, height: 792)
    case "legal": return Size(width: 612, height: 1008)
    case "tabloid": return Size(width: 792, height: 1224)
    case "executive": return Size(width: 522, height: 756)
    default: break
    }
    guard let series = name.utf8.first, let number = Int(name.dropFirst()), (0...10).contains(number),
      name == "\(Character(Unicode.Scalar(series)))\(number)"
    else { return nil }
    var (width, height): (Int, Int)
    switch series {
    case UInt8(ascii: "a"): (width, height) = (841, 1189)
    case UInt8(ascii: "b"): (width, height) = (1000, 1414)
    default: return nil
    }
    // Each size is half of the one before, cut to whole millimetres.
    for _ in 0..<number { (width, height) = (height / 2, width) }
    let unit = LengthUnit.mm.points
    return Size(width: Double(width) * unit, height: Double(height) * unit)
  }

  /// `210x297mm`, `8.5x11in`, `10cm x 15cm`, `612x792`.
  static func measured(_ text: String) -> Size? {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { part in
      String(decoding: part.utf8.filter { $0 != 0x20 }, as: UTF8.self)
    }
    guard parts.count == 2, let second = Length.points(parts[1]) else { return nil }
    // A unit behind the second number counts for both.
    let unit = parts[1].drop { "0123456789.-".contains($0) }
    let hasUnit = parts[0].last.map { !"0123456789.".contains($0) } ?? true
    guard let first = Length.points(hasUnit ? parts[0] : parts[0] + unit) else { return nil }
    return Size(width: first, height: second)
  }
}
