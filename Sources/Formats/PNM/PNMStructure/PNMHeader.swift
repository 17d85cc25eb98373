package import ByteStreams
package import ImageModel
internal import MetadataModel

/// The header of a picture in one of netpbm's formats (`pbm(5)`, `pgm(5)`, `ppm(5)`, `pam(5)`) or in farbfeld: where
/// its samples begin and how they are stored.
package struct PNMHeader: Sendable {
  /// The name of the format for messages: `PPM`.
  package let title: String
  package internal(set) var size = PixelSize(width: 0, height: 0)
  /// Whether the samples are decimal numbers in text (P1, P2, P3).
  package internal(set) var isText = false
  /// Whether the samples are bits, of which 1 is black (P1, P4).
  package internal(set) var isBitmap = false
  /// The sample that means the full range, 1 to 65,535.
  package internal(set) var maxValue = 1
  /// The samples that are stored for a pixel. Those beyond the channels have no known meaning.
  package internal(set) var depth = 1
  package internal(set) var colorModel = PixelFormat.ColorModel.gray
  /// The alpha is straight.
  package internal(set) var hasAlpha = false
  /// The header's comments.
  package internal(set) var comments: [MetadataBlock] = []
  /// Where the samples begin.
  package internal(set) var dataOffset: UInt64 = 0

  init(title: String) { self.title = title }

  /// Reads a header.
  ///
  /// - Throws: `invalidData`; `unsupported` for tuples without a known meaning; `limitExceeded` for too many samples a
  ///   pixel; `io`. The size is not checked against the limits.
  package init(_ source: any ByteSource, limits: Limits) throws(ImageError) {
    var reader = PNMHeaderReader(source)
    self = try reader.read(limits)
  }

  /// The samples of a pixel that have a meaning.
  package var channelCount: Int { colorModel.channelCount + (hasAlpha ? 1 : 0) }

  package var bytesPerSample: Int { maxValue > 255 ? 2 : 1 }

  /// The bytes of a row of samples that are not text.
  package var bytesPerRow: Int { isBitmap ? (size.width + 7) / 8 : size.width * depth * bytesPerSample }

  /// The number of the first row, from 0, that a file of some bytes does not hold as a whole; nil for text and for a
  /// file that holds all rows.
  func firstCutRow(of byteCount: UInt64) -> Int? {
    guard !isText, bytesPerRow > 0 else { return nil }
    let stored = byteCount > dataOffset ? byteCount - dataOffset : 0
    let rows = Int(clamping: stored / UInt64(bytesPerRow))
    return rows < size.height ? rows : nil
  }

  /// - Parameter row: the number of the first row that is not whole, from 0.
  package func cutWarning(inRow row: Int) -> Diagnostic {
    .warning("the samples end or are damaged in row \(row + 1) of \(size.height)")
  }

  package var imageInfo: ImageInfo {
    var info = ImageInfo(
      size: size, colorModel: colorModel == .gray ? .gray : colorModel == .cmyk ? .cmyk : .rgb,
      bitsPerSample: Int.bitWidth - maxValue.leadingZeroBitCount, samplesPerPixel: channelCount, hasAlpha: hasAlpha)
    info.compression = isText ? "text" : "none"
    return info
  }
}
