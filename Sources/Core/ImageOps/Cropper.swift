package import CodecKit
package import ImageModel

/// Crops a source to a rectangle of whole pixels.
package final class Cropper: RowSource {
  package let layout: RowLayout
  private var reader: RowReader
  private let top: Int
  private let leadingBytes: Int
  private var rowsTaken = 0
  private var nextRow = 0

  /// - Parameters:
  ///   - x: pixels to skip at the left.
  ///   - y: rows to skip at the top.
  /// - Throws: `usage` when the rectangle is empty or not in the picture; `limitExceeded` for rows that are too long.
  package init(_ source: any RowSource, x: Int, y: Int, size: PixelSize, limits: Limits) throws(ImageError) {
    let input = source.layout
    try PixelRect(x: x, y: y, size: size).check(in: input.size)
    try limits.check(memory: RowReader.memory(for: input), for: "cropping rows")
    top = y
    leadingBytes = x * input.format.bytesPerPixel
    layout = RowLayout(size: size, format: input.format, profile: input.profile)
    reader = RowReader(source)
  }

  package var diagnostics: [Diagnostic] { reader.source.diagnostics }

  package func read(into buffer: UnsafeMutableRawBufferPointer, maxRows: Int) throws(ImageError) -> Int {
    guard let start = buffer.baseAddress else { return 0 }
    let count = min(maxRows, layout.size.height - nextRow, buffer.count / layout.bytesPerRow)
    var delivered = 0
    while delivered < count, let row = try reader.row() {
      rowsTaken += 1
      if rowsTaken <= top { continue }
      (start + delivered * layout.bytesPerRow).copyMemory(from: row + leadingBytes, byteCount: layout.bytesPerRow)
      delivered += 1
      nextRow += 1
    }
    return delivered
  }
}
