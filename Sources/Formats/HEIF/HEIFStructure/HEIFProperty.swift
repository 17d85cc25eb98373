package import ImageModel

/// A property of items (ISO/IEC 23008-12, clause 6.5): a box of `ipco`.
package struct HEIFProperty: Hashable, Sendable {
  /// Four characters: `ispe`.
  package var type: String
  /// The content; empty if it is too long or of no interest.
  package var bytes: [UInt8]
  /// Where the content begins in the file.
  package var offset: UInt64
  /// `colr` with an ICC profile. It is kept, so that many pictures share one copy.
  package let profile: [UInt8]?
  /// The units of `hvcC` and `av1C`, which many pictures share; nil where the content is too long.
  let codedUnits: CodedUnits?

  init(type: String, bytes: [UInt8], offset: UInt64) {
    (self.type, self.bytes, self.offset) = (type, bytes, offset)
    let isProfile = type == "colr" && ["prof", "rICC"].contains(Latin1.text(bytes.prefix(4))) && bytes.count > 4
    profile = isProfile ? Array(bytes[4...]) : nil
    codedUnits = bytes.count <= 1 << 16 ? CodedUnits(type, bytes) : nil
  }

  private func integer(_ range: Range<Int>) -> Int? {
    range.upperBound <= bytes.count ? Int(bigEndianBytes: bytes[range]) : nil
  }

  /// `ispe`: the size before transformations.
  package var size: PixelSize? {
    guard type == "ispe", let width = integer(4..<8), let height = integer(8..<12) else { return nil }
    return PixelSize(width: width, height: height)
  }

  /// `pixi`: the bits of each channel.
  package var bits: [Int]? {
    guard type == "pixi", let count = integer(4..<5), count > 0, bytes.count >= 5 + count else { return nil }
    return bytes[5..<5 + count].map { Int($0) }
  }

  /// `colr` of the kind `nclx`.
  package var codePoints: CodePoints? {
    guard type == "colr", bytes.starts(with: "nclx".utf8), bytes.count >= 11 else { return nil }
    func point(_ at: Int) -> UInt8 { bytes[at] == 0 ? bytes[at + 1] : 0xFF }
    return CodePoints(
      primaries: point(4), transfer: point(6), matrix: point(8), isFullRange: bytes[10] & 0x80 != 0)
  }

  /// `irot`: quarter turns anticlockwise.
  package var rotation: Int? { type == "irot" ? bytes.first.map { Int($0 & 3) } : nil }

  /// `imir`: 0 exchanges top and bottom, 1 left and right.
  package var mirror: Int? { type == "imir" ? bytes.first.map { Int($0 & 1) } : nil }

  /// `auxC`, and `auxi` of a track: what an auxiliary image is, as a URN.
  package var auxiliaryType: String? {
    ["auxC", "auxi"].contains(type) && bytes.count > 4 ? Latin1.text(bytes[4...].prefix { $0 != 0 }) : nil
  }

  /// `clap`: the part that is shown of a picture with this size (ISO/IEC 14496-12, 12.1.4). Its sides and corners are
  /// rounded to pixels.
  ///
  /// - Returns: nil for other properties, and for a part that is empty or lies outside the picture.
  package func cleanAperture(of size: PixelSize) -> PixelRect? {
    guard type == "clap", bytes.count >= 32 else { return nil }
    let fields = (0..<8).map { Double(Int32(bigEndianBytes: bytes[4 * $0..<4 * $0 + 4])) }
    guard [1, 3, 5, 7].allSatisfy({ fields[$0] > 0 }) else { return nil }
    func span(_ length: Double, _ offset: Double, in whole: Int) -> (start: Int, length: Int)? {
      let start = (Double(whole) - length) / 2 + offset
      guard length >= 1, start > -0.5, start + length < Double(whole) + 0.5 else { return nil }
      let first = max(0, Int(start.rounded()))
      return (first, max(1, min(Int(length.rounded()), whole - first)))
    }
    guard let x = span(fields[0] / fields[1], fields[4] / fields[5], in: size.width),
      let y = span(fields[2] / fields[3], fields[6] / fields[7], in: size.height)
    else { return nil }
    return PixelRect(columns: x.start..<x.start + x.length, rows: y.start..<y.start + y.length)
  }

  /// What `hvcC` (ISO/IEC 14496-15, 8.3.3.1) or `av1C` (AV1 in ISOBMFF, 2.3) says about the samples.
  package var samples: (bits: Int, subsampling: String?)? {
    let names = ["4:2:0", "4:2:2", "4:4:4"]
    switch type {
    case "hvcC" where bytes.count >= 18:
      let format = Int(bytes[16] & 3)
      return (Int(bytes[17] & 7) + 8, format == 0 ? nil : names[format - 1])
    case "av1C" where bytes.count >= 3:
      let bits = bytes[2] & 0x40 == 0 ? 8 : bytes[2] & 0x20 == 0 ? 10 : 12
      let halves = (bytes[2] >> 3 & 1) + (bytes[2] >> 2 & 1)
      return (bits, bytes[2] & 0x10 != 0 ? nil : names[2 - Int(halves)])
    default: return nil
    }
  }
}
