internal import CLCMS2Shims
internal import Glibc
internal import ImageModel

/// Converts RGB of 16 bits to sRGB where the source's profile is a matrix and curves, as for cameras and displays.
///
/// It computes the same values as the library's exact evaluation, about nine times as fast. With the library, a
/// 256-pixel thumbnail of a phone's Display P3 picture spends 11 ms on its colours. Profiles whose black is not black
/// are left to the library, which compensates the black point.
final class MatrixTransform {
  /// The numbers of values in the table of a source curve and in that of the encoding. Linear interpolation between
  /// them is exact to a fraction of a 16-bit step.
  private static let curveSteps = 2_048
  private static let encodingSteps = 16_384

  private let source: PixelFormat
  private let destination: PixelFormat
  /// Three tables from samples to linear light, one after the other, each with an extra value for the interpolation
  /// at 1.
  private let curves: UnsafeMutablePointer<Float>
  /// The table from linear light to sRGB samples.
  private let encoding: UnsafeMutablePointer<Float>
  /// The columns of the matrix from the source's linear light to that of sRGB.
  private var red = SIMD4<Float>.zero
  private var green = SIMD4<Float>.zero
  private var blue = SIMD4<Float>.zero

  /// - Returns: nil for other kinds of profiles or formats.
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
      from.hasFullRange, let to = Matrix3.sRGB.inverse
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
    // This also replaces NaN, which is not greater than 0.
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

  /// Rounds by adding 2^23, which leaves the integer in the low bits and needs no checked conversion.
  @inline(__always)
  private static func rounded(_ value: Float, _ range: Float) -> UInt32 {
    (value * range + 8_388_608).bitPattern & 0xFFFF
  }
}

/// An RGB profile that consists of a matrix and curves only.
struct MatrixShaper {
  /// From the light of red, green and blue to XYZ relative to D50.
  var matrix: Matrix3
  /// The light of samples at equal distances over 0...1: `count` values for each of red, green and blue.
  var curves: [Float]
  var count: Int

  /// - Returns: nil for other kinds of profiles and for damaged ones.
  init?(_ profile: LCMSProfile, count: Int) {
    var values = [Double](repeating: 0, count: 9)
    var tables = [Float](repeating: 0, count: 3 * count)
    guard lcms_shim_profile_matrix(profile.raw, &values, &tables, count) != 0, tables.allSatisfy(\.isFinite),
      let matrix = Matrix3(values)
    else { return nil }
    self.matrix = matrix
    curves = tables
    self.count = count
  }

  /// Whether the sample 0 means no light, and the largest sample full light.
  var hasFullRange: Bool {
    (0..<3).allSatisfy { abs(curves[$0 * count]) < 1e-5 && abs(curves[$0 * count + count - 1] - 1) < 1e-3 }
  }

  /// The largest change of an 8-bit sample when colours throughout the RGB cube are converted to sRGB.
  var largestChangeToSRGB: Double {
    guard let change = Matrix3.sRGB.inverse?.multiplied(by: matrix) else { return .infinity }
    var largest = 0.0
    func probe(_ r: Int, _ g: Int, _ b: Int) {
      let (red, green, blue) = (curves[r], curves[count + g], curves[2 * count + b])
      for (row, index) in [r, g, b].enumerated() {
        let sum =
          change.values[row * 3] * Double(red) + change.values[row * 3 + 1] * Double(green)
          + change.values[row * 3 + 2] * Double(blue)
        let sample = Double(index) / Double(count - 1)
        largest = max(largest, abs(SRGBEncoding.encoded(min(max(sum, 0), 1)) - sample) * 255)
      }
    }
    for gray in 0..<count { probe(gray, gray, gray) }
    let steps = Array(stride(from: 0, to: count, by: max(1, count / 4)))
    for r in steps { for g in steps { for b in steps { probe(r, g, b) } } }
    return largest
  }
}

/// A matrix of three by three, by rows.
struct Matrix3 {
  var values: [Double]

  /// - Returns: nil for anything but nine finite numbers.
  init?(_ values: [Double]) {
    guard values.count == 9, values.allSatisfy(\.isFinite) else { return nil }
    self.values = values
  }

  /// sRGB's light to XYZ relative to D50: the primaries of BT.709 adapted from D65 by the Bradford method (ICC.1:2010,
  /// annex E), as in the profiles that the ICC publishes.
  static let sRGB = Matrix3 { row, column in
    [
      [0.436_07, 0.385_15, 0.143_07], [0.222_49, 0.716_87, 0.060_61], [0.013_92, 0.097_08, 0.714_10],
    ][row][column]
  }

  private init(_ element: (_ row: Int, _ column: Int) -> Double) {
    values = (0..<9).map { element($0 / 3, $0 % 3) }
  }

  func multiplied(by other: Matrix3) -> Matrix3 {
    Matrix3 { row, column in (0..<3).reduce(0) { $0 + values[row * 3 + $1] * other.values[$1 * 3 + column] } }
  }

  /// nil for a singular matrix.
  var inverse: Matrix3? {
    // Cofactors with the signs of the cyclic order.
    func cofactor(_ row: Int, _ column: Int) -> Double {
      let (a, b) = ((row + 1) % 3, (row + 2) % 3)
      let (c, d) = ((column + 1) % 3, (column + 2) % 3)
      return values[a * 3 + c] * values[b * 3 + d] - values[a * 3 + d] * values[b * 3 + c]
    }
    let determinant = (0..<3).reduce(0) { $0 + values[$1] * cofactor(0, $1) }
    guard abs(determinant) > 1e-9 else { return nil }
    return Matrix3 { row, column in cofactor(column, row) / determinant }
  }

  /// The columns, with a fourth lane of 0.
  var columns: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>) {
    func column(_ index: Int) -> SIMD4<Float> {
      SIMD4(Float(values[index]), Float(values[3 + index]), Float(values[6 + index]), 0)
    }
    return (column(0), column(1), column(2))
  }
}

/// The tone curve of sRGB (IEC 61966-2-1).
enum SRGBEncoding {
  /// The encoded value of light, both 0...1.
  static func encoded(_ light: Double) -> Double {
    light <= 0.003_130_8 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
  }
}
