internal import HEIFStructure
internal import ImageModel

/// Makes pixels of planes: the samples of luma and chroma become RGB (ITU-T H.273, 8.3), and those of a limited range
/// full ones. Fewer samples of chroma than of luma are interpolated between their positions (ITU-T H.265, E.3.1).
final class PlaneConverter {
  private let planes: SamplePlanes
  private let format: PixelFormat
  private let chroma: HEIFSampleCoding.ChromaPosition
  private let colors: Colors
  /// What samples of grey and of alpha become.
  private let levels: [UInt16]
  private let alpha: (planes: SamplePlanes, levels: [UInt16])?
  /// A row of luma and two of chroma; the third plane's values, and a row of chroma between two others.
  private let rows: [UnsafeMutablePointer<Float>]

  /// How three samples become red, green and blue. Those of chroma are 16 times what they are in the file.
  private enum Colors {
    case gray
    /// Factors for the three samples, and a sum, for each colour.
    case linear([SIMD4<Float>])
    /// Without loss, in whole numbers (YCgCo-R). The samples have `extraBits` more bits than the colours.
    case reversible(extraBits: Int)
  }

  /// - Parameter alpha: a plane that may have another size, and whether it has the full range.
  /// - Throws: `unsupported` for a matrix that is not known.
  init(
    _ planes: SamplePlanes, _ coding: HEIFSampleCoding, alpha: (planes: SamplePlanes, isFullRange: Bool)?,
    to format: PixelFormat
  ) throws(ImageError) {
    self.planes = planes
    self.format = format
    chroma = coding.chroma
    if format.colorModel == .gray {
      colors = .gray
    } else {
      guard planes.planes.count == 3 else {
        throw ImageError(.invalidData, "it declares colours and has none", format: "HEIF")
      }
      colors = try Self.colors(coding.points, bits: planes.bits, most: Float(format.maximum))
    }
    levels = Self.levels(bits: planes.bits, coding.points.isFullRange, to: format)
    self.alpha = alpha.map { ($0.planes, Self.levels(bits: $0.planes.bits, $0.isFullRange, to: format)) }
    rows = (0..<4).map { _ in .allocate(capacity: planes.size.width + 2) }
  }

  deinit { for row in rows { row.deallocate() } }

  /// The full-range values of samples.
  private static func levels(bits: Int, _ isFullRange: Bool, to format: PixelFormat) -> [UInt16] {
    let most = Double(format.maximum)
    let scale = Double(1 << bits) / 256
    let (low, high) = isFullRange ? (0, Double(1 << bits - 1)) : (16 * scale, 235 * scale)
    return (0..<1 << bits).map { UInt16(min(max((Double($0) - low) / (high - low) * most, 0), most).rounded()) }
  }

  private static func colors(_ points: CodePoints, bits: Int, most: Float) throws(ImageError) -> Colors {
    let steps = Double(1 << bits)
    let (black, luma, color) =
      points.isFullRange ? (0, steps - 1, steps - 1) : (steps / 16, 219 * steps / 256, 224 * steps / 256)
    let full = Double(most)
    /// Factors for samples of luma and of two differences of colours.
    func linear(_ factors: [(Double, Double)]) -> Colors {
      .linear(
        factors.map { first, second in
          let (y, a, b) = (full / luma, first * full / color, second * full / color)
          return SIMD4(Float(y), Float(a / 16), Float(b / 16), Float(-black * y - steps / 2 * (a + b)))
        })
    }
    let weights: (red: Double, blue: Double)
    switch points.matrix {
    case 0:
      // The samples are green, blue and red.
      let (y, sum) = (Float(full / luma), Float(-black * full / luma))
      return .linear([SIMD4(0, 0, y / 16, sum), SIMD4(y, 0, 0, sum), SIMD4(0, y / 16, 0, sum)])
    case 8: return linear([(-1, 1), (1, 0), (-1, -1)])
    case 16, 17:
      guard points.isFullRange, bits > 8 else { fallthrough }
      return .reversible(extraBits: points.matrix == 16 ? 2 : 1)
    case 3, 10, 11, 13...:
      throw ImageError(
        .unsupported, "colours with the matrix coefficients \(points.matrix) of ITU-T H.273 are not read",
        format: "HEIF")
    case 1: weights = (0.2126, 0.0722)
    case 4: weights = (0.30, 0.11)
    case 7: weights = (0.212, 0.087)
    case 9: weights = (0.2627, 0.0593)
    case 12: weights = points.lumaWeights ?? (0.299, 0.114)
    default: weights = (0.299, 0.114)
    }
    let (red, blue) = weights
    let green = 1 - red - blue
    return linear([
      (0, 2 * (1 - red)), (-2 * blue * (1 - blue) / green, -2 * red * (1 - red) / green), (2 * (1 - blue), 0),
    ])
  }

