internal import ImageModel

/// RGB of 16 bits to sRGB where the source's profile is a matrix and curves: the profiles of cameras and displays.
///
/// It calculates what the library does without its shortcuts, some nine times as fast: a 256-pixel thumbnail of a
/// telephone's Display P3 picture would otherwise spend 11 ms on its colours. A profile whose black is not black is left
/// to the library, which moves the black point.
final class MatrixTransform {
  /// Values of a source curve's table, and of the encoding's; linear interpolation between them is exact to a fraction
  /// of a 16-bit step.
  private static let curveSteps = 2_048
  private static let encodingSteps = 16_384

  private let source: PixelFormat
  private let destination: PixelFormat
  /// Three tables of light, one after the other, each with a last value for the interpolation at 1.
  private let curves: UnsafeMutablePointer<Float>
  private let encoding: UnsafeMutablePointer<Float>
  /// The columns of the matrix from the source's light to that of sRGB.
  private var red = SIMD4<Float>.zero
  private var green = SIMD4<Float>.zero
  private var blue = SIMD4<Float>.zero

  /// - Returns: nil where the profile or the formats are of another kind.
  init?(
    from origin: LCMSProfile, _ source: PixelFormat, to destination: PixelFormat
  ) {
    let stride = Self.curveSteps + 2
    curves = .allocate(capacity: 3 * stride)
    encoding = .allocate(capacity: Self.encodingSteps + 2)
    curves.initialize(repeating: 0, count: 3 * stride)
    encoding.initialize(repeating: 0, count: Self.encodingSteps + 2)
    self.source = source
    self.destination = destination
    guard source.component == .uint16, destination.component != .float32, source.colorModel == .rgb,
      destination.colorModel == .rgb, let from = MatrixShaper(origin, count: Self.curveSteps + 1),
      from.blackAndWhiteAreSuch, let to = Matrix3.sRGB.inverse
    else { return nil }
    for channel in 0..<3 {
      for i in 0..<stride {
        curves[channel * stride + i] = from.curves[channel * from.count + min(i, from.count - 1)]
      }
    }
    let columns = to.multiplied(by: from.matrix).columns
    (red, green, blue) = (columns.0, columns.1, columns.2)
    for i in 0..<Self.encodingSteps + 2 {
      encoding[i] = Float(SRGBEncoding.encoded(min(Double(i) / Double(Self.encodingSteps), 1)))
    }
  }

  deinit {
    curves.deallocate()
    encoding.deallocate()
  }

  /// Transforms pixels; alpha is copied.
  func apply(_ row: UnsafeRawPointer, to target: UnsafeMutableRawPointer, pixels: Int) {
    let from = row.assumingMemoryBound(to: UInt16.self)
    let channels = source.channelCount
    let alpha = source.hasAlpha
    if destination.component == .uint8 {
      let to = target.assumingMemoryBound(to: UInt8.self)
      for pixel in 0..<pixels {
        let old = from + pixel &* channels
        let new = to + pixel &* channels
        let color = convert(old)
        for channel in 0..<3 { new[channel] = UInt8(truncatingIfNeeded: Self.rounded(color[channel], 255)) }
        if alpha { new[3] = UInt8(truncatingIfNeeded: (UInt32(old[3]) &+ 128) / 257) }
      }
    } else {
      let to = target.assumingMemoryBound(to: UInt16.self)
      for pixel in 0..<pixels {
        let old = from + pixel &* channels
        let new = to + pixel &* channels
        let color = convert(old)
        for channel in 0..<3 { new[channel] = UInt16(truncatingIfNeeded: Self.rounded(color[channel], 65_535)) }
        if alpha { new[3] = old[3] }
      }
    }
  }

  /// The sRGB values of one pixel, within 0...1.
  @inline(__always)
  private func convert(_ pixel: UnsafePointer<UInt16>) -> SIMD4<Float> {
    var light = red * value(curves, pixel[0])
    light += green * value(curves + (Self.curveSteps + 2), pixel[1])
    light += blue * value(curves + 2 * (Self.curveSteps + 2), pixel[2])
    // Not greater than 0 is also what a NaN is.
    light.replace(with: SIMD4<Float>(), where: .!(light .> SIMD4<Float>()))
    light.replace(with: SIMD4<Float>(repeating: 1), where: light .> SIMD4<Float>(repeating: 1))
    let positions = light * Float(Self.encodingSteps)
    return SIMD4<Float>(encoded(positions[0]), encoded(positions[1]), encoded(positions[2]), 0)
  }

  @inline(__always)
  private func value(_ table: UnsafePointer<Float>, _ sample: UInt16) -> Float {
    let position = Float(sample) * (Float(Self.curveSteps) / 65_535)
    let index = Int(position)
    return table[index] + (table[index &+ 1] - table[index]) * (position - Float(index))
  }

  @inline(__always)
  private func encoded(_ position: Float) -> Float {
    let index = Int(position)
    return encoding[index] + (encoding[index &+ 1] - encoding[index]) * (position - Float(index))
  }

  /// Rounds by the addition of 2^23, which leaves the integer in the low bits and needs no checked conversion.
  @inline(__always)
  private static func rounded(_ value: Float, _ range: Float) -> UInt32 {
    (value * range + 8_388_608).bitPattern & 0xFFFF
  }
}
