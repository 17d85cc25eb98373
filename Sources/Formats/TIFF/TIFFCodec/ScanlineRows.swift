internal import ByteStreams
internal import CTIFFShims
internal import ImageModel

/// Strips that are decoded row by row, so that even a page of one strip needs memory for a row, and for the bytes of the
/// strip as they are compressed: those libtiff loads at once.
///
/// Separate planes have a handle each: going to and fro between planes with one handle would decode every strip again from
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
    let bytesPerRow = width * converter.plan.format.bytesPerPixel
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
    // Planes are damaged apart; the first that is speaks for all.
    planes.map(\.damage).first { $0.parts > 0 } ?? Damage()
  }

  func takeWarnings() -> [String] { planes.flatMap { $0.page.handle.takeWarnings().kept } }
}
