internal import CodecKit
internal import ImageModel

/// Hands out the rows of a source one at a time while it reads them in batches, which spreads the cost of a call through
/// the whole chain of stages over several rows.
struct RowReader: ~Copyable {
  let source: any RowSource
  let bytesPerRow: Int
  private let buffer: RowBuffer
  private let rowsPerRead: Int
  private var available = 0
  private var next = 0
  private var isAtEnd = false

  /// The size of a batch: it fits into a core's second cache beside what is made from it.
  private static let batchBytes = 64 << 10

  init(_ source: any RowSource) {
    self.source = source
    let layout = source.layout
    bytesPerRow = layout.bytesPerRow
    rowsPerRead = max(1, min(Self.batchBytes / max(1, layout.bytesPerRow), 64, layout.size.height))
    buffer = RowBuffer(byteCount: rowsPerRead * layout.bytesPerRow)
  }

  /// The next row, valid until the next call; nil after the last one.
  mutating func row() throws(ImageError) -> UnsafeRawPointer? {
    if next == available {
      if isAtEnd { return nil }
      let room = UnsafeMutableRawBufferPointer(start: buffer.start, count: rowsPerRead * bytesPerRow)
      available = try source.read(into: room, maxRows: rowsPerRead)
      next = 0
      if available == 0 {
        isAtEnd = true
        return nil
      }
    }
    defer { next += 1 }
    return UnsafeRawPointer(buffer.start + next * bytesPerRow)
  }

  /// Bytes of memory that a reader of such a source needs.
  static func memory(for layout: RowLayout) -> Int { max(batchBytes, layout.bytesPerRow) + 64 }
}
