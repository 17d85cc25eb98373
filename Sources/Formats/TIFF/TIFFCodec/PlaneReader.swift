internal import ByteStreams
internal import CTIFFShims
internal import ImageModel

/// The rows of one plane, or of all samples where they are stored together.
final class PlaneReader {
  let page: OpenPage
  let row: RawBuffer
  private(set) var damage = Damage()
  private let plane: UInt16
  private let bytes: StoredBytes?
  /// Rows before this one are lost: they belong to a strip that failed.
  private var lostUntil = 0

  init(_ source: any ByteSource, _ page: OpenPage, plane: UInt16, limits: Limits) throws(ImageError) {
    self.page = page
    bytes = StoredBytes(source, page)
    self.plane = plane
    row = try RawBuffer(count: Int(page.page.scanline_size), for: "a row", limits: limits)
  }

  /// Decodes a row: `TIFFReadScanline`, or just its bytes.
  ///
  /// - Returns: false for a row that is lost; the buffer is zero then.
  func read(_ index: Int) throws(ImageError) -> Bool {
    guard index >= lostUntil else { return false }
    if let bytes { return try read(index, from: bytes) }
    if tiff_shim_read_scanline(page.handle.shim, row.base, UInt32(index), plane) == 1 {
      // Some codecs (fax) complain and go on.
      if page.handle.errorCount > 0 { damage.add(try page.takeError()) }
      return true
    }
    damage.add(try page.takeError())
    lostUntil = (index / page.rowsPerStrip + 1) * page.rowsPerStrip
    row.clear()
    return false
  }

  private func read(_ index: Int, from bytes: StoredBytes) throws(ImageError) -> Bool {
    let stripsPerPlane = (page.height - 1) / page.rowsPerStrip + 1
    let strip = Int(plane) * stripsPerPlane + index / page.rowsPerStrip
    let buffer = UnsafeMutableRawBufferPointer(start: row.base, count: row.count)
    let done = try bytes.read(into: buffer, strip: strip, skipping: index % page.rowsPerStrip * row.count)
    guard done < row.count else { return true }
    damage.add("strip \(strip) is cut short")
    lostUntil = (index / page.rowsPerStrip + 1) * page.rowsPerStrip
    UnsafeMutableRawBufferPointer(rebasing: buffer[done...]).initializeMemory(as: UInt8.self, repeating: 0)
    return done > 0
  }
}
