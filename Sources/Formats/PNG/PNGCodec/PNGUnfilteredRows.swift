internal import CPNGShims
internal import CodecKit
internal import ImageModel

/// The rows of a picture with 8 bits a sample, from its inflated image data: it undoes the filters of the rows (PNG
/// third edition, 9.2), faster than libpng 1.6 as distributions build it.
final class PNGUnfilteredRows: RowSource {
  let layout: RowLayout
  private let data: any RowSource
  private let filtered: UnsafeMutableRawBufferPointer
  /// The row above the next one; zeros above the first.
  private let above: UnsafeMutableRawBufferPointer

  /// - Throws: `limitExceeded` when some rows are larger than `limits.maxMemory`.
  init(_ data: any RowSource, layout: RowLayout, limits: Limits) throws(ImageError) {
    self.data = data
    self.layout = layout
    let size = max(64 << 10, data.layout.bytesPerRow)
    try limits.check(memory: 2 * size, for: "rows of \(layout.size.width) pixels", format: "PNG")
    filtered = .allocate(byteCount: size, alignment: 16)
    above = .allocate(byteCount: layout.bytesPerRow, alignment: 16)
    above.initializeMemory(as: UInt8.self, repeating: 0)
  }

  deinit {
    filtered.deallocate()
    above.deallocate()
  }

  var diagnostics: [Diagnostic] { data.diagnostics }

  /// - Throws: `invalidData` for a filter that does not exist.
  func read(into buffer: UnsafeMutableRawBufferPointer, maxRows: Int) throws(ImageError) -> Int {
    let bytesPerRow = layout.bytesPerRow
    let rows = try data.read(into: filtered, maxRows: min(maxRows, buffer.count / bytesPerRow))
    guard rows > 0, let target = buffer.bindMemory(to: UInt8.self).baseAddress,
      let source = filtered.bindMemory(to: UInt8.self).baseAddress,
      let first = above.bindMemory(to: UInt8.self).baseAddress
    else { return 0 }
    var previous = first
    for index in 0..<rows {
      let (start, row) = (source + index * (bytesPerRow + 1), target + index * bytesPerRow)
      guard png_shim_unfilter(start[0], row, start + 1, previous, bytesPerRow, layout.format.bytesPerPixel) else {
        throw ImageError(.invalidData, "a filter that does not exist", format: "PNG")
      }
      previous = row
    }
    first.update(from: previous, count: bytesPerRow)
    return rows
  }
}
