/// A picture in memory: rows of interleaved pixels without padding, top to bottom.
public struct PixelBuffer: Hashable, Sendable {
  public let size: PixelSize
  public let format: PixelFormat
  /// What the samples mean as colours; nil where the file did not say.
  public var profile: ColorProfile?
  /// `size.height` rows of `bytesPerRow` bytes.
  public private(set) var bytes: [UInt8]

  public var bytesPerRow: Int { size.width * format.bytesPerPixel }

  /// A picture over existing bytes.
  ///
  /// - Throws: `ImageError` of kind `usage` when the number of bytes does not match the size and the format.
  public init(size: PixelSize, format: PixelFormat, profile: ColorProfile? = nil, bytes: [UInt8]) throws(ImageError) {
    let (pixels, overflow) = size.width.multipliedReportingOverflow(by: size.height)
    guard size.width > 0, size.height > 0, !overflow, pixels <= Int.max / 32,
      bytes.count == pixels * format.bytesPerPixel
    else {
      throw ImageError(.usage, "\(bytes.count) bytes do not make a \(size) picture of \(format)")
    }
    self.size = size
    self.format = format
    self.profile = profile
    self.bytes = bytes
  }

  /// The bytes of row `y`, counted from the top.
  public func row(_ y: Int) -> ArraySlice<UInt8> {
    bytes[y * bytesPerRow..<(y + 1) * bytesPerRow]
  }
}
