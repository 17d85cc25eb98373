internal import ImageModel

/// Rows of samples on their way into an image's stream: filtered as in PNG where that helps, then deflated.
final class RowEncoder {
  private let spool: DeflateSpool
  private let bytesPerRow: Int
  /// The distance to the same sample of the pixel before, in bytes.
  private let step: Int
  /// Whether rows are filtered. Samples of fewer than 8 bits and indices of a palette deflate better without.
  let isFiltered: Bool
  private var previous: [UInt8]
  /// One candidate for each of the five filters, its number first.
  private var candidates: [[UInt8]]

  init(bytesPerRow: Int, step: Int, isFiltered: Bool) throws(ImageError) {
    spool = try DeflateSpool()
    self.bytesPerRow = bytesPerRow
    self.step = step
    self.isFiltered = isFiltered
    previous = [UInt8](repeating: 0, count: isFiltered ? bytesPerRow : 0)
    candidates = (0..<(isFiltered ? 5 : 0)).map { [UInt8($0)] + [UInt8](repeating: 0, count: bytesPerRow) }
  }

  func append(_ row: UnsafeRawBufferPointer) throws(ImageError) {
    guard isFiltered else { return try spool.append(row) }
    let best = PNGRowFilter.choose(row, previous: previous, step: step, into: &candidates)
    previous.withUnsafeMutableBytes { $0.copyMemory(from: row) }
    try candidates[best].withRawBytes { bytes throws(ImageError) in try spool.append(bytes) }
  }

  func finish() throws(ImageError) -> [PDFStreamPiece] { try spool.finish() }
}
