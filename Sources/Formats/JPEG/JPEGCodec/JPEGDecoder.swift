internal import ByteStreams
internal import CodecKit
internal import ImageModel
internal import JPEGStructure
internal import MetadataModel

/// Decodes the one picture of a JPEG file. Further pictures that MPF lists are metadata.
///
/// Four components are inverted, so that 0 is no ink. Adobe stores them so, with its marker. Files without the marker
/// are treated alike, as in Pillow, ImageMagick, GraphicsMagick, libvips and djpeg.
final class JPEGDecoder: BlockDecoder {
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

  var lentStructure: (any ImageStructure)? { structure }

  /// Steps of 0 are invalid, and no encoder accepts them.
  var coding: (any BlockCoding)? {
    guard let luma = structure.quantizationTable(ofComponent: 0)?.steps, !luma.contains(0) else { return nil }
    let hasChroma = structure.colorModel == .ycbcr
    let chroma = hasChroma ? structure.quantizationTable(ofComponent: 1)?.steps ?? luma : luma
    guard !chroma.contains(0) else { return nil }
    return JPEGQuantization(luma: luma, chroma: chroma, subsampling: hasChroma ? structure.frame?.subsampling : nil)
  }

  var blockSize: PixelSize? {
    structure.frame.map { PixelSize(width: 8 * $0.maxHorizontalSampling, height: 8 * $0.maxVerticalSampling) }
  }

  func info(at index: Int) throws(ImageError) -> ImageInfo {
    guard index == 0 else { throw ImageError(.usage, "there is no image \(index): a JPEG file has one") }
    return imageInfo
  }

  func rows(at index: Int, _ request: DecodeRequest) throws(ImageError) -> any RowSource {
    guard index == 0 else { throw ImageError(.usage, "there is no image \(index): a JPEG file has one") }
    let (frame, firstScan) = try decodableFrame()
    let hasSeveralScans = frame.process == .progressive || firstScan.components.count < frame.components.count
    let heldMemory = hasSeveralScans ? frame.coefficientBytes : 0
    try limits.check(memory: heldMemory, for: "the coefficients of several scans", format: "JPEG")
    let scale = Self.scale(for: request.minimumSize, of: imageInfo.size)
    if scale == 8, frame.process == .progressive,
      let selection = try JPEGScanSelection.select(from: source, structure, frame, limits: limits),
      let rows = try partialRows(selection, scale: scale, request)
    {
      rows.heldMemory = heldMemory
      return rows
    }
    let rows = try JPEGRowSource(
      input([0..<source.size], request), imageInfo, scale: scale, request: request, limits: limits)
    rows.heldMemory = heldMemory
    guard request.usesThreads, scale >= Self.minimumSplitScale, rows.diagnostics.isEmpty,
      let point = try? structure.middleRestartPoint(in: source),
      let lower = try? lowerRows(point, frame, scale: scale, request)
    else { return rows }
    // Upsampling of chroma can use the row above (`h2v2_fancy_upsample`), so that the first row of MCUs is not used.
    return FallbackRows(lower, thorough: rows, overlap: point.mcuHeight / scale)
  }

  /// - Throws: `invalidData` without a picture, `unsupported`.
  private func decodableFrame() throws(ImageError) -> (JPEGFrame, JPEGScanHeader) {
    guard let frame = structure.frame, let firstScan = structure.firstScan else {
      throw ImageError(.invalidData, "the file ends before the picture's data", format: "JPEG")
    }
    try Self.checkSupport(frame)
    return (frame, firstScan)
  }

  /// All coefficients. A copy, which an encoder makes, takes the same memory again.
  func coefficients() throws(ImageError) -> JPEGDecompressor {
    let (frame, _) = try decodableFrame()
    let bytes = frame.coefficientBytes
    try limits.check(
      memory: bytes > .max / 2 ? .max : 2 * bytes, for: "the coefficients of two pictures", format: "JPEG")
    let decompressor = try JPEGDecompressor(input([0..<source.size], DecodeRequest()), limits: limits)
    try decompressor.readCoefficients()
    return decompressor
  }

  /// The divisor of the size from which on it pays to decode two halves at the same time. At larger sizes the caller's
  /// work on the rows takes as long as decoding. That work would have to wait for its share of the two processors until
  /// the upper rows are complete.
  private static let minimumSplitScale = 4