  /// Converts a part of a row.
  func convert(row y: Int, columns: Range<Int>, to out: UnsafeMutableRawPointer) {
    if planes.bits > 8 { convert(y, columns, UInt16.self, to: out) } else { convert(y, columns, UInt8.self, to: out) }
  }

  private func convert<Sample: FixedWidthInteger & UnsignedInteger>(
    _ y: Int, _ columns: Range<Int>, _ type: Sample.Type, to out: UnsafeMutableRawPointer
  ) {
    if format.component == .uint16 {
      convert(y, columns, type, to: out.assumingMemoryBound(to: UInt16.self))
    } else {
      convert(y, columns, type, to: out.assumingMemoryBound(to: UInt8.self))
    }
  }

  private func convert<Sample: FixedWidthInteger & UnsignedInteger, Pixel: FixedWidthInteger & UnsignedInteger>(
    _ y: Int, _ columns: Range<Int>, _ type: Sample.Type, to out: UnsafeMutablePointer<Pixel>
  ) {
    let channels = format.channelCount
    let luma = planes.planes[0].row(y, Sample.self)
    if case .gray = colors {
      levels.withUnsafeBufferPointer { levels in
        for (index, x) in columns.enumerated() {
          out[index * channels] = Pixel(truncatingIfNeeded: levels[min(Int(luma[x]), levels.count - 1)])
        }
      }
    } else {
      let width = planes.size.width
      for x in 0..<width { rows[0][x] = Float(luma[x]) }
      interpolate(planes.planes[1], y, type, to: rows[1])
      interpolate(planes.planes[2], y, type, to: rows[2])
      mix(columns, channels, to: out)
    }
    guard let alpha else { return }
    let last = channels - 1
    let plane = alpha.planes.planes[0]
    // libheif 1.15 and libavif take the nearest sample of a smaller plane, too.
    let row = y * plane.size.height / planes.size.height
    let (width, whole) = (plane.size.width, planes.size.width)
    alpha.levels.withUnsafeBufferPointer { levels in
      func fill<AlphaSample: FixedWidthInteger>(_ samples: UnsafePointer<AlphaSample>) {
        for (index, x) in columns.enumerated() {
          let sample = Int(samples[width == whole ? x : x * width / whole])
          out[index * channels + last] = Pixel(truncatingIfNeeded: levels[min(sample, levels.count - 1)])
        }
      }
      if alpha.planes.bits > 8 { fill(plane.row(row, UInt16.self)) } else { fill(plane.row(row, UInt8.self)) }
    }
  }

  /// A row of chroma for each sample of luma, times 16.
  private func interpolate<Sample: FixedWidthInteger & UnsignedInteger>(
    _ plane: SamplePlanes.Plane, _ y: Int, _ type: Sample.Type, to out: UnsafeMutablePointer<Float>
  ) {
    let (count, width) = (plane.size.width, planes.size.width)
    let halves = planes.halves
    // The row lies between two rows of chroma, in quarters of their distance.
    let position = halves.rows ? 2 * y - chroma.down : 4 * y
    let last = plane.size.height - 1
    let above = plane.row(min(max(position >> 2, 0), last), type)
    let below = plane.row(min(max((position >> 2) + 1, 0), last), type)
    let quarters = Float(position & 3)
    guard halves.columns else {
      for x in 0..<width { out[x] = (Float(above[x]) * (4 - quarters) + Float(below[x]) * quarters) * 4 }
      return
    }
    // One sample more at both ends.
    let between = rows[3] + 1
    for x in 0..<count { between[x] = Float(above[x]) * (4 - quarters) + Float(below[x]) * quarters }
    between[-1] = between[0]
    between[count] = between[count - 1]
    let right = chroma.right == 1
    // The columns of a pair lie at -1/4 and 1/4 from a sample of chroma, or at 0 and 1/2.
    let (near, far): (Float, Float) = right ? (3, 1) : (4, 0)
    let (evenOther, odd): (Int, (Float, Float)) = right ? (-1, (3, 1)) : (0, (2, 2))
    for pair in 0..<width / 2 {
      out[2 * pair] = between[pair] * near + between[pair + evenOther] * far
      out[2 * pair + 1] = between[pair] * odd.0 + between[pair + 1] * odd.1
    }
    if width % 2 == 1 { out[width - 1] = between[count - 1] * near + between[count - 1 + evenOther] * far }
  }

