internal import ByteStreams
internal import CTIFFShims
internal import ImageModel

/// YCbCr whose chroma is subsampled: clumps of luma samples with one Cb and one Cr (TIFF 6.0, section 21), converted to
/// RGB by libtiff's tables. Chroma is repeated, not interpolated, as libtiff does it.
final class ClumpRows: StoredRows {
  private let band: SegmentBand
  private let clumpWidth: Int
  private let clumpHeight: Int
  private let clumpsAcross: Int
  /// The rows of one row of clumps, for all segments side by side.
  private let pixels: RawBuffer
  private var loadedClumpRow = -1

  init(
    _ source: any ByteSource, _ page: OpenPage, limits: Limits, reopen: @escaping () throws(ImageError) -> OpenPage
  ) throws(ImageError) {
    band = try SegmentBand(source, page, planes: [0], limits: limits, reopen: reopen)
    clumpWidth = Int(page.page.subsampling_x)
    clumpHeight = Int(page.page.subsampling_y)
    guard [1, 2, 4].contains(clumpWidth), [1, 2, 4].contains(clumpHeight) else {
      throw ImageError(.invalidData, "chroma subsampling \(clumpWidth)x\(clumpHeight)", format: "TIFF")
    }
    clumpsAcross = (band.width - 1) / clumpWidth + 1
    let clumpRows = (band.height - 1) / clumpHeight + 1
    guard product(clumpsAcross, clumpWidth * clumpHeight + 2, clumpRows) <= band.bytesPerSegment else {
      throw ImageError(.invalidData, "tiles or strips smaller than their rows", format: "TIFF")
    }
    pixels = try RawBuffer(
      count: product(band.across, clumpsAcross, clumpWidth, clumpHeight, 3), for: "rows of pixels", limits: limits)
  }

  func read(
    row: Int, maxRows: Int, to target: UnsafeMutableRawPointer
  ) throws(ImageError) -> (count: Int, isDecoded: Bool) {
    let width = band.page.width
    let isDecoded = try band.load(row: row)
    let inBand = row % band.height
    let clumpRow = inBand / clumpHeight
    let global = row / band.height * ((band.height - 1) / clumpHeight + 1) + clumpRow
    if isDecoded, global != loadedClumpRow {
      loadedClumpRow = global
      convert(clumpRow)
    }
    let first = inBand % clumpHeight
    let count = min(maxRows, clumpHeight - first, band.height - inBand, band.page.height - row)
    guard isDecoded else {
      target.initializeMemory(as: UInt8.self, repeating: 0, count: count * width * 3)
      return (count, false)
    }
    for index in 0..<count {
      for segment in 0..<band.across {
        let x = segment * band.width
        (target + (index * width + x) * 3).copyMemory(
          from: pixels.base + segment * bytesPerSegment + (first + index) * bytesPerRow,
          byteCount: min(band.width, width - x) * 3)
      }
    }
    return (count, true)
  }

  private var bytesPerRow: Int { clumpsAcross * clumpWidth * 3 }
  private var bytesPerSegment: Int { bytesPerRow * clumpHeight }

  private func convert(_ clumpRow: Int) {
    let bytesPerClumpRow = clumpsAcross * (clumpWidth * clumpHeight + 2)
    for segment in 0..<band.across {
      tiff_shim_clumps_to_rgb(
        band.page.handle.shim,
        (band.pointer(segment, 0) + clumpRow * bytesPerClumpRow).assumingMemoryBound(to: UInt8.self),
        UInt32(clumpsAcross), UInt32(clumpWidth), UInt32(clumpHeight),
        (pixels.base + segment * bytesPerSegment).assumingMemoryBound(to: UInt8.self), bytesPerRow)
    }
  }

  var damage: Damage { band.damage }
  func takeWarnings() -> [String] { band.page.handle.takeWarnings().kept }
}
