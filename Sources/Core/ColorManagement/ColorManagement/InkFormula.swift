internal import ImageModel

/// RGB from ink without a profile. Each channel is the light that its ink and black let through: r = (1 - c)(1 - k), as
/// in Pillow and ImageMagick (docs/decisions/0004-cmyk-without-profile.md).
enum InkFormula {
  /// Converts CMYK to RGB of the same sample type; alpha is copied.
  static func convert(
    _ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, _ format: PixelFormat, pixels: Int
  ) {
    switch format.component {
    case .uint8:
      convert(source, to: target, format, pixels, UInt8.self) { ink, black in
        // Division by 255, rounded to the nearest.
        let product = (255 &- UInt32(ink)) &* (255 &- UInt32(black)) &+ 128
        return UInt8(truncatingIfNeeded: (product &+ product >> 8) >> 8)
      }
    case .uint16:
      convert(source, to: target, format, pixels, UInt16.self) { ink, black in
        let product = (65_535 &- UInt64(ink)) &* (65_535 &- UInt64(black)) &+ 32_767
        return UInt16(truncatingIfNeeded: product / 65_535)
      }
    case .float32: convert(source, to: target, format, pixels, Float.self) { ink, black in (1 - ink) * (1 - black) }
    }
  }

  /// Ink for a colour: as much black as possible.
  static func ink(for rgb: [Float]) -> [Float] {
    guard rgb.count == 3, let brightest = rgb.max(), brightest > 0 else { return [0, 0, 0, 1] }
    return rgb.map { 1 - $0 / brightest } + [1 - brightest]
  }

  /// - Parameter light: the light that an ink and black let through.
  @inline(__always)
  private static func convert<Sample: BitwiseCopyable>(
    _ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, _ format: PixelFormat, _ pixels: Int,
    _ sample: Sample.Type, _ light: (_ ink: Sample, _ black: Sample) -> Sample
  ) {
    let source = source.assumingMemoryBound(to: Sample.self)
    let target = target.assumingMemoryBound(to: Sample.self)
    let alpha = format.hasAlpha
    let (from, to) = alpha ? (5, 4) : (4, 3)
    for pixel in 0..<pixels {
      let old = source + pixel &* from
      let new = target + pixel &* to
      for channel in 0..<3 { new[channel] = light(old[channel], old[3]) }
      if alpha { new[3] = old[4] }
    }
  }
}
