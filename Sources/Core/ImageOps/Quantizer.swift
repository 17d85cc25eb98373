internal import CodecKit
internal import ImageModel

/// Reduces a picture to a few colours, which formats without loss then store as a palette. The whole picture is in
/// memory, with four bytes a pixel. Pixels become opaque or transparent.
final class Quantizer: RowSource {
  let layout: RowLayout
  let heldMemory: Int
  private let source: any RowSource
  private let count: Int
  private let dithers: Bool
  private var result: (palette: ColorPalette, indices: [UInt8])?
  private var losesAlpha = false
  private var nextRow = 0

  /// - Throws: `usage` for pixels that are not grey or RGB with 8 bits a sample; `limitExceeded` for a picture that
  ///   does not fit into memory.
  init(_ source: any RowSource, colors: Int, dithers: Bool, limits: Limits) throws(ImageError) {
    layout = source.layout
    let format = layout.format
    guard format.component == .uint8, format.hasToneCurve, format.alpha != .premultiplied else {
      throw ImageError(.usage, "pixels of \(format) have no palette (--colors)")
    }
    // The pixels and their indices.
    let (memory, overflow) = layout.size.pixelCount.multipliedReportingOverflow(by: 5)
    try limits.check(memory: overflow ? .max : memory, for: "choosing colours of a picture of \(layout.size)")
    heldMemory = memory
    self.source = source
    self.dithers = dithers
    count = min(max(colors, 2), ColorPalette.maxColors)
  }

  var diagnostics: [Diagnostic] {
    guard losesAlpha else { return source.diagnostics }
    return source.diagnostics + [.note("pixels that were partly transparent are now opaque or transparent")]
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, maxRows: Int) throws(ImageError) -> Int {
    if result == nil { result = try quantized() }
    guard let (palette, indices) = result, let start = buffer.baseAddress else { return 0 }
    let rows = max(0, min(maxRows, layout.size.height - nextRow, buffer.count / layout.bytesPerRow))
    let (width, channels) = (layout.size.width, layout.format.channelCount)
    let colors = palette.table.colors + [0]
    for row in 0..<rows {
      let target = (start + row * layout.bytesPerRow).assumingMemoryBound(to: UInt8.self)
      let first = (nextRow + row) * width
      for x in 0..<width {
        let color = colors[Int(indices[first + x])]
        let pixel = target + x &* channels
        for channel in 0..<layout.format.colorModel.channelCount {
          pixel[channel] = UInt8(truncatingIfNeeded: color >> UInt32(8 * channel))
        }
        if layout.format.hasAlpha { pixel[channels - 1] = UInt8(truncatingIfNeeded: color >> 24) }
      }
    }
    nextRow += rows
    return rows
  }

  private func quantized() throws(ImageError) -> (ColorPalette, [UInt8]) {
    var pixels: [UInt32] = []
    pixels.reserveCapacity(layout.size.pixelCount)
    var reader = RowReader(source)
    let (width, channels) = (layout.size.width, layout.format.channelCount)
    let isGray = layout.format.colorModel == .gray
    while let row = try reader.row() {
      let samples = row.assumingMemoryBound(to: UInt8.self)
      for x in 0..<width {
        let pixel = samples + x &* channels
        if layout.format.hasAlpha {
          let alpha = pixel[channels - 1]
          losesAlpha = losesAlpha || alpha > 0 && alpha < 255
          if alpha < 128 {
            pixels.append(0)
            continue
          }
        }
        let (red, green, blue) = isGray ? (pixel[0], pixel[0], pixel[0]) : (pixel[0], pixel[1], pixel[2])
        pixels.append(UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | 0xFF00_0000)
      }
    }
    // Rows that are missing are completed before this stage.
    pixels += [UInt32](repeating: 0xFF00_0000, count: layout.size.pixelCount - pixels.count)
    let palette = ColorPalette(pixels, count: count)
    return (palette, palette.indices(of: pixels, width: width, dithers: dithers))
  }
}
