internal import CodecKit
internal import ImageModel

/// The rows of a picture from two decoders that run at the same time. The first one reads the whole file and gives the
/// upper rows. The second one begins at a restart point in the middle and gives the lower rows.
///
/// As soon as the second decoder fails or warns, its rows are dropped, and the first one decodes the rest: the pixels
/// and the warnings of a damaged file are always those of a single decoder.
///
/// Upsampling of chroma can use the row above and the row below (`h2v2_fancy_upsample`). So the second decoder begins
/// one row of MCUs before its rows are used.
final class JPEGSplitRows: RowSource {
  /// The divisor of the size from which on it pays. At larger sizes the caller's work on the rows takes as long as
  /// decoding; it would have to wait for its share of the two processors until the upper rows are complete.
  static let minimumScale = 4
  /// The bytes of lower rows that are decoded while the first decoder is busy with the upper ones: half a picture of 40
  /// megapixels at 1/4.
  static let bufferSize = 4 << 20

  let layout: RowLayout
  private let whole: any RowSource
  private var lower: (any RowSource)?
  /// The row of the picture from which on `lower` is used.
  private let boundary: Int
  /// The rows of `lower` that still have to be skipped.
  private var overlap: Int
  private var position = 0

  /// - Parameters:
  ///   - whole: all rows.
  ///   - lower: the last rows, from the beginning of a row of MCUs on.
  ///   - rowsPerMCU: the delivered rows that are one row of MCUs.
  init(_ whole: any RowSource, lower: any RowSource, rowsPerMCU: Int) {
    layout = whole.layout
    self.whole = whole
    self.lower = lower
    overlap = rowsPerMCU
    boundary = whole.layout.size.height - lower.layout.size.height + rowsPerMCU
  }

  var diagnostics: [Diagnostic] { whole.diagnostics }

  func read(into buffer: UnsafeMutableRawBufferPointer, maxRows: Int) throws(ImageError) -> Int {
    if position >= boundary, let lower {
      if let rows = try? readLower(lower, into: buffer, maxRows: maxRows) {
        position += rows
        return rows
      }
      self.lower = nil
      guard try skip(position - boundary, of: whole, buffer, maxRows: maxRows) else { return 0 }
    }
    let wanted = lower == nil ? maxRows : min(maxRows, boundary - position)
    let rows = try whole.read(into: buffer, maxRows: wanted)
    position += rows
    return rows
  }

  /// Rows of the second decoder; 0 after the last.
  ///
  /// - Throws: its errors, and an error for rows that are missing or that it warns about.
  private func readLower(
    _ lower: any RowSource, into buffer: UnsafeMutableRawBufferPointer, maxRows: Int
  ) throws(ImageError) -> Int {
    guard position < layout.size.height else { return 0 }
    let isWhole = try skip(overlap, of: lower, buffer, maxRows: maxRows)
    overlap = 0
    let rows = isWhole ? try lower.read(into: buffer, maxRows: maxRows) : 0
    guard rows > 0, lower.diagnostics.isEmpty else {
      throw ImageError(.invalidData, "the lower rows are damaged", format: "JPEG")
    }
    return rows
  }

  /// Reads rows that are not needed; false if there are not enough.
  private func skip(
    _ count: Int, of rows: any RowSource, _ buffer: UnsafeMutableRawBufferPointer, maxRows: Int
  ) throws(ImageError) -> Bool {
    var rest = count
    while rest > 0 {
      let skipped = try rows.read(into: buffer, maxRows: min(rest, maxRows))
      if skipped == 0 { return false }
      rest -= skipped
    }
    return true
  }
}
