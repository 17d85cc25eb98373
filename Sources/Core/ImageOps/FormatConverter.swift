package import CodecKit
package import ImageModel

/// Changes the sample type, the alpha channel and, between gray and RGB, the colour model. It converts no colours: gray
/// becomes three equal samples; RGB becomes gray by the weights of BT.601 (0.299, 0.587, 0.114), as in JPEG's luma and
/// Pillow's "L". `ColorConverter` converts between profiles.
///
/// Values are clamped and rounded only here, when they become integers. Added alpha is opaque; removing alpha leaves
/// the straight colours.
package final class FormatConverter: RowSource {
  package let layout: RowLayout
  private var reader: RowReader
  private let input: PixelFormat
  private let working: RowBuffer
  private let converted: RowBuffer

  /// - Throws: `usage` for two colour models between which there is no conversion without profiles; `limitExceeded` for
  ///   rows that need too much memory.
  package init(_ source: any RowSource, to format: PixelFormat, limits: Limits) throws(ImageError) {
    let layout = source.layout
    guard Self.converts(layout.format, to: format) else {
      throw ImageError(
        .usage,
        "\(layout.format.colorModel.rawValue) can become \(format.colorModel.rawValue) only through colour profiles")
    }
    let width = layout.size.width
    try limits.check(memory: RowReader.memory(for: layout) + width * 40, for: "converting rows")
    input = layout.format
    working = RowBuffer(floats: width * layout.format.channelCount)
    converted = RowBuffer(floats: width * format.channelCount)
    self.layout = RowLayout(size: layout.size, format: format, profile: layout.profile, sourceBox: layout.sourceBox)
    reader = RowReader(source)
  }

  /// Whether formats differ only in the sample type, alpha, and gray versus RGB.
  package static func converts(_ input: PixelFormat, to output: PixelFormat) -> Bool {
    input.colorModel == output.colorModel || (input.hasToneCurve && output.hasToneCurve)
  }

  package var diagnostics: [Diagnostic] { reader.source.diagnostics }

  package func read(into buffer: UnsafeMutableRawBufferPointer, maxRows: Int) throws(ImageError) -> Int {
    if input == layout.format { return try reader.source.read(into: buffer, maxRows: maxRows) }
    return try reader.map(into: buffer, maxRows: maxRows, bytesPerRow: layout.bytesPerRow) { row, target in
      convert(row, to: target)
    }
  }

  private func convert(_ row: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
    let output = layout.format
    let pixels = layout.size.width
    if input.component == .uint8, output.component == .uint8,
      input.alpha == output.alpha || input.alpha != .premultiplied,
      output.alpha != .premultiplied, output.colorModel != .gray || input.colorModel == .gray
    {
      return ByteRows.convert(row, from: input, to: target, as: output, pixels: pixels)
    }
    let samples = working.floats
    Samples.load(row, as: input.component, to: samples, count: pixels * input.channelCount)
    if input.alpha == .premultiplied, output.alpha != .premultiplied {
      Samples.unpremultiply(samples, pixels: pixels, channels: input.channelCount)
    }
    if input.colorModel == .lab, input.component == .float32, output.component != .float32 {
      Samples.compressLab(samples, pixels: pixels, channels: input.channelCount)
    }
    var result = samples
    if input.colorModel != output.colorModel || input.hasAlpha != output.hasAlpha {
      result = converted.floats
      rearrange(samples, to: result, pixels: pixels)
    }
    if output.colorModel == .lab, output.component == .float32, input.component != .float32 {
      Samples.expandLab(result, pixels: pixels, channels: output.channelCount)
    }
    if output.alpha == .premultiplied, input.alpha == .straight {
      Samples.premultiply(result, pixels: pixels, channels: output.channelCount)
    }
    Samples.store(UnsafePointer(result), to: target, as: output.component, count: pixels * output.channelCount)
  }

  /// Copies pixels and changes the number of channels.
  private func rearrange(
    _ source: UnsafePointer<Float>, to target: UnsafeMutablePointer<Float>, pixels: Int
  ) {
    let output = layout.format
    let (from, to) = (input.channelCount, output.channelCount)
    let colors = output.colorModel.channelCount
    let spreads = input.colorModel == .gray && output.colorModel == .rgb
    let mixes = input.colorModel == .rgb && output.colorModel == .gray
    for pixel in 0..<pixels {
      let old = source + pixel &* from
      let new = target + pixel &* to
      if mixes {
        new[0] = 0.299 * old[0] + 0.587 * old[1] + 0.114 * old[2]
      } else {
        for channel in 0..<colors { new[channel] = old[spreads ? 0 : channel] }
      }
      if output.hasAlpha { new[to &- 1] = input.hasAlpha ? old[from &- 1] : 1 }
    }
  }
}
