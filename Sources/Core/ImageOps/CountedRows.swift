package import CodecKit
package import ImageModel

/// The rows of a decoder, counted: a source that ends early gets a warning that says how many rows of the picture are
/// missing, and whoever shows progress is told how far the rows have come.
package final class CountedRows: RowSource {
  package let layout: RowLayout
  private let source: any RowSource
  private let height: Int
  private let progress: (@Sendable (Double) -> Void)?
  private var count = 0
  private var endedEarly = false

  /// - Parameters:
  ///   - height: the rows of the picture, where the decoder delivers it smaller; nil for those of the source.
  ///   - progress: takes the fraction of the rows that have been read.
  package init(_ source: any RowSource, height: Int? = nil, progress: (@Sendable (Double) -> Void)? = nil) {
    self.source = source
    self.progress = progress
    layout = source.layout
    self.height = height ?? source.layout.size.height
  }

  package var diagnostics: [Diagnostic] {
    guard endedEarly else { return source.diagnostics }
    let (all, existing) = (layout.size.height, count)
    // Of a picture that is delivered smaller, as many rows as the missing ones stand for.
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
