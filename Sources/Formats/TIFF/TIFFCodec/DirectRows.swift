internal import ByteStreams
internal import CTIFFShims
internal import ImageModel

/// Uncompressed strips whose samples are stored as they are delivered, read straight into the caller's memory.
final class DirectRows: StoredRows {
  private let source: any ByteSource
  private let page: OpenPage
  private let converter: RowConverter
  private let bytesPerRow: Int
  private(set) var damage = Damage()

  /// - Returns: nil where the page is stored in another way.
  init?(_ source: any ByteSource, _ page: OpenPage, _ converter: RowConverter) {
    let stored = page.page
    bytesPerRow = page.width * converter.plan.format.bytesPerPixel
    guard stored.compression == 1, stored.is_tiled == 0, stored.fill_order == 1, converter.plan.isPacked,
      stored.scanline_size == bytesPerRow
    else { return nil }
    if case .ycbcr = converter.plan.mapping { return nil }
    self.source = source
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
    let done = try fill(buffer, strip: strip, skipping: first * bytesPerRow)
    if done < buffer.count {
      let missing = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
      missing.initializeMemory(as: UInt8.self, repeating: 0)
      damage.add("strip \(strip) is cut short")
    }
    let pixels = (done + bytesPerRow - 1) / bytesPerRow * page.width
    swapBytes(target, done)
    converter.finish(target, count: min(pixels, count * page.width))
    return (count, done > 0)
  }

  private func fill(
    _ buffer: UnsafeMutableRawBufferPointer, strip: Int, skipping skipped: Int
  ) throws(ImageError) -> Int {
    var offset: UInt64 = 0
    var size: UInt64 = 0
    guard let index = UInt32(exactly: strip), tiff_shim_segment(page.handle.shim, index, &offset, &size) == 1 else {
      page.handle.clearErrors()
      return 0
    }
    let (start, overflow) = offset.addingReportingOverflow(UInt64(skipped))
    guard offset > 0, !overflow, size > UInt64(skipped) else { return 0 }
    let available = Int(min(size - UInt64(skipped), UInt64(buffer.count)))
    return try source.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<available]), at: start)
  }

  private func swapBytes(_ target: UnsafeMutableRawPointer, _ count: Int) {
    guard page.page.is_swapped != 0 else { return }
    switch converter.plan.format.component {
    case .uint8: break
    case .uint16:
      let samples = target.assumingMemoryBound(to: UInt16.self)
      for i in 0..<(count / 2) { samples[i] = samples[i].byteSwapped }
    case .float32:
      let samples = target.assumingMemoryBound(to: UInt32.self)
      for i in 0..<(count / 4) { samples[i] = samples[i].byteSwapped }
    }
  }

  func takeWarnings() -> [String] { page.handle.takeWarnings().kept }
}