  /// The rows from a restart point on, which another decompressor decodes on another thread, up to 4 MiB ahead: half a
  /// picture of 40 megapixels at 1/4.
  private func lowerRows(
    _ point: JPEGRestartPoint, _ frame: JPEGFrame, scale: Int, _ request: DecodeRequest
  ) throws(ImageError) -> any RowSource {
    var info = imageInfo
    info.size.height -= point.mcuRow * point.mcuHeight
    let input = input([0..<point.scanDataOffset, point.offset..<source.size], request)
    input.setHeight(info.size.height, in: frame)
    let rows = try JPEGRowSource(
      input, info, scale: scale, request: request, limits: limits)
    return try PrefetchingRows(rows, bufferSize: 4 << 20, limits: limits)
  }

  /// The rows from selected scans only; nil if these do not decode cleanly and the whole file has to be tried.
  private func partialRows(
    _ selection: JPEGScanSelection, scale: Int, _ request: DecodeRequest
  ) throws(ImageError) -> JPEGRowSource? {
    do throws(ImageError) {
      let rows = try JPEGRowSource(
        input(selection.ranges, request), imageInfo, scale: scale, selection, request: request, limits: limits)
      return rows.diagnostics.isEmpty ? rows : nil
    } catch {
      if error.kind == .invalidData { return nil }
      throw error
    }
  }

  private func input(_ ranges: [Range<UInt64>], _ request: DecodeRequest) -> JPEGInput {
    let input = JPEGInput(source, ranges: ranges) { () throws(ImageError) in try request.checkCancellation() }
    if let frame = structure.frame, frame.leavesHeightOpen { input.setHeight(imageInfo.size.height, in: frame) }
    return input
  }

  /// The largest of 8, 4, 2 and 1 by which the picture can be divided and still be large enough.
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

/// The rows of a JPEG picture.
///
/// Rows whose data is missing are delivered as libjpeg fills them (gray), and a warning gives the number of complete
/// rows. A picture without any is an error.
final class JPEGRowSource: RowSource {
  let layout: RowLayout
  /// The memory of the coefficients.
  fileprivate(set) var heldMemory = 0
  private let decompressor: JPEGDecompressor
  private let request: DecodeRequest
  private let scale: Int
  private let size: PixelSize
  private var deliveredRows = 0
  /// The error that ended decoding before the last row.
  private var failure: ImageError?
  /// The number of rows decoded between two checks for cancellation.
  private static let batch = 128

  /// - Parameters:
  ///   - info: what the header says.
  ///   - selection: the scans that the input consists of; nil for a whole file.
  init(
    _ input: JPEGInput, _ info: ImageInfo, scale: Int, _ selection: JPEGScanSelection? = nil, request: DecodeRequest,
    limits: Limits
  ) throws(ImageError) {
    size = info.size
    self.scale = scale
    self.request = request
    decompressor = try JPEGDecompressor(input, limits: limits)
    let picture = try decompressor.start(scale: scale, selection)
    layout = RowLayout(
      size: picture.size, format: PixelFormat(.uint8, picture.colorModel), profile: info.profile,
      sourceBox: SourceBox(
        width: Double(size.width) / Double(scale), height: Double(size.height) / Double(scale)))
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, maxRows: Int) throws(ImageError) -> Int {
    try request.checkCancellation()
    guard failure == nil else { return 0 }
    let (rows, error) = decompressor.readRows(
      into: buffer, bytesPerRow: layout.bytesPerRow, maxRows: min(maxRows, Self.batch))
    if deliveredRows == 0, decompressor.warnings.lacksBlocks {
      throw ImageError(.invalidData, "the file ends before the first blocks of the picture", format: "JPEG")
    }
    deliveredRows += rows
    if let error {
      // Damage after good rows is a warning: the rows are delivered, the rest is missing.
      guard error.kind == .invalidData, deliveredRows > 0 else { throw error }
      failure = error
    }
    return rows
  }

  var diagnostics: [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    let warnings = decompressor.warnings
    if warnings.inputEnded {
      let loss =
        warnings.wholeRows.map { rows in
          "\(min(rows * scale, size.height)) of \(size.height) rows are "
            + (warnings.lacksDetail ? "there, without detail" : "whole")
        }
        ?? "the picture may lack detail"
      diagnostics.append(.warning("the file ends without an end marker; \(loss)"))
    }
    if warnings.count > 0, failure == nil, !warnings.first.isEmpty {
      let more = warnings.count > 1 ? " (and \(warnings.count - 1) more faults)" : ""
      diagnostics.append(.warning(warnings.first + more))
    }
    // The pipeline reports the number of missing rows, because it knows the size of the picture.
    if let failure { diagnostics.append(.warning(failure.message)) }
    return diagnostics
  }
}
