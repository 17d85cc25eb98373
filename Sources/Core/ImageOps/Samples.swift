internal import ImageModel

/// Inner loops between stored samples and working floats: 0...1 for gray, RGB, ink and alpha, plain values for Lab.
///
/// They are written so that the compiler makes vectors of them: no calls, no checked conversions, no branches.
enum Samples {
  /// Converts stored samples to floats.
  static func load(
    _ source: UnsafeRawPointer, as component: PixelFormat.Component, to target: UnsafeMutablePointer<Float>, count: Int
  ) {
    switch component {
    case .uint8:
      let source = source.assumingMemoryBound(to: UInt8.self)
      for i in 0..<count { target[i] = Float(source[i]) * (1 / 255) }
    case .uint16:
      let source = source.assumingMemoryBound(to: UInt16.self)
      for i in 0..<count { target[i] = Float(source[i]) * (1 / 65_535) }
    case .float32:
      UnsafeMutableRawPointer(target).copyMemory(from: source, byteCount: count * 4)
    }
  }

  /// Converts floats to stored samples: integers are clamped to their range and rounded to the nearest, NaN becomes 0.
  static func store(
    _ source: UnsafePointer<Float>, to target: UnsafeMutableRawPointer, as component: PixelFormat.Component, count: Int
  ) {
    switch component {
    case .uint8:
      let target = target.assumingMemoryBound(to: UInt8.self)
      for i in 0..<count { target[i] = UInt8(truncatingIfNeeded: rounded(source[i], 255)) }
    case .uint16:
      let target = target.assumingMemoryBound(to: UInt16.self)
      for i in 0..<count { target[i] = UInt16(truncatingIfNeeded: rounded(source[i], 65_535)) }
    case .float32:
      target.copyMemory(from: source, byteCount: count * 4)
    }
  }

  /// The bits of the rounded value are the low bits of the float that results from adding 2^23 to it. Unlike a
  /// conversion to an integer, this does not trap and lets the compiler vectorise the loop.
  @inline(__always)
  private static func rounded(_ value: Float, _ range: Float) -> UInt32 {
    var x = value > 0 ? value : 0
    x = x < 1 ? x : 1
    return (x * range + 8_388_608).bitPattern & 0xFFFF
  }

  /// Multiplies the colour samples by alpha, the last channel.
  static func premultiply(_ row: UnsafeMutablePointer<Float>, pixels: Int, channels: Int) {
    if channels == 4 {
      let start = UnsafeMutableRawPointer(row)
      for pixel in 0..<pixels {
        var samples = start.loadUnaligned(fromByteOffset: pixel &* 16, as: SIMD4<Float>.self)
        var factor = SIMD4<Float>(repeating: samples[3])
        factor[3] = 1
        samples *= factor
        start.storeBytes(of: samples, toByteOffset: pixel &* 16, as: SIMD4<Float>.self)
      }
      return
    }
    for pixel in 0..<pixels {
      let samples = row + pixel &* channels
      let alpha = samples[channels &- 1]
      for channel in 0..<channels &- 1 { samples[channel] *= alpha }
    }
  }

  /// Divides the colour samples by alpha, the last channel. Samples of invisible pixels become 0.
  static func unpremultiply(_ row: UnsafeMutablePointer<Float>, pixels: Int, channels: Int) {
    for pixel in 0..<pixels {
      let samples = row + pixel &* channels
      let alpha = samples[channels &- 1]
      let factor = alpha > 1e-6 ? 1 / alpha : 0
      for channel in 0..<channels &- 1 { samples[channel] *= factor }
    }
  }

  /// Converts Lab samples of 0...1 to plain values (ICC.1:2010, 6.3.4.2).
  static func expandLab(_ row: UnsafeMutablePointer<Float>, pixels: Int, channels: Int) {
    for pixel in 0..<pixels {
      let samples = row + pixel &* channels
      samples[0] *= 100
      samples[1] = samples[1] * 255 - 128
      samples[2] = samples[2] * 255 - 128
    }
  }

  /// Converts plain Lab values to samples of 0...1.
  static func compressLab(_ row: UnsafeMutablePointer<Float>, pixels: Int, channels: Int) {
    for pixel in 0..<pixels {
      let samples = row + pixel &* channels
      samples[0] *= 1 / 100
      samples[1] = (samples[1] + 128) * (1 / 255)
      samples[2] = (samples[2] + 128) * (1 / 255)
    }
  }
}
