internal import CodecKit
internal import ImageModel

/// The rows of a JPEG picture.
///
/// Rows whose data is missing are delivered as libjpeg fills them (gray), and a warning says how many are whole.
final class JPEGRowSource: RowSource {
  let layout: RowLayout
  private let decompressor: JPEGDecompressor
  private let request: DecodeRequest
  private let scale: Int
  private let size: PixelSize
  private var deliveredRows = 0
  /// What ended decoding before the last row.
  private var failure: ImageError?
  /// Rows that are decoded between two looks at cancellation.
  private static let batch = 128
  /// The library's words for what is said in our own.
  private static let missingEnd = "Premature end of JPEG file"

  /// - Parameters:
  ///   - info: what the header says.
  ///   - isPartial: whether scans are left out on purpose, so that libjpeg must not smooth what it takes for unfinished.
  init(
    _ input: JPEGInput, _ info: ImageInfo, scale: Int, isPartial: Bool, request: DecodeRequest, limits: Limits
  ) throws(ImageError) {
    size = info.size
    self.scale = scale
    self.request = request
    decompressor = try JPEGDecompressor(input, limits: limits)
    let picture = try decompressor.start(scale: scale, smoothsBlocks: !isPartial)
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
    deliveredRows += rows
    if let error {
      // Damage behind rows that are good is a warning: the rows are delivered, the rest is missing.
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
        warnings.wholeRows.map { "\(min($0 * scale, size.height)) of \(size.height) rows are whole" }
        ?? "the picture may lack detail"
      diagnostics.append(.warning("the file ends without an end marker; \(loss)"))
    }
    if warnings.count > 0, failure == nil, warnings.first != Self.missingEnd {
      let more = warnings.count > 1 ? " (and \(warnings.count - 1) more)" : ""
      diagnostics.append(.warning(warnings.first + more))
    }
    // How many rows are missing is for the pipeline to say, which knows the size of the picture.
    if let failure { diagnostics.append(.warning(failure.message)) }
    return diagnostics
  }
}
