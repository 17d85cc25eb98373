package import ImageModel

/// The rows of a picture from a fast decoder, with a thorough one that takes over where there is damage.
///
/// The fast decoder may leave out the upper rows. The thorough one then decodes them, at the same time if the fast one
/// runs on a thread of its own. As soon as the fast decoder fails or has something to report, its rows are dropped, and
/// the thorough one decodes the rest. So the pixels and diagnostics of a damaged file are always those of the thorough
/// one.
package final class FallbackRows: RowSource {
  package let layout: RowLayout
  private let thorough: any RowSource
  private var fast: (any RowSource)?
  /// The thorough decoder's diagnostics before its first row. The fast one may report the same.
  private let initialDiagnostics: [Diagnostic]
  /// The row from which on `fast` is used.
  private let boundary: Int
  /// The rows of `fast` that still have to be skipped.
  private var overlap: Int
  private var position = 0

  /// - Parameters:
  ///   - fast: the last rows of the picture.
  ///   - thorough: all rows.
  ///   - overlap: the number of the first rows of `fast` that are not used.
  package init(_ fast: any RowSource, thorough: any RowSource, overlap: Int = 0) {
    layout = thorough.layout
    self.thorough = thorough
    self.fast = fast
    self.overlap = overlap
    initialDiagnostics = thorough.diagnostics
    boundary = layout.size.height - fast.layout.size.height + overlap
  }

  package var diagnostics: [Diagnostic] { thorough.diagnostics }
  package var heldMemory: Int { thorough.heldMemory }

  package func read(into buffer: UnsafeMutableRawBufferPointer, maxRows: Int) throws(ImageError) -> Int {
    if position >= boundary, let fast {
      if let rows = try? read(fast, into: buffer, maxRows: maxRows) {
        position += rows
        return rows
      }
      self.fast = nil
      guard try skip(position - boundary, of: thorough, buffer, maxRows: maxRows) else { return 0 }
    }
    let wanted = fast == nil ? maxRows : min(maxRows, boundary - position)
    let rows = try thorough.read(into: buffer, maxRows: wanted)
    position += rows
    return rows
  }

  /// Rows of the fast decoder; 0 after the last.
  ///
  /// - Throws: its errors, and an error for rows that are missing or that it has something to report about.
  private func read(
    _ fast: any RowSource, into buffer: UnsafeMutableRawBufferPointer, maxRows: Int
  ) throws(ImageError) -> Int {
    guard position < layout.size.height else { return 0 }
    let isWhole = try skip(overlap, of: fast, buffer, maxRows: maxRows)
    overlap = 0
    let rows = isWhole ? try fast.read(into: buffer, maxRows: maxRows) : 0
    guard rows > 0, fast.diagnostics.isEmpty || fast.diagnostics == initialDiagnostics else {
      throw ImageError(.invalidData, "damaged rows")
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
