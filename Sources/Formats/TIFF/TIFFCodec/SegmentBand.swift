internal import ByteStreams
internal import CTIFFShims
internal import ImageModel

/// A decoded row of tiles, or a decoded strip, with its planes, in memory.
final class SegmentBand {
  let page: OpenPage
  /// Pixels of one tile or strip.
  let width: Int
  let height: Int
  /// Tiles side by side; 1 for strips.
  let across: Int
  let bytesPerSegment: Int
  private let planes: [UInt16]
  private let buffer: RawBuffer
  private let reopen: () throws(ImageError) -> OpenPage
  private let source: any ByteSource
  private let limits: Limits
  /// Readers of the same plane, row by row, for strips that fail.
  private var rescuers: [Int: PlaneReader] = [:]
  private var loaded = -1
  private var isDecoded = false
  private(set) var damage = Damage()

  /// - Parameters:
  ///   - planes: the planes that are read; one that is 0 where samples are stored together.
  ///   - reopen: opens the page again, to recover rows of damaged strips.
  /// - Throws: `limitExceeded`.
  init(
    _ source: any ByteSource, _ page: OpenPage, planes: [UInt16], limits: Limits,
    reopen: @escaping () throws(ImageError) -> OpenPage
  ) throws(ImageError) {
    let stored = page.page
    self.source = source
    self.page = page
    self.reopen = reopen
    self.limits = limits
    self.planes = planes
    if stored.is_tiled != 0 {
      width = Int(stored.tile_width)
      height = Int(stored.tile_height)
      bytesPerSegment = Int(stored.tile_size)
    } else {
      width = page.width
      height = page.rowsPerStrip
      bytesPerSegment = Int(stored.strip_size)
    }
    guard width > 0, height > 0, bytesPerSegment > 0 else {
      throw page.handle.error("tiles or strips without a size")
    }
    across = (page.width - 1) / width + 1
    buffer = try RawBuffer(
      count: product(across, planes.count, bytesPerSegment), for: "a row of tiles or a strip", limits: limits)
  }

  /// Decodes the band that holds a row, unless it is decoded already.
  ///
  /// - Returns: whether any part of it was decoded.
  /// - Throws: `io`.
  func load(row: Int) throws(ImageError) -> Bool {
    let band = row / height
    guard band != loaded else { return isDecoded }
    loaded = band
    isDecoded = false
    buffer.clear()
    for (plane, sample) in planes.enumerated() {
      for segment in 0..<across where try decode(segment, plane, sample, y: band * height) { isDecoded = true }
    }
    return isDecoded
  }

  private func decode(_ segment: Int, _ plane: Int, _ sample: UInt16, y: Int) throws(ImageError) -> Bool {
    let target = pointer(segment, plane)
    let size = Int64(bytesPerSegment)
    let shim = page.handle.shim
    let done =
      page.page.is_tiled != 0
      ? tiff_shim_read_tile(shim, UInt32(segment * width), UInt32(y), sample, target, size)
      : tiff_shim_read_strip(shim, UInt32(y), sample, target, size)
    if done >= 0, page.handle.errorCount == 0 { return true }
    damage.add(try page.takeError())
    if done < 0, page.page.is_tiled == 0, LibTIFF.deliversRows(page.page) {
      return try rescue(plane, sample, y: y, to: target)
    }
    // A codec that fails half-way leaves the part that it has decoded; the rest is zero.
    return done > 0 || UnsafeRawBufferPointer(start: target, count: bytesPerSegment).contains { $0 != 0 }
  }

  /// Decodes the rows of a strip before the damage.
  private func rescue(
    _ plane: Int, _ sample: UInt16, y: Int, to target: UnsafeMutableRawPointer
  ) throws(ImageError) -> Bool {
    let reader: PlaneReader
    if let known = rescuers[plane] {
      reader = known
    } else {
      reader = try PlaneReader(source, try reopen(), plane: sample, limits: limits)
      rescuers[plane] = reader
    }
    guard product(reader.row.count, height) <= bytesPerSegment else { return false }
    var count = 0
    while count < min(height, page.height - y), try reader.read(y + count) {
      (target + count * reader.row.count).copyMemory(from: reader.row.base, byteCount: reader.row.count)
      count += 1
    }
    let rest = (target + count * reader.row.count, bytesPerSegment - count * reader.row.count)
    rest.0.initializeMemory(as: UInt8.self, repeating: 0, count: rest.1)
    return count > 0
  }

  func pointer(_ segment: Int, _ plane: Int) -> UnsafeMutableRawPointer {
    buffer.base + (plane * across + segment) * bytesPerSegment
  }
}

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
      // Some codecs (fax) report an error and continue.
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
