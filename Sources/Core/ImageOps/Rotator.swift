internal import CodecKit
internal import Glibc
package import ImageModel

/// Turns a picture by any angle. The result is large enough for all of it, and its corners get a background.
///
/// Samples are interpolated by a cubic (Catmull-Rom) as they are encoded; edges are smooth. The whole picture is in
/// memory. The output is `float32`, premultiplied where the source has alpha.
final class Rotator: RowSource {
  let layout: RowLayout
  let heldMemory: Int
  private let source: any RowSource
  private let rotation: Rotation
  /// The samples of the background as the source encodes them, premultiplied.
  private let background: [Float]
  private var picture: RowBuffer?
  private var nextRow = 0

  /// - Parameters:
  ///   - source: without straight alpha.
  ///   - degrees: clockwise.
  ///   - background: a pixel of the source's format as floats; Lab as plain values.
  /// - Throws: `limitExceeded` if the source does not fit into memory, and for too large a result.
  init(_ source: any RowSource, degrees: Double, background: [Float], limits: Limits) throws(ImageError) {
    let input = source.layout
    self.source = source
    rotation = Rotation(input.size, degrees: degrees)
    try limits.check(result: rotation.size)
    var format = input.format
    format.component = .float32
    layout = RowLayout(size: rotation.size, format: format, profile: input.profile)
    let (bytes, overflow) = input.bytesPerRow.multipliedReportingOverflow(by: input.size.height)
    let row = rotation.size.width.multipliedReportingOverflow(by: format.bytesPerPixel)
    try limits.check(
      memory: overflow || row.overflow || bytes > .max / 4 ? .max : bytes + row.partialValue,
      for: "rotating a picture of \(input.size)")
    heldMemory = bytes
    var color = background
    if format.colorModel == .lab, input.format.component != .float32 {
      color.withUnsafeMutableBufferPointer { color in
        guard let start = color.baseAddress else { return }
        Samples.compressLab(start, pixels: 1, channels: color.count)
      }
    }
    self.background = color
  }

  var diagnostics: [Diagnostic] { source.diagnostics }

  func read(into buffer: UnsafeMutableRawBufferPointer, maxRows: Int) throws(ImageError) -> Int {
    guard let start = buffer.baseAddress else { return 0 }
    if picture == nil { picture = try RowBuffer(reading: source) }
    let count = min(maxRows, layout.size.height - nextRow, buffer.count / layout.bytesPerRow)
    guard count > 0, let samples = picture?.start else { return 0 }
    for row in 0..<count {
      let target = (start + row * layout.bytesPerRow).assumingMemoryBound(to: Float.self)
      switch source.layout.format.component {
      case .uint8: interpolate(samples.assumingMemoryBound(to: UInt8.self), to: target, row: nextRow + row)
      case .uint16: interpolate(samples.assumingMemoryBound(to: UInt16.self), to: target, row: nextRow + row)
      case .float32: interpolate(samples.assumingMemoryBound(to: Float.self), to: target, row: nextRow + row)
      }
      if layout.format.colorModel == .lab, source.layout.format.component != .float32 {
        Samples.expandLab(target, pixels: layout.size.width, channels: layout.format.channelCount)
      }
    }
    nextRow += count
    return count
  }

  /// Computes a row of the result.
  private func interpolate<S: RowSample>(_ picture: UnsafePointer<S>, to target: UnsafeMutablePointer<Float>, row: Int)
  {
    let size = source.layout.size
    let channels = layout.format.channelCount
    let stride = size.width * channels
    background.withUnsafeBufferPointer { background in
      for x in 0..<layout.size.width {
        let pixel = target + x &* channels
        let (u, v) = rotation.source(x: x, y: row)
        let cover = Self.cover(u, size.width) * Self.cover(v, size.height)
        guard cover > 0 else {
          for channel in 0..<channels { pixel[channel] = background[channel] }
          continue
        }
        let (left, top) = (u.rounded(.down), v.rounded(.down))
        let (across, down) = (Self.weights(u - left), Self.weights(v - top))
        for channel in 0..<channels { pixel[channel] = 0 }
        for j in 0..<4 {
          let line = picture + min(max(Int(top) &+ j &- 1, 0), size.height &- 1) &* stride
          for i in 0..<4 {
            let samples = line + min(max(Int(left) &+ i &- 1, 0), size.width &- 1) &* channels
            let weight = across[i] * down[j]
            for channel in 0..<channels { pixel[channel] += weight * samples[channel].unitValue }
          }
        }
        guard cover < 1 else { continue }
        for channel in 0..<channels { pixel[channel] = cover * pixel[channel] + (1 - cover) * background[channel] }
      }
    }
  }

  /// How much of a pixel lies in the picture, along one axis; `place` is 0 in the middle of the first pixel.
  private static func cover(_ place: Double, _ count: Int) -> Float {
    Float(min(max(min(place + 1, Double(count) - place), 0), 1))
  }

  /// The weights of four samples for a point between the second and the third.
  private static func weights(_ fraction: Double) -> SIMD4<Float> {
    func value(_ distance: Double) -> Float { Float(ResamplingKernel.catmullRom.value(at: distance)) }
    return SIMD4(value(1 + fraction), value(fraction), value(1 - fraction), value(2 - fraction))
  }
}

/// A type of stored samples.
private protocol RowSample {
  /// From 0 to 1; floats as they are.
  var unitValue: Float { get }
}

extension UInt8: RowSample {
  @inline(__always) fileprivate var unitValue: Float { Float(self) * (1 / 255) }
}

extension UInt16: RowSample {
  @inline(__always) fileprivate var unitValue: Float { Float(self) * (1 / 65_535) }
}

extension Float: RowSample {
  @inline(__always) fileprivate var unitValue: Float { self }
}

/// A rotation of a picture about its middle.
package struct Rotation {
  /// The size of the result: the smallest with room for all of the picture.
  package let size: PixelSize
  private let picture: PixelSize
  private let sine: Double
  private let cosine: Double

  /// - Parameter degrees: clockwise.
  package init(_ picture: PixelSize, degrees: Double) {
    self.picture = picture
    let angle = degrees * .pi / 180
    (sine, cosine) = (sin(angle), cos(angle))
    let (width, height) = (Double(picture.width), Double(picture.height))
    func side(_ length: Double) -> Int { max(1, Int(min((length - 1e-6).rounded(.up), 1e9))) }
    size =
      degrees == 0
      ? picture
      : PixelSize(
        width: side(width * abs(cosine) + height * abs(sine)), height: side(width * abs(sine) + height * abs(cosine)))
  }

  /// The place in the picture that a pixel of the result shows, in pixels; 0 is the middle of the first pixel.
  func source(x: Int, y: Int) -> (x: Double, y: Double) {
    let across = Double(x) + 0.5 - Double(size.width) / 2
    let down = Double(y) + 0.5 - Double(size.height) / 2
    return (
      cosine * across + sine * down + Double(picture.width) / 2 - 0.5,
      cosine * down - sine * across + Double(picture.height) / 2 - 0.5
    )
  }

  /// From places in the picture to those in the result, both in parts of width and height.
  package var transform: AffineTransform {
    let (width, height) = (Double(picture.width), Double(picture.height))
    return AffineTransform.scale(x: width, y: height).then(.translation(x: -width / 2, y: -height / 2))
      .then(AffineTransform(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0))
      .then(.translation(x: Double(size.width) / 2, y: Double(size.height) / 2))
      .then(.scale(x: 1 / Double(size.width), y: 1 / Double(size.height)))
  }
}
