internal import ImageModel
internal import MetadataModel

/// Sony's description of a lens in eight bytes: features, focal lengths, apertures, more features.
///
/// Focal lengths are decimal digits in half-bytes. An aperture has its whole part in the upper half-byte, its tenths in
/// the lower one.
enum SonyLensSpec {
  /// The numbers as text: `02 24 70 2.8 0 00`. nil for another number of bytes.
  static func value(_ bytes: [UInt8]) -> PropertyValue? {
    guard bytes.count == 8 else { return nil }
    let lengths = [length(bytes[1...2]), length(bytes[3...4])].map { String($0) }
    let apertures = bytes[5...6].map { byte -> String in
      PropertyValue.plainNumber(Double(byte >> 4) + Double(byte & 15) / 10).exifToolText
    }
    let parts = [Hexadecimal.text([bytes[0]])] + lengths + apertures + [Hexadecimal.text([bytes[7]])]
    return .text(parts.joined(separator: " "))
  }

  /// The decimal digits in half-bytes, up to the first half-byte that is not a digit.
  private static func length(_ bytes: ArraySlice<UInt8>) -> Int {
    let digits = bytes.flatMap { (byte: UInt8) -> [Int] in [Int(byte >> 4), Int(byte & 15)] }
    return digits.prefix { $0 < 10 }.reduce(0) { 10 * $0 + $1 }
  }

  /// `FE 24-70mm F2.8`; of the two bytes of LensSpecFeatures, the features only.
  static let words = WordList { value in text(value.plainText.split(separator: " ")) }

  private static func text(_ parts: [Substring]) -> String? {
    guard let first = parts.first.flatMap({ Int($0, radix: 16) }), let last = parts.last.flatMap({ Int($0, radix: 16) })
    else { return nil }
    var text = ""
    if parts.count == 6 {
      let numbers = parts[1...4].map { Double($0) ?? 0 }
      guard let range = range(parts[1], parts[2], numbers[0], numbers[1]),
        let apertures = self.range(parts[3], parts[4], numbers[2], numbers[3])
      else { return nil }
      text = "\(range)mm F\(apertures)"
    } else if parts.count != 2 {
      return nil
    }
    let flags = first << 8 | last
    for feature in features {
      let bits = flags & feature.mask
      guard bits != 0 else { continue }
      let name = feature.names[bits] ?? "Unknown"
      text = text.isEmpty ? name : feature.isPrefix ? "\(name) \(text)" : "\(text) \(name)"
    }
    return text
  }

  /// `24-70`, or one number where the last one is 0 or the same. nil if that is not a range.
  private static func range(_ from: Substring, _ to: Substring, _ low: Double, _ high: Double) -> String? {
    guard low > 0, high == 0 || high >= low else { return nil }
    return high == 0 || high == low ? String(from) : "\(from)-\(to)"
  }

  /// In the order in which they are added. The first byte is the upper one of the mask.
  private static let features: [(mask: Int, names: [Int: String], isPrefix: Bool)] = [
    (0x4000, [0x4000: "PZ"], true),
    (0x0300, [0x0100: "DT", 0x0200: "FE", 0x0300: "E"], true),
    (0x00E0, [0x0020: "STF", 0x0040: "Reflex", 0x0060: "Macro", 0x0080: "Fisheye"], false),
    (0x000C, [0x0004: "ZA", 0x0008: "G"], false),
    (0x0003, [0x0001: "SSM", 0x0002: "SAM"], false),
    (0x8000, [0x8000: "OSS"], false),
    (0x2000, [0x2000: "LE"], false),
    (0x0800, [0x0800: "II"], false),
  ]
}
