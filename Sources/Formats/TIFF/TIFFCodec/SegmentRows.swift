internal import ByteStreams
internal import CTIFFShims
internal import ImageModel

/// Tiles, and strips of codecs that only decode whole ones.
final class SegmentRows: StoredRows {
  private let band: SegmentBand
  private let converter: RowConverter
  private let planeCount: Int
  private let pointers: UnsafeMutablePointer<UnsafeRawPointer>
  private let bytesPerSegmentRow: Int

  init(
    _ source: any ByteSource, _ page: OpenPage, _ converter: RowConverter, limits: Limits,
    reopen: @escaping () throws(ImageError) -> OpenPage
  ) throws(ImageError) {
    self.converter = converter
    let planes = converter.plan.isSeparate ? converter.plan.channels.map { UInt16($0) } : [0]
    band = try SegmentBand(source, page, planes: planes, limits: limits, reopen: reopen)
    bytesPerSegmentRow = Int(page.page.is_tiled != 0 ? page.page.tile_row_size : page.page.scanline_size)
    // libtiff works the sizes out by itself; where it comes to others, nothing may be read.
    guard bytesPerSegmentRow >= converter.plan.bytesPerStoredRow(width: band.width),
      product(bytesPerSegmentRow, band.height) <= band.bytesPerSegment
    else {
      throw ImageError(.invalidData, "tiles or strips smaller than their rows", format: "TIFF")
    }
    planeCount = planes.count
    pointers = .allocate(capacity: planes.count)
    for plane in 0..<planes.count { (pointers + plane).initialize(to: UnsafeRawPointer(band.pointer(0, plane))) }
  }

  deinit {
    pointers.deallocate()
  }

  func read(
    row: Int, maxRows: Int, to target: UnsafeMutableRawPointer
  ) throws(ImageError) -> (count: Int, isDecoded: Bool) {
    let width = band.page.width
    let isDecoded = try band.load(row: row)
    let first = row % band.height
    let count = min(maxRows, band.height - first, band.page.height - row)
    let bytesPerPixel = converter.plan.format.bytesPerPixel
    for index in 0..<count {
      for segment in 0..<band.across {
        for plane in 0..<planeCount {
          pointers[plane] = UnsafeRawPointer(band.pointer(segment, plane) + (first + index) * bytesPerSegmentRow)
        }
        let x = segment * band.width
        converter.convert(
          pointers, count: min(band.width, width - x), to: target + (index * width + x) * bytesPerPixel)
      }
    }
    return (count, isDecoded)
  }

  var damage: Damage { band.damage }
  func takeWarnings() -> [String] { band.page.handle.takeWarnings().kept }
}
