internal import CodecKit
internal import ImageModel

extension JobReport {
  /// One of the colours that a picture has most of.
  public struct Color: Hashable, Sendable {
    /// `#rrggbb`, in sRGB.
    public var hex: String
    /// The part of the pixels that are nearest to it, from 0 to 1. Transparent pixels do not count.
    public var share: Double

    public init(hex: String, share: Double) {
      self.hex = hex
      self.share = share
    }
  }
}

extension ImageSource {
  /// At most five colours that a picture has most of, for the part of it that options select: those of a palette
  /// (`ColorPalette`) of a version with 128 pixels. The largest share comes first. None for a transparent picture.
  ///
  /// - Throws: as `image`.
  func dominantColors(at index: Int, _ options: ImageDestination.ImageOptions) throws(ImageError) -> [JobReport.Color] {
    let bytes = try smallPicture(at: index, options, longSide: 128, .rgba8, keepsTone: true).pixels.bytes
    let pixels = stride(from: 0, to: bytes.count, by: 4).compactMap { place -> UInt32? in
      guard bytes[place + 3] >= 128 else { return nil }
      return UInt32(bytes[place]) | UInt32(bytes[place + 1]) << 8 | UInt32(bytes[place + 2]) << 16 | 0xFF00_0000
    }
    if pixels.isEmpty { return [] }
    let palette = ColorPalette(pixels, count: 5)
    var counts = [Int](repeating: 0, count: ColorPalette.maxColors)
    for number in palette.indices(of: pixels, width: pixels.count, dithers: false) { counts[Int(number)] += 1 }
    let colors = zip(palette.table.colors, counts).filter { $0.1 > 0 }.sorted { ($0.1, $1.0) > ($1.1, $0.0) }
    return colors.map { color, count in
      let samples = [0, 8, 16].map { UInt8(truncatingIfNeeded: color >> UInt32($0)) }
      return JobReport.Color(
        hex: "#" + Hexadecimal.text(samples), share: Double(count) / Double(pixels.count))
    }
  }
}
