internal import ByteStreams
internal import CTIFFShims
internal import ImageModel

/// A way to read the rows of a page, chosen by how they are stored.
///
/// Rows are requested from top to bottom. Rows that cannot be decoded are delivered as zeros and counted.
protocol StoredRows: AnyObject {
  /// Writes up to `maxRows` delivered rows from `row` on, at least one.
  ///
  /// - Returns: the number of rows, and whether any part of them was decoded.
  /// - Throws: `io`.
  func read(row: Int, maxRows: Int, to target: UnsafeMutableRawPointer) throws(ImageError) -> (
    count: Int, isDecoded: Bool
  )

  /// The parts that could not be decoded so far.
  var damage: Damage { get }

  /// libtiff's warnings since the last call.
  func takeWarnings() -> [String]
}

/// Parts of a page that could not be decoded.
struct Damage {
  private(set) var parts = 0
  private(set) var firstMessage = ""

  mutating func add(_ message: String) {
    if parts == 0 { firstMessage = message }
    parts += 1
  }
}

/// A directory that libtiff has read, and the handle that keeps it.
final class OpenPage {
  let handle: TIFFHandle
  let page: tiff_shim_page

  init(_ handle: consuming TIFFHandle, directory offset: UInt64) throws(ImageError) {
    page = try handle.select(directory: offset)
    self.handle = handle
  }

  var width: Int { Int(page.width) }
  var height: Int { Int(page.height) }

  /// Rows of a strip; the last strip may have fewer.
  var rowsPerStrip: Int { max(1, min(Int(page.rows_per_strip), height)) }

  /// The text of the first error since the last call, for a step that failed.
  ///
  /// - Throws: `io`, when it was the system's.
  func takeError() throws(ImageError) -> String {
    if let failure = handle.systemFailure { throw failure }
    let words = handle.firstError
    handle.clearErrors()
    // Not all such data is damaged: libtiff 4.5 has no room for a row with more runs than pixels.
    let isFax = (2...4).contains(page.compression)
    return LibraryMessages.words(
      for: words, or: isFax ? "libtiff cannot decode this fax data" : "the compressed data is damaged")
  }
}

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

/// Strips that are decoded row by row. A page of one strip needs memory only for a row and for the compressed bytes of
/// the strip, which libtiff loads at once.
///
/// Each separate plane has its own handle. With a single handle, switching between planes would decode every strip from
/// its beginning for every row.
final class ScanlineRows: StoredRows {
  private let planes: [PlaneReader]
  private let converter: RowConverter
  private let pointers: UnsafeMutablePointer<UnsafeRawPointer>
  private let width: Int
  private let height: Int

  /// - Parameter pages: the page, once for each plane that is read.
  init(
    _ source: any ByteSource, _ pages: [OpenPage], _ converter: RowConverter, limits: Limits
  ) throws(ImageError) {
    self.converter = converter
    width = pages[0].width
    height = pages[0].height
    guard Int(pages[0].page.scanline_size) >= converter.plan.bytesPerStoredRow(width: width) else {
      throw ImageError(.invalidData, "rows too short for their pixels", format: "TIFF")
    }
    var readers: [PlaneReader] = []
    for (index, page) in pages.enumerated() {
      let plane = converter.plan.isSeparate ? converter.plan.channels[index] : 0
      readers.append(try PlaneReader(source, page, plane: UInt16(plane), limits: limits))
    }
    planes = readers
    pointers = .allocate(capacity: readers.count)
    for (index, reader) in readers.enumerated() { (pointers + index).initialize(to: UnsafeRawPointer(reader.row.base)) }
  }

  deinit {
    pointers.deallocate()
  }

  func read(
    row: Int, maxRows: Int, to target: UnsafeMutableRawPointer
  ) throws(ImageError) -> (count: Int, isDecoded: Bool) {
    let count = min(maxRows, height - row)
    let bytesPerRow = converter.plan.bytes(ofPixels: width)
    var isDecoded = false
    for index in 0..<count {
      let destination = target + index * bytesPerRow
      var rowIsDecoded = false
      for plane in planes where try plane.read(row + index) { rowIsDecoded = true }
      if rowIsDecoded {
        converter.convert(pointers, count: width, to: destination)
        isDecoded = true
      } else {
        destination.initializeMemory(as: UInt8.self, repeating: 0, count: bytesPerRow)
      }
    }
    return (count, isDecoded)
  }

  var damage: Damage {
    // Planes are damaged independently; the first damaged one is reported.
    planes.map(\.damage).first { $0.parts > 0 } ?? Damage()
  }

  func takeWarnings() -> [String] { planes.flatMap { $0.page.handle.takeWarnings().kept } }
}

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
    let bytesPerRow = converter.plan.bytes(ofPixels: width)
    for index in 0..<count {
      for segment in 0..<band.across {
        for plane in 0..<planeCount {
          pointers[plane] = UnsafeRawPointer(band.pointer(segment, plane) + (first + index) * bytesPerSegmentRow)
        }
        let x = segment * band.width
        converter.convert(
          pointers, count: min(band.width, width - x),
          to: target + index * bytesPerRow + converter.plan.bytes(ofPixels: x))
      }
    }
    return (count, isDecoded)
  }

  var damage: Damage { band.damage }
  func takeWarnings() -> [String] { band.page.handle.takeWarnings().kept }
}