  private func mix<Pixel: FixedWidthInteger & UnsignedInteger>(
    _ columns: Range<Int>, _ channels: Int, to out: UnsafeMutablePointer<Pixel>
  ) {
    let most = Float(format.maximum)
    let (a, b, c) = (UnsafePointer(rows[0]), UnsafePointer(rows[1]), UnsafePointer(rows[2]))
    switch colors {
    case .gray: break
    case .linear(let factors):
      for (channel, factor) in factors.enumerated() {
        var to = out + channel
        for x in columns {
          let value = a[x] * factor.x + b[x] * factor.y + c[x] * factor.z + factor.w
          to[0] = Pixel(truncatingIfNeeded: value.rounded(upTo: most))
          to += channels
        }
      }
    case .reversible(let extraBits):
      let half = Float(1 << (planes.bits - 1))
      let scale = most / Float(1 << (planes.bits - extraBits) - 1)
      var to = out
      for x in columns {
        let (green, orange) = (b[x] / 16 - half, c[x] / 16 - half)
        let base = a[x] - (green / 2).rounded(.down)
        let blue = base - (orange / 2).rounded(.down)
        to[0] = Pixel(truncatingIfNeeded: ((blue + orange) * scale).rounded(upTo: most))
        to[1] = Pixel(truncatingIfNeeded: ((base + green) * scale).rounded(upTo: most))
        to[2] = Pixel(truncatingIfNeeded: (blue * scale).rounded(upTo: most))
        to += channels
      }
    }
  }
}

extension SamplePlanes.Plane {
  @inline(__always)
  func row<Sample>(_ y: Int, _ type: Sample.Type) -> UnsafePointer<Sample> {
    (samples + y * stride).assumingMemoryBound(to: Sample.self)
  }
}

extension PixelFormat {
  /// The value of white.
  fileprivate var maximum: Int { component == .uint8 ? 255 : 65_535 }
}

extension Float {
  /// The nearest whole number from 0 on: the low bits of the float that results from adding 2^23 to it.
  @inline(__always)
  fileprivate func rounded(upTo most: Float) -> UInt32 {
    var x = self > 0 ? self : 0
    x = x < most ? x : most
    return (x + 8_388_608).bitPattern & 0xFFFF
  }
}

extension CodePoints {
  /// How much red and blue add to luma, by the primaries (H.273, equations 39 to 47); nil for unknown ones.
  fileprivate var lumaWeights: (red: Double, blue: Double)? {
    guard let points = chromaticities else { return nil }
    func z(_ point: ColorProfile.Chromaticities.Point) -> Double { 1 - (point.x + point.y) }
    let (r, g, b, w) = (points.red, points.green, points.blue, points.white)
    let whole =
      w.y * (r.x * (g.y * z(b) - b.y * z(g)) + g.x * (b.y * z(r) - r.y * z(b)) + b.x * (r.y * z(g) - g.y * z(r)))
    let red =
      r.y * (w.x * (g.y * z(b) - b.y * z(g)) + w.y * (b.x * z(g) - g.x * z(b)) + z(w) * (g.x * b.y - b.x * g.y))
    let blue =
      b.y * (w.x * (r.y * z(g) - g.y * z(r)) + w.y * (g.x * z(r) - r.x * z(g)) + z(w) * (r.x * g.y - g.x * r.y))
    return whole == 0 ? nil : (red / whole, blue / whole)
  }
}
