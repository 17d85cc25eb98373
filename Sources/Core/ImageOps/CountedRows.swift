package import CodecKit
package import ImageModel

/// Counts the rows of a decoder. It adds a warning with the number of missing rows when the source ends early, and
/// reports progress.
package final class CountedRows: RowSource {
  package let layout: RowLayout
  private let source: any RowSource
  private let height: Int
  private let progress: (@Sendable (Double) -> Void)?
  private var count = 0
  private var endedEarly = false

  /// - Parameters:
  ///   - height: the number of rows of the full picture when the decoder scales it; nil for that of the source.
  ///   - progress: receives the fraction of the rows that have been read.
  package init(_ source: any RowSource, height: Int? = nil, progress: (@Sendable (Double) -> Void)? = nil) {
    self.source = source
    self.progress = progress
    layout = source.layout
    self.height = height ?? source.layout.size.height
  }

  package var diagnostics: [Diagnostic] {
    guard endedEarly else { return source.diagnostics }
    let (all, existing) = (layout.size.height, count)
    // For a scaled picture, the number of original rows that the missing ones represent.
    let missing = max(1, ((all - existing) * height + all / 2) / all)
    return source.diagnostics + [.warning("\(missing) of \(height) rows are missing")]
  }

  package func read(into buffer: UnsafeMutableRawBufferPointer, maxRows: Int) throws(ImageError) -> Int {
    let rows = try source.read(into: buffer, maxRows: maxRows)
    count += rows
    if rows > 0 {
      progress?(Double(count) / Double(max(1, layout.size.height)))
    } else if maxRows > 0, count > 0, count < layout.size.height {
      endedEarly = true
    }
    return rows
  }
}
