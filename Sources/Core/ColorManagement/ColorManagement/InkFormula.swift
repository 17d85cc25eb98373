internal import ImageModel

/// RGB from ink without a profile: every channel is what its ink and black let through, r = (1 - c)(1 - k), the formula
/// that Pillow and ImageMagick use. docs/decisions/0004-cmyk-without-profile.md.
enum InkFormula {
  /// Converts CMYK to RGB of the same sample type; alpha is carried over.
  static func convert(
    _ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, _ format: PixelFormat, pixels: Int
  ) {
    let alpha = format.hasAlpha
    switch format.component {
    case .uint8: convert8(source, to: target, alpha: alpha, pixels: pixels)
    case .uint16: convert16(source, to: target, alpha: alpha, pixels: pixels)
    case .float32: convertFloat(source, to: target, alpha: alpha, pixels: pixels)
    }
  }

  /// Ink for a colour: as much black as possible.
  static func ink(for rgb: [Float]) -> [Float] {
    guard rgb.count == 3, let brightest = rgb.max(), brightest > 0 else { return [0, 0, 0, 1] }
    return rgb.map { 1 - $0 / brightest } + [1 - brightest]
  }

  private static func convert8(
    _ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, alpha: Bool, pixels: Int
  ) {
    let source = source.assumingMemoryBound(to: UInt8.self)
    let target = target.assumingMemoryBound(to: UInt8.self)
    let (from, to) = alpha ? (5, 4) : (4, 3)
    for pixel in 0..<pixels {
      let old = source + pixel &* from
      let new = target + pixel &* to
      let light = 255 &- UInt32(old[3])
      for channel in 0..<3 {
        // Division by 255, rounded to the nearest.
        let product = (255 &- UInt32(old[channel])) &* light &+ 128
        new[channel] = UInt8(truncatingIfNeeded: (product &+ product >> 8) >> 8)
      }
      if alpha { new[3] = old[4] }
    }
  }

  private static func convert16(
    _ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, alpha: Bool, pixels: Int
  ) {
    let source = source.assumingMemoryBound(to: UInt16.self)
    let target = target.assumingMemoryBound(to: UInt16.self)
    let (from, to) = alpha ? (5, 4) : (4, 3)
    for pixel in 0..<pixels {
      let old = source + pixel &* from
      let new = target + pixel &* to
      let light = 65_535 &- UInt32(old[3])
      for channel in 0..<3 {
        let product = UInt64(65_535 &- UInt32(old[channel])) &* UInt64(light) &+ 32_767
        new[channel] = UInt16(truncatingIfNeeded: product / 65_535)
      }
      if alpha { new[3] = old[4] }
    }
  }

  private static func convertFloat(
    _ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, alpha: Bool, pixels: Int
  ) {
    let source = source.assumingMemoryBound(to: Float.self)
    let target = target.assumingMemoryBound(to: Float.self)
    let (from, to) = alpha ? (5, 4) : (4, 3)
    for pixel in 0..<pixels {
      let old = source + pixel &* from
      let new = target + pixel &* to
      let light = 1 - old[3]
      for channel in 0..<3 { new[channel] = (1 - old[channel]) * light }
      if alpha { new[3] = old[4] }
    }
  }
}
