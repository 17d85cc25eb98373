internal import CTIFFShims
internal import ImageModel

/// Collects rows until a strip or a row of tiles is complete, converts them to the layout of the file, and writes them.
final class SegmentWriter {
  private let plan: EncodingPlan
  private let shim: OpaquePointer
  private let bytesPerRow: Int
  private let bytesPerStoredRow: Int
  private let bandHeight: Int
  private let band: RawBuffer
  private let tile: RawBuffer
  private var rowsInBand = 0
  private var nextSegment: UInt32 = 0
  private(set) var rowsWritten = 0

  init(_ plan: EncodingPlan, shim: OpaquePointer, limits: Limits) throws(ImageError) {
    self.plan = plan
    self.shim = shim
    bytesPerRow = plan.bytesPerGivenRow
    bytesPerStoredRow = EncodingPlan.bytes(plan.size.width, plan.bitsPerPixel)
    bandHeight = plan.tile?.height ?? min(plan.rowsPerStrip, plan.size.height)
    band = try RawBuffer(
      count: product(bandHeight, bytesPerStoredRow), for: "a strip or a row of tiles", limits: limits)
    let tileBytes = plan.tile.map { product($0.height, Self.bytesPerTileRow($0, plan)) } ?? 0
    tile = try RawBuffer(count: tileBytes, for: "a tile", limits: limits)
  }

  private static func bytesPerTileRow(_ tile: PixelSize, _ plan: EncodingPlan) -> Int {
    EncodingPlan.bytes(tile.width, plan.bitsPerPixel)
  }

  /// Takes rows in any number at a time.
  ///
  /// - Returns: false where libtiff failed.
  /// - Throws: `usage` for more rows than the image has, and for greys where only black and white are allowed.
  func write(_ rows: UnsafeRawPointer, count: Int) throws(ImageError) -> Bool {
    guard count <= plan.size.height - rowsWritten else {
      throw ImageError(.usage, "more rows than the image has", format: "TIFF")
    }
    for index in 0..<count {
      let target = band.base + rowsInBand * bytesPerStoredRow
      let source = rows + index * bytesPerRow
      if plan.packsBits {
        try packBits(source, to: target)
      } else {
        target.copyMemory(from: source, byteCount: bytesPerRow)
        if plan.invertsBits {
          let bits = target.assumingMemoryBound(to: UInt8.self)
          for index in 0..<bytesPerRow { bits[index] = ~bits[index] }
        }
        if plan.stored == nil, plan.format.colorModel == .lab {
          PixelMapping.signLab(target, plan.size.width, plan.format)
        }
      }
      rowsInBand += 1
      rowsWritten += 1
      if rowsInBand == bandHeight || rowsWritten == plan.size.height {
        guard flush() else { return false }
      }
    }
    return true
  }

  /// One bit a pixel, 1 for black.
  private func packBits(_ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) throws(ImageError) {
    let pixels = source.assumingMemoryBound(to: UInt8.self)
    let bits = target.assumingMemoryBound(to: UInt8.self)
    target.initializeMemory(as: UInt8.self, repeating: 0, count: bytesPerStoredRow)
    for x in 0..<plan.size.width {
      switch pixels[x] {
      case 255: break
      case 0: bits[x >> 3] |= 0x80 >> UInt8(x & 7)
      default:
        throw ImageError(
          .usage,
          "TIFF compression \(plan.scheme.rawValue) takes black and white only: pixel \(x) of row \(rowsWritten) "
            + "is \(pixels[x])", format: "TIFF")
      }
    }
  }

  private func flush() -> Bool {
    defer { rowsInBand = 0 }
    guard let tile = plan.tile else {
      defer { nextSegment += 1 }
      return tiff_shim_write_strip(shim, nextSegment, band.base, Int64(rowsInBand * bytesPerStoredRow)) == 1
    }
    for x in stride(from: 0, to: plan.size.width, by: tile.width) {
      fillTile(tile, from: x)
      guard tiff_shim_write_tile(shim, nextSegment, self.tile.base, Int64(self.tile.count)) == 1 else { return false }
      nextSegment += 1
    }
    return true
  }

  /// Cuts a tile out of the band. Beyond the picture its last column and row are repeated, which compresses well and
  /// leaves no edge for JPEG to blur.
  private func fillTile(_ size: PixelSize, from x: Int) {
    let bytesPerTileRow = Self.bytesPerTileRow(size, plan)
    // The widths of tiles are multiples of 16.
    let offset = EncodingPlan.bytes(x, plan.bitsPerPixel)
    let available = min(bytesPerTileRow, bytesPerStoredRow - offset)
    let unit = plan.bitsPerPixel % 8 == 0 ? plan.bitsPerPixel / 8 : 1
    for y in 0..<size.height {
      let source = band.base + min(y, rowsInBand - 1) * bytesPerStoredRow + offset
      let target = tile.base + y * bytesPerTileRow
      target.copyMemory(from: source, byteCount: available)
      for place in stride(from: available, to: bytesPerTileRow, by: unit) {
        (target + place).copyMemory(from: source + available - unit, byteCount: unit)
      }
    }
  }
}
