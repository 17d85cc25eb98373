internal import ImageModel
internal import Imaging
package import ProviderHost
internal import ProviderProtocol

/// Turns the pixels of providers into PNG or JPEG files by the image layer.
package struct ImagingPixelEncoder: PixelEncoding {
  package init() {}

  /// - Parameter format: `png` or `jpeg`; what is transparent becomes white in JPEG.
  /// - Throws: `ImageError`.
  package func encode(_ pixels: CheckedPixels, format: String) throws -> [UInt8] {
    let buffer = try PixelBuffer(
      size: PixelSize(width: pixels.width, height: pixels.height), format: Self.format(of: pixels.layout),
      bytes: Self.packed(pixels))
    let destination = try ImageDestination(format: format)
    var options = ImageDestination.ImageOptions()
    if format == "jpeg" {
      options.background = .white
    } else {
      // A thumbnail is written once and often read once: time counts for more than the last bytes.
      options.compression = "3"
    }
    try destination.add(buffer, options)
    _ = try destination.finish()
    return destination.finishedBytes
  }

  private static func format(of layout: ProviderMessage.PixelLayout) -> PixelFormat {
    switch layout {
    case .rgba8, .argb32Premultiplied: .rgba8
    case .rgb8: .rgb8
    case .gray8: .gray8
    }
  }

  /// The rows without what stands between them, in the order of the image layer.
  private static func packed(_ pixels: CheckedPixels) -> [UInt8] {
    let rowBytes = pixels.width * pixels.layout.bytesPerPixel
    if pixels.layout == .argb32Premultiplied { return straight(pixels, rowBytes: rowBytes) }
    if pixels.stride == rowBytes { return Array(pixels.bytes.prefix(rowBytes * pixels.height)) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(rowBytes * pixels.height)
    for row in 0..<pixels.height { bytes += pixels.bytes[(row * pixels.stride)...].prefix(rowBytes) }
    return bytes
  }

  /// cairo's words as red, green, blue and alpha, the colours divided by alpha.
  private static func straight(_ pixels: CheckedPixels, rowBytes: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: rowBytes * pixels.height) { out, count in
      pixels.bytes.withUnsafeBytes { bytes in
        for row in 0..<pixels.height {
          for column in 0..<pixels.width {
            let word = bytes.loadUnaligned(fromByteOffset: row * pixels.stride + 4 * column, as: UInt32.self)
            let alpha = word >> 24
            let place = row * rowBytes + 4 * column
            for (channel, shift) in [(0, 16), (1, 8), (2, 0)] as [(Int, UInt32)] {
              let value = word >> shift & 255
              // A provider may write a colour above its alpha, which means nothing.
              out[place + channel] = alpha == 0 ? 0 : UInt8(min(255, (value * 255 + alpha / 2) / alpha))
            }
            out[place + 3] = UInt8(alpha)
          }
        }
      }
      count = rowBytes * pixels.height
    }
  }
}
