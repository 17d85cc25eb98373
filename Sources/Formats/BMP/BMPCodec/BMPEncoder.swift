internal import BMPStructure
internal import ByteStreams
internal import CodecKit
internal import ImageModel

/// Writes one picture. Rows are stored from the bottom, as all readers expect; each is written at its own offset.
///
/// The header is the short one (40 bytes), or V5 (124) for alpha and for sRGB. It could hold an ICC profile, which most
/// programs ignore.
final class BMPEncoder: ImageEncoder {
  private let sink: any ByteSink
  private let limits: Limits
  private var image: EncodeImage?
  private var dataOffset = 0
  private var rowsWritten = 0

  init(_ sink: any ByteSink, limits: Limits) {
    self.sink = sink
    self.limits = limits
  }

  func begin(_ image: EncodeImage) throws(ImageError) {
    guard self.image == nil else { throw ImageError(.usage, "a BMP file holds one image only", format: "BMP") }
    guard [.gray8, .rgb8, .rgba8].contains(image.format) else {
      throw ImageError(.unsupported, "cannot hold pixels of \(image.format)", format: "BMP")
    }
    let size = image.size
    guard size.width > 0, size.height > 0, size.longSide <= Int(Int32.max) else {
      throw ImageError(.unsupported, "cannot hold a picture of \(size)", format: "BMP")
    }
    self.image = image
    let isLong = image.format.hasAlpha || image.profile?.definition == .sRGB
    let palette: [UInt8] = image.format == .gray8 ? (UInt8.min...UInt8.max).flatMap { [$0, $0, $0, 0] } : []
    let headerLength = isLong ? 124 : 40
    dataOffset = 14 + headerLength + palette.count
    let dataLength = bytesPerRow(image) * size.height
    guard dataOffset + dataLength <= Int(UInt32.max) else {
      throw ImageError(.unsupported, "a picture of \(size) needs more than 4 GiB", format: "BMP")
    }
    let perMeter = Self.pixelsPerMeter(image.metadata.resolution)
    var header = Array("BM".utf8)
    func add(_ values: Int...) {
      for value in values { withUnsafeBytes(of: UInt32(truncatingIfNeeded: value).littleEndian) { header += $0 } }
    }
    add(dataOffset + dataLength, 0, dataOffset)
    // One plane; compression 3 is bit fields.
    add(headerLength, size.width, size.height, 8 * image.format.channelCount << 16 | 1, image.format.hasAlpha ? 3 : 0)
    add(dataLength, perMeter.x, perMeter.y, palette.count / 4, 0)
    if isLong {
      if image.format.hasAlpha { add(0xFF_0000, 0xFF00, 0xFF, 0xFF00_0000) } else { add(0, 0, 0, 0) }
      // LCS_WINDOWS_COLOR_SPACE says nothing more than a short header.
      let space = image.profile?.definition == .sRGB ? "sRGB" : "Win "
      add(Int(bigEndianBytes: space.utf8), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
      // LCS_GM_IMAGES.
      add(4, 0, 0, 0)
    }
    try sink.append(header + palette)
  }

  /// - Returns: 0 where the unit is not a length.
  private static func pixelsPerMeter(_ resolution: Resolution?) -> (x: Int, y: Int) {
    guard let dpi = resolution?.dotsPerInch, max(dpi.x, dpi.y) < 1e6 else { return (0, 0) }
    return (Int((dpi.x / 0.0254).rounded()), Int((dpi.y / 0.0254).rounded()))
  }

  /// A multiple of 4.
  private func bytesPerRow(_ image: EncodeImage) -> Int { (image.size.width * image.format.bytesPerPixel + 3) / 4 * 4 }

  func write(rows: UnsafeRawBufferPointer, count: Int) throws(ImageError) {
    guard let image else { throw ImageError(.usage, "rows come before the image", format: "BMP") }
    let (channels, width) = (image.format.bytesPerPixel, image.size.width)
    guard rows.count >= count * width * channels, rowsWritten + count <= image.size.height else {
      throw ImageError(.usage, "\(count) rows are more than the picture has", format: "BMP")
    }
    let stride = bytesPerRow(image)
    var stored = [UInt8](repeating: 0, count: count * stride)
    for row in 0..<count {
      let (from, to) = (row * width * channels, (count - 1 - row) * stride)
      for at in 0..<width * channels { stored[to + at] = rows[from + at] }
      guard channels > 1 else { continue }
      // Blue comes first.
      for at in Swift.stride(from: to, to: to + width * channels, by: channels) { stored.swapAt(at, at + 2) }
    }
    let place = dataOffset + (image.size.height - rowsWritten - count) * stride
    try stored.withRawBytes { bytes throws(ImageError) in try sink.write(bytes, at: UInt64(place)) }
    rowsWritten += count
  }

  func end() throws(ImageError) {
    guard let image, rowsWritten == image.size.height else {
      throw ImageError(.usage, "the picture ends too early", format: "BMP")
    }
  }

  func finish() throws(ImageError) -> [Diagnostic] {
    guard image != nil else { throw ImageError(.usage, "there is no image to write", format: "BMP") }
    return []
  }
}
