internal import ByteStreams
internal import Compression
internal import ImageModel
internal import ProviderProtocol

/// Writes the simplest PNG file of a picture (W3C PNG, third edition): no filters, one IDAT chunk. It is for
/// providers that run without a host (`--thumbnail`); otherwise the host encodes the pixels. ProviderKit uses no codec.
enum PlainPNG {
  /// - Throws: `ImageError` if memory runs out; `protocolViolation` if rows are missing.
  static func file(_ rows: [UInt8], _ pixels: ProviderMessage.Pixels) throws -> [UInt8] {
    let (kind, rowBytes) = (colorType(pixels.format), pixels.width * pixels.format.bytesPerPixel)
    guard let kind, rows.count == pixels.stride * pixels.height else {
      throw ProviderError(.protocolViolation, "the pixel data does not fit the size or layout in the reply")
    }
    var file: [UInt8] = PNGFrame.signature
    let size = UInt32(pixels.width).bigEndianBytes + UInt32(pixels.height).bigEndianBytes
    file += PNGFrame.chunk("IHDR", size + [8, kind, 0, 0, 0])
    file += PNGFrame.chunk("sRGB", [0])
    var filtered: [UInt8] = []
    filtered.reserveCapacity((rowBytes + 1) * pixels.height)
    for y in 0..<pixels.height {
      filtered.append(0)
      filtered += rows[y * pixels.stride..<y * pixels.stride + rowBytes]
    }
    file += PNGFrame.chunk("IDAT", try deflated(filtered))
    return file + PNGFrame.chunk("IEND", [])
  }

  private static func deflated(_ bytes: [UInt8]) throws -> [UInt8] {
    var data: [UInt8] = []
    try bytes.withUnsafeBytes { bytes in
      let deflater = try Deflater(level: 3)
      try deflater.append(bytes) { piece throws(ImageError) in data += piece }
      try deflater.finish { piece throws(ImageError) in data += piece }
    }
    return data
  }

  /// The colour type of IHDR; nil for cairo's layout, which this code never writes.
  private static func colorType(_ format: ProviderMessage.PixelLayout) -> UInt8? {
    switch format {
    case .gray8: 0
    case .rgb8: 2
    case .rgba8: 6
    case .argb32Premultiplied: nil
    }
  }
}
