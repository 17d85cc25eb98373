internal import ImageModel

/// Conversions between rows of 8-bit samples that only move bytes.
enum ByteRows {
  /// Adds or drops straight alpha, and makes RGB from gray.
  static func convert(
    _ row: UnsafeRawPointer, from input: PixelFormat, to target: UnsafeMutableRawPointer, as output: PixelFormat,
    pixels: Int
  ) {
    let source = row.assumingMemoryBound(to: UInt8.self)
    let target = target.assumingMemoryBound(to: UInt8.self)
    let (from, to) = (input.channelCount, output.channelCount)
    let colors = output.colorModel.channelCount
    let spreads = input.colorModel == .gray && colors == 3
    let (addsAlpha, keepsAlpha) = (output.hasAlpha && !input.hasAlpha, output.hasAlpha && input.hasAlpha)
    for pixel in 0..<pixels {
      let old = source + pixel &* from
      let new = target + pixel &* to
      if spreads {
        new[0] = old[0]
        new[1] = old[0]
        new[2] = old[0]
      } else {
        for channel in 0..<colors { new[channel] = old[channel] }
      }
      if addsAlpha { new[to &- 1] = 255 } else if keepsAlpha { new[to &- 1] = old[from &- 1] }
    }
  }
}
