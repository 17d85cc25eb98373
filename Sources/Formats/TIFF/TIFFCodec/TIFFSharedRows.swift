internal import CodecKit
internal import ImageModel

/// The rows of a page whose strips, or rows of tiles, are decoded by two threads in turn. Each has a handle of libtiff
/// of its own.
///
/// Damage is not dealt with: rows that cannot be decoded are followed by a diagnostic.
final class TIFFSharedRows: RowSource {
  let layout: RowLayout
  private let shares: [PrefetchingRows]
  /// The height of a group of rows. The two threads decode the groups in turn.
  private let groupHeight: Int
  private var nextRow = 0
  private static let shareCount = 2

  /// - Parameters:
  ///   - page: the page, opened for other purposes.
  ///   - reopen: opens the page for a thread.
  /// - Returns: nil for a page with few or very large strips, and for uncompressed ones.
  /// - Throws: as `reopen`; `limitExceeded`; `io` when no thread can be started.
  init?(_ page: TIFFRowSource, limits: Limits, reopen: () throws(ImageError) -> TIFFRowSource) throws(ImageError) {
    layout = page.layout
    guard let bandHeight = page.bandHeight else { return nil }
    let bandSize = product(bandHeight, layout.bytesPerRow)
    guard bandSize <= Self.maxGroupSize else { return nil }
    groupHeight = bandHeight * max(1, Self.groupSize / bandSize)
    guard groupHeight < layout.size.height else { return nil }
    var shares: [PrefetchingRows] = []
    for index in 0..<Self.shareCount {
      let rows = Share(try reopen(), index: index, of: Self.shareCount, groupHeight: groupHeight)
      shares.append(try PrefetchingRows(rows, bufferSize: 2 * groupHeight * layout.bytesPerRow, limits: limits))
    }
    self.shares = shares
  }

  /// The approximate bytes of rows that one thread decodes at once, and the most.
  private static let groupSize = 256 << 10
  private static let maxGroupSize = 1 << 20

  private var share: PrefetchingRows { shares[max(0, nextRow - 1) / groupHeight % shares.count] }

  /// The diagnostics of the rows that were delivered last.
  var diagnostics: [Diagnostic] { share.diagnostics }

  func read(into buffer: UnsafeMutableRawBufferPointer, maxRows: Int) throws(ImageError) -> Int {
    let (group, first) = nextRow.quotientAndRemainder(dividingBy: groupHeight)
    let count = try shares[group % shares.count].read(into: buffer, maxRows: min(maxRows, groupHeight - first))
    nextRow += count
    return count
  }

  /// Every other group of rows.
  private final class Share: RowSource {
    let layout: RowLayout
    private let rows: TIFFRowSource
    private let groupHeight: Int
    private let shareCount: Int
    private var nextRow: Int

    init(_ rows: TIFFRowSource, index: Int, of shareCount: Int, groupHeight: Int) {
      self.rows = rows
      self.groupHeight = groupHeight
      self.shareCount = shareCount
      nextRow = index * groupHeight
      var layout = rows.layout
      // About as many; the picture's size says where the rows end.
      layout.size.height = (layout.size.height - 1) / shareCount + 1
      self.layout = layout
    }

    var diagnostics: [Diagnostic] { rows.diagnostics }

    func read(into buffer: UnsafeMutableRawBufferPointer, maxRows: Int) throws(ImageError) -> Int {
      let left = min(groupHeight - nextRow % groupHeight, rows.layout.size.height - nextRow)
      guard left > 0 else { return 0 }
      let count = try rows.decode(row: nextRow, maxRows: min(maxRows, left), into: buffer)
      nextRow += count
      if nextRow % groupHeight == 0 { nextRow += (shareCount - 1) * groupHeight }
      return count
    }
  }
}
