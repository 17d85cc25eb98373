internal import ImageModel

/// How decoded pixels lie in an image's stream: how many bits a sample has, or which palette its indices mean.
struct SampleLayout {
  /// 1, 2, 4, 8 or 16.
  var bits: Int
  /// Triples of red, green and blue.
  var palette: [UInt8]?

  /// The narrowest layout that is known to hold what a file has.
  ///
  /// - Parameters:
  ///   - format: the pixels that the decoder delivers.
  ///   - palette: the file's palette, where the decoder has resolved it.
  init(_ format: PixelFormat, _ info: ImageInfo, palette: [UInt8]?) {
    bits = format.component == .uint8 ? 8 : 16
    if let palette, info.colorModel == .palette, format.component == .uint8, format.colorModel == .rgb,
      (3...768).contains(palette.count)
    {
      self.palette = palette
      let count = palette.count / 3
      bits = count <= 2 ? 1 : count <= 4 ? 2 : count <= 16 ? 4 : 8
    } else if info.colorModel == .gray, format.component == .uint8, format.colorModel == .gray, !format.hasAlpha,
      [1, 2, 4].contains(info.bitsPerSample)
    {
      bits = info.bitsPerSample
    }
  }

  var isFiltered: Bool { bits >= 8 && palette == nil }

  func channelCount(_ format: PixelFormat) -> Int { palette == nil ? format.colorModel.channelCount : 1 }

  func bytesPerRow(_ format: PixelFormat, width: Int) -> Int { (width * channelCount(format) * bits + 7) / 8 }
}
