internal import CodecKit
package import ImageModel

/// Reduces a picture to a few colours, which formats without loss then store as a palette. The whole picture is in
/// memory. Pixels become opaque or transparent.
final class Quantizer: RowSource {
  /// When a picture is reduced.
  enum Use {
    /// Always; `dithers` spreads the errors to neighbouring pixels.
    case always(dithers: Bool)
    /// Only if hardly a difference is seen: no pixel is partly transparent, and the ratio of signal and noise is 42 dB
    /// or more. Otherwise all pixels stay.
    case unseen
  }

  /// The bytes of memory for each pixel: of the picture, what it becomes, and its indices.
  fileprivate static let bytesPerPixel = 9
  /// The same for `unseen`, which keeps the pixels until they are compared.
  static let bytesPerComparedPixel = 13

  let layout: RowLayout
  let heldMemory: Int
  private let source: any RowSource
  private let count: Int
  private let use: Use
  /// Red, green, blue and alpha from the lowest byte on.
  private var result: [UInt32]?
  private var hasPartialAlpha = false
  private var nextRow = 0

  /// - Throws: `usage` for pixels that are not grey or RGB with 8 bits a sample; `limitExceeded` for a picture that
  ///   does not fit into memory.
  init(_ source: any RowSource, colors: Int, _ use: Use, limits: Limits) throws(ImageError) {
    layout = source.layout
    guard Self.takes(layout.format) else {
      throw ImageError(
        .usage, "\(layout.format.colorModel.rawValue.uppercased()) has no palette (--colors); --profile srgb helps")
    }
    if case .unseen = use {
      heldMemory = try limits.check(fewColorsIn: layout.size, bytesPerPixel: Self.bytesPerComparedPixel)
    } else {
      heldMemory = try limits.check(fewColorsIn: layout.size)
    }
    self.source = source
    self.use = use
    count = min(max(colors, 2), ColorPalette.maxColors)
  }

  static func takes(_ format: PixelFormat) -> Bool {
    format.component == .uint8 && format.hasToneCurve && format.alpha != .premultiplied
  }

  var diagnostics: [Diagnostic] {
    guard hasPartialAlpha, case .always = use else { return source.diagnostics }
    return source.diagnostics + [.note("pixels that were partly transparent are now opaque or transparent")]
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, maxRows: Int) throws(ImageError) -> Int {
    if result == nil { result = quantized(try load()) }
    guard let result, let start = buffer.baseAddress else { return 0 }
    let rows = max(0, min(maxRows, layout.size.height - nextRow, buffer.count / layout.bytesPerRow))
    let (width, channels) = (layout.size.width, layout.format.channelCount)
    for row in 0..<rows {
      let target = (start + row * layout.bytesPerRow).assumingMemoryBound(to: UInt8.self)
      let first = (nextRow + row) * width
      for x in 0..<width {
        let color = result[first + x]
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

  private func load() throws(ImageError) -> [UInt32] {
    var pixels: [UInt32] = []
    pixels.reserveCapacity(layout.size.pixelCount)
    var reader = RowReader(source)
    let (width, channels) = (layout.size.width, layout.format.channelCount)
    let (isGray, hasAlpha) = (layout.format.colorModel == .gray, layout.format.hasAlpha)
    while let row = try reader.row() {
      let samples = row.assumingMemoryBound(to: UInt8.self)
      for x in 0..<width {
        let pixel = samples + x &* channels
        let (red, green, blue) = isGray ? (pixel[0], pixel[0], pixel[0]) : (pixel[0], pixel[1], pixel[2])
        let alpha = hasAlpha ? pixel[channels &- 1] : 255
        hasPartialAlpha = hasPartialAlpha || alpha > 0 && alpha < 255
        pixels.append(UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | UInt32(alpha) << 24)
      }
    }
    // Earlier stages complete a damaged picture.
    pixels += [UInt32](repeating: 0xFF00_0000, count: layout.size.pixelCount - pixels.count)
    return pixels
  }

  private func quantized(_ pixels: [UInt32]) -> [UInt32] {
    if case .unseen = use, hasPartialAlpha { return pixels }
    let clear = pixels.map { $0 >> 24 < 128 ? 0 : $0 | 0xFF00_0000 }
    let palette = ColorPalette(clear, count: count)
    let colors = palette.table.colors + [0]
    switch use {
    case .always(let dithers):
      return palette.indices(of: clear, width: layout.size.width, dithers: dithers).map { colors[Int($0)] }
    case .unseen:
      let result = palette.indices(of: clear, width: layout.size.width, dithers: false).map { colors[Int($0)] }
      return Self.meanSquare(clear, result) <= Self.unseenMeanSquare ? result : pixels
    }
  }

  /// 42 dB for samples from 0 to 255.
  private static let unseenMeanSquare = 255.0 * 255 / 15_849

  private static func meanSquare(_ one: [UInt32], _ other: [UInt32]) -> Double {
    var sum = 0
    for (a, b) in zip(one, other) where a != b {
      for shift: UInt32 in [0, 8, 16] {
        let difference = Int(a >> shift & 255) - Int(b >> shift & 255)
        sum += difference * difference
      }
    }
    return Double(sum) / Double(max(1, 3 * one.count))
  }
}

extension Limits {
  /// Checks the memory for reducing a picture to a few colours.
  ///
  /// - Returns: the memory in bytes.
  /// - Throws: `limitExceeded`.
  @discardableResult
  package func check(fewColorsIn size: PixelSize) throws(ImageError) -> Int {
    try check(fewColorsIn: size, bytesPerPixel: Quantizer.bytesPerPixel)
  }

  fileprivate func check(fewColorsIn size: PixelSize, bytesPerPixel: Int) throws(ImageError) -> Int {
    let (memory, overflow) = size.pixelCount.multipliedReportingOverflow(by: bytesPerPixel)
    try check(memory: overflow ? .max : memory, for: "choosing colours of a picture of \(size)")
    return memory
  }
}
