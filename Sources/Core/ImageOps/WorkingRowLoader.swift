internal import ImageModel

/// Converts rows of any format to working rows: interleaved floats, premultiplied alpha, linear light on request.
struct WorkingRowLoader: ~Copyable {
  let format: PixelFormat
  private let linear: Bool
  /// The linear light of every 8-bit sample.
  private let table: RowBuffer

  /// - Parameter linear: whether samples with sRGB's curve are converted to linear light.
  init(_ format: PixelFormat, linear: Bool) {
    self.format = format
    self.linear = linear
    let count = linear && format.component == .uint8 ? 256 : 0
    table = RowBuffer(floats: count)
    for i in 0..<count { table.floats[i] = SRGBCurve.linear(Float(i) / 255) }
  }

  /// The format that `load` produces.
  var workingFormat: PixelFormat {
    PixelFormat(.float32, format.colorModel, alpha: format.hasAlpha ? .premultiplied : .none)
  }

  /// Whether the rows are already working rows.
  var isIdentity: Bool { !linear && format == workingFormat }

  /// Loads one row.
  func load(_ row: UnsafeRawPointer, to target: UnsafeMutablePointer<Float>, pixels: Int) {
    let channels = format.channelCount
    let count = pixels * channels
    if linear, format.component == .uint8, format.alpha != .premultiplied {
      let source = row.assumingMemoryBound(to: UInt8.self)
      let table = table.floats
      for i in 0..<count { target[i] = table[Int(source[i])] }
      if format.hasAlpha {
        for pixel in 0..<pixels {
          let last = pixel &* channels &+ channels &- 1
          target[last] = Float(source[last]) * (1 / 255)
        }
        Samples.premultiply(target, pixels: pixels, channels: channels)
      }
      return
    }
    Samples.load(row, as: format.component, to: target, count: count)
    let expands = format.colorModel == .lab && format.component != .float32
    // Nonlinear conversions need straight samples.
    if expands || linear, format.alpha == .premultiplied {
      Samples.unpremultiply(target, pixels: pixels, channels: channels)
    }
    if expands { Samples.expandLab(target, pixels: pixels, channels: channels) }
    if linear {
      let colors = format.colorModel.channelCount
      for pixel in 0..<pixels {
        let samples = target + pixel &* channels
        for channel in 0..<colors { samples[channel] = SRGBCurve.linear(samples[channel]) }
      }
    }
    if format.alpha == .straight || (format.hasAlpha && (expands || linear)) {
      Samples.premultiply(target, pixels: pixels, channels: channels)
    }
  }
}
