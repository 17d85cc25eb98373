package import ImageModel
internal import Imaging
package import ProviderHost
internal import ProviderProtocol

/// Crops, stretches, marks and encodes the pixels that providers return, with the encoders of Imaging.
package struct ImagingPixelEncoder: PixelEncoding {
  /// For JPEG where the request names none, from 1 to 100.
  package var quality = 85

  package init() {}

  /// - Throws: `ImageError` for sizes that no encoder supports.
  package func encode(_ pixels: CheckedPixels, for request: RenderRequest) throws -> EncodedPicture {
    let picture = try Self.picture(pixels)
    let format = request.format ?? (Self.isOpaque(picture) ? .jpeg : .png)
    let destination = try ImageDestination(format: format.rawValue)
    var options = ImageDestination.ImageOptions()
    switch format {
    case .jpeg:
      options.quality = request.quality ?? quality
      options.background = .white
    case .png:
      // A thumbnail is often read only once, so speed matters more than size.
      options.compression = "3"
    case .webp, .avif:
      options.quality = request.quality
      // An alpha channel that says nothing would take time and space.
      if Self.isOpaque(picture) { options.background = .white }
    }
    options.finish.overlays = [request.overlay].compactMap { $0 }
    if request.fit != .inside {
      var rendering = RenderOptions()
      rendering.size = SizeRequest(width: request.maximumSize.width, height: request.maximumSize.height)
      (rendering.fit, rendering.position) = (request.fit, request.position)
      rendering.background = options.background
      rendering.finish = options.finish
      options.thumbnail = rendering
    }
    try destination.add(picture, options)
    try destination.finish()
    return EncodedPicture(
      format: format, size: destination.lastSize ?? picture.size, bytes: destination.finishedBytes)
  }

  /// The pixels in a format of Imaging, without padding; `argb32Premultiplied` becomes RGBA with straight alpha.
  package static func picture(_ pixels: CheckedPixels) throws(ImageError) -> PixelBuffer {
    let format: PixelFormat =
      switch pixels.layout {
      case .gray8: .gray8
      case .rgb8: .rgb8
      case .rgba8, .argb32Premultiplied: .rgba8
      }
    let row = pixels.width * format.bytesPerPixel
    var bytes: [UInt8] = []
    if pixels.stride == row {
      bytes = pixels.bytes.count == row * pixels.height ? pixels.bytes : Array(pixels.bytes.prefix(row * pixels.height))
    } else {
      bytes.reserveCapacity(row * pixels.height)
      for y in 0..<pixels.height { bytes += pixels.bytes[y * pixels.stride..<y * pixels.stride + row] }
    }
    if pixels.layout == .argb32Premultiplied { straighten(&bytes) }
    return try PixelBuffer(
      size: PixelSize(width: pixels.width, height: pixels.height), format: format, bytes: bytes)
  }

  /// Turns words in the machine's byte order with alpha in the highest byte into red, green, blue and straight alpha.
  private static func straighten(_ bytes: inout [UInt8]) {
    bytes.withUnsafeMutableBytes { bytes in
      for place in stride(from: 0, to: bytes.count - 3, by: 4) {
        let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
        let alpha = word >> 24
        func color(_ shift: UInt32) -> UInt8 {
          let value = word >> shift & 255
          return alpha == 0 || alpha == 255 ? UInt8(value) : UInt8(min(255, (value * 255 + alpha / 2) / alpha))
        }
        (bytes[place], bytes[place + 1], bytes[place + 2]) = (color(16), color(8), color(0))
        bytes[place + 3] = UInt8(alpha)
      }
    }
  }

  /// Whether no pixel is transparent: many pictures have an alpha channel and do not use it.
  private static func isOpaque(_ picture: PixelBuffer) -> Bool {
    guard picture.format.hasAlpha else { return true }
    return picture.bytes.withUnsafeBufferPointer { bytes in
      stride(from: picture.format.bytesPerPixel - 1, to: bytes.count, by: picture.format.bytesPerPixel)
        .allSatisfy { bytes[$0] == 255 }
    }
  }
}
