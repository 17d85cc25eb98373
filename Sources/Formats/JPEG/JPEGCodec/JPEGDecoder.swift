internal import ByteStreams
internal import CodecKit
internal import ImageModel
internal import JPEGStructure

/// Decodes the one picture of a JPEG file. Further pictures that MPF lists are metadata.
///
/// Four components are inverted, so that 0 is no ink: with Adobe's marker because Adobe stores them so, and without it
/// because Pillow, ImageMagick, GraphicsMagick, libvips and djpeg all take such files for Adobe's.
final class JPEGDecoder: ImageDecoder, JPEGStructureOwner {
  let imageCount = 1
  let primaryIndex = 0
  var diagnostics: [Diagnostic] { structure.diagnostics }
  private let source: any ByteSource
  private let limits: Limits
  let structure: JPEGStructure
  private let imageInfo: ImageInfo

  /// Reads up to the first scan.
  ///
  /// - Throws: what `JPEGStructure` throws for the header; `limitExceeded` for its size.
  init(_ source: any ByteSource, limits: Limits) throws(ImageError) {
    self.source = source
    self.limits = limits
    structure = try JPEGStructure.read(source, limits: limits)
    imageInfo = try structure.imageInfo()
    try limits.check(imageInfo.size, streamed: false, format: "JPEG")
  }

  func info(at index: Int) throws(ImageError) -> ImageInfo {
    guard index == 0 else { throw ImageError(.usage, "there is no image \(index): a JPEG file has one") }
    return imageInfo
  }

  func rows(at index: Int, _ request: DecodeRequest) throws(ImageError) -> any RowSource {
    guard index == 0 else { throw ImageError(.usage, "there is no image \(index): a JPEG file has one") }
    guard let frame = structure.frame, let firstScan = structure.firstScan else {
      throw ImageError(.invalidData, "the file ends before the picture's data", format: "JPEG")
    }
    try Self.checkSupport(frame)
    if frame.process == .progressive || firstScan.components.count < frame.components.count {
      try limits.check(memory: frame.coefficientBytes, for: "the coefficients of several scans", format: "JPEG")
    }
    let scale = Self.scale(for: request.minimumSize, of: imageInfo.size)
    if scale == 8, frame.process == .progressive,
      let ranges = try JPEGScanSelection.ranges(of: source, structure, frame, limits: limits),
      let rows = try partialRows(ranges, scale: scale, request)
    {
      return rows
    }
    return try JPEGRowSource(
      input([0..<source.size], request), imageInfo, scale: scale, isPartial: false, request: request, limits: limits)
  }

  /// The rows from some scans only; nil where those do not decode cleanly, so that the whole file has to be tried.
  private func partialRows(
    _ ranges: [Range<UInt64>], scale: Int, _ request: DecodeRequest
  ) throws(ImageError) -> JPEGRowSource? {
    do throws(ImageError) {
      let rows = try JPEGRowSource(
        input(ranges, request), imageInfo, scale: scale, isPartial: true, request: request, limits: limits)
      return rows.diagnostics.isEmpty ? rows : nil
    } catch {
      if error.kind == .invalidData { return nil }
      throw error
    }
  }

  private func input(_ ranges: [Range<UInt64>], _ request: DecodeRequest) -> JPEGInput {
    let input = JPEGInput(source, ranges: ranges) { () throws(ImageError) in try request.checkCancellation() }
    if let frame = structure.frame, frame.leavesHeightOpen {
      let height = imageInfo.size.height
      input.patch = (frame.offset + 1, [UInt8(truncatingIfNeeded: height >> 8), UInt8(truncatingIfNeeded: height)])
    }
    return input
  }

  /// The largest of 8, 4, 2 and 1 by which the picture may be divided and still be large enough.
  static func scale(for minimum: PixelSize?, of size: PixelSize) -> Int {
    guard let minimum else { return 1 }
    func isEnough(_ scale: Int) -> Bool {
      // The exact size counts, not the one that libjpeg rounds up.
      minimum.width <= size.width / scale && minimum.height <= size.height / scale
    }
    return [8, 4, 2].first(where: isEnough) ?? 1
  }

  private static func checkSupport(_ frame: JPEGFrame) throws(ImageError) {
    func unsupported(_ what: String) -> ImageError { ImageError(.unsupported, what, format: "JPEG") }
    switch frame.process {
    case .lossless: throw unsupported("lossless compression (\(frame.marker))")
    case .hierarchical: throw unsupported("hierarchical compression (\(frame.marker))")
    case .baseline, .extendedSequential, .progressive: break
    }
    guard frame.precision == 8 else { throw unsupported("\(frame.precision)-bit samples") }
    guard [1, 3, 4].contains(frame.components.count) else {
      throw unsupported("\(frame.components.count) components")
    }
  }
}
