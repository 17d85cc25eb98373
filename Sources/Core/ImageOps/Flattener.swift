package import CodecKit
package import ImageModel

/// Composites transparent pixels onto a background colour. Encoded samples are mixed, not linear light, as all
/// comparable tools do. The rows are opaque, or premultiplied where the background is not opaque.
package final class Flattener: RowSource {
  package let layout: RowLayout
  private var reader: RowReader
  private let loader: WorkingRowLoader
  private let background: SIMD4<Float>
  /// That of the background; nil for opaque rows.
  private let opacity: Float?
  private let working: RowBuffer
  private let flat: RowBuffer
  private let reportsLoss: Bool
  /// How transparent the most transparent pixel was, from 0 to 1.
  private var mostTransparent: Float = 0

  /// - Parameters:
  ///   - background: the colour in the source's colour model, as `float32` samples; missing ones are 0.
  ///   - opacity: of the background, from 0 to 1, where transparency is kept; nil: the rows become opaque.
  ///   - reportsLoss: whether a note says that transparent pixels have a white background now.
  /// - Throws: `limitExceeded` for rows that need too much memory.
  package init(
    _ source: any RowSource, background: [Float], opacity: Float? = nil, reportsLoss: Bool = false, limits: Limits
  ) throws(ImageError) {
    self.reportsLoss = reportsLoss
    self.opacity = opacity
    let input = source.layout
    var format = input.format
    format.alpha = .none
    if opacity != nil {
      format.alpha = .premultiplied
      // 8 bits of a premultiplied sample are too few.
      if format.component == .uint8 { format.component = .uint16 }
    }
    let width = input.size.width
    try limits.check(memory: RowReader.memory(for: input) + width * 40, for: "flattening rows")
    var color = SIMD4<Float>.zero
    for (channel, value) in background.prefix(4).enumerated() { color[channel] = value }
    self.background = color
    loader = WorkingRowLoader(input.format, linear: false)
    working = RowBuffer(floats: width * input.format.channelCount)
    flat = RowBuffer(floats: width * format.channelCount)
    layout = RowLayout(size: input.size, format: format, profile: input.profile, sourceBox: input.sourceBox)
    reader = RowReader(source)
  }

  /// Complete when the last row was read.
  package var diagnostics: [Diagnostic] {
    // An opaque pixel may be a little less after it was resampled.
    guard reportsLoss, mostTransparent > 0.5 / 255 else { return reader.source.diagnostics }
    return reader.source.diagnostics + [.note("transparency is lost: the picture has a white background now")]
  }

  package func read(into buffer: UnsafeMutableRawBufferPointer, maxRows: Int) throws(ImageError) -> Int {
    try reader.map(into: buffer, maxRows: maxRows, bytesPerRow: layout.bytesPerRow) { row, target in
      loader.load(row, to: working.floats, pixels: layout.size.width)
      flatten(to: target)
    }
  }

  private func flatten(to target: UnsafeMutableRawPointer) {
    let pixels = layout.size.width
    let channels = layout.format.channelCount
    let colors = opacity == nil ? channels : channels &- 1
    let share = opacity ?? 1
    let hasAlpha = loader.format.hasAlpha
    let stride = loader.format.channelCount
    let (samples, result) = (working.floats, flat.floats)
    let background = background
    var most = mostTransparent
    for pixel in 0..<pixels {
      let old = samples + pixel &* stride
      let rest = hasAlpha ? 1 - old[stride &- 1] : 0
      most = max(most, rest)
      let new = result + pixel &* channels
      for channel in 0..<colors { new[channel] = old[channel] + rest * share * background[channel] }
      if colors < channels { new[colors] = 1 - rest * (1 - share) }
    }
    mostTransparent = most
    if layout.format.colorModel == .lab, layout.format.component != .float32 {
      Samples.compressLab(result, pixels: pixels, channels: channels)
    }
    Samples.store(UnsafePointer(result), to: target, as: layout.format.component, count: pixels * channels)
  }
}
