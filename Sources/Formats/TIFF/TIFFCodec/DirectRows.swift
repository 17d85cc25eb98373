internal import ByteStreams
internal import CTIFFShims
internal import ImageModel

/// Uncompressed strips whose samples are stored as they are delivered, read straight into the caller's memory.
final class DirectRows: StoredRows {
  private let bytes: StoredBytes
  private let page: OpenPage
  private let converter: RowConverter
  private let bytesPerRow: Int
  private(set) var damage = Damage()

  /// - Returns: nil where the page is stored in another way.
  init?(_ source: any ByteSource, _ page: OpenPage, _ converter: RowConverter) {
    bytesPerRow = page.width * converter.plan.format.bytesPerPixel
    guard let bytes = StoredBytes(source, page), converter.plan.isPacked, page.page.scanline_size == bytesPerRow else {
      return nil
    }
    if case .ycbcr = converter.plan.mapping { return nil }
    self.bytes = bytes
    self.page = page
    self.converter = converter
  }

  func read(
    row: Int, maxRows: Int, to target: UnsafeMutableRawPointer
  ) throws(ImageError) -> (count: Int, isDecoded: Bool) {
    let strip = row / page.rowsPerStrip
    let first = row % page.rowsPerStrip
    let count = min(maxRows, page.rowsPerStrip - first, page.height - row)
    let buffer = UnsafeMutableRawBufferPointer(start: target, count: count * bytesPerRow)
    let done = try bytes.read(into: buffer, strip: strip, skipping: first * bytesPerRow)
    if done < buffer.count {
      let missing = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
      missing.initializeMemory(as: UInt8.self, repeating: 0)
      damage.add("strip \(strip) is cut short")
    }
    let pixels = (done + bytesPerRow - 1) / bytesPerRow * page.width
    converter.finish(target, count: min(pixels, count * page.width))
    return (count, done > 0)
  }

  func takeWarnings() -> [String] { page.handle.takeWarnings().kept }
}
