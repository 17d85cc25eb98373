package import CodecKit
package import ImageModel

/// Completes a picture whose source ends early: missing rows get one colour. `CountedRows` warns about them. It is an
/// error if a source has no row at all.
package final class RowCompleter: RowSource {
  package let layout: RowLayout
  private let source: any RowSource
  private let filling: [UInt8]
  private var missingRows = 0
  private var nextRow = 0

  package var heldMemory: Int { source.heldMemory }

  /// - Parameter pixel: the bytes of one pixel of the source's format; empty for zeros.
  package init(_ source: any RowSource, filling pixel: [UInt8] = []) {
    self.source = source
    layout = source.layout
    filling = pixel.count == layout.format.bytesPerPixel ? pixel : []
  }

  package var diagnostics: [Diagnostic] { source.diagnostics }

  package func read(into buffer: UnsafeMutableRawBufferPointer, maxRows: Int) throws(ImageError) -> Int {
    let count = min(maxRows, layout.size.height - nextRow, buffer.count / layout.bytesPerRow)
    guard count > 0 else { return 0 }
    if missingRows == 0 {
      let rows = try source.read(into: buffer, maxRows: count)
      nextRow += rows
      if rows > 0 { return rows }
      guard nextRow > 0 else {
        let reason = source.diagnostics.first { $0.severity == .warning }.map { ": \($0.message)" } ?? ""
        throw ImageError(.invalidData, "no part of the picture can be decoded\(reason)")
      }
      missingRows = layout.size.height - nextRow
    }
    fill(UnsafeMutableRawBufferPointer(rebasing: buffer[..<(count * layout.bytesPerRow)]))
    nextRow += count
    return count
  }

  private func fill(_ buffer: UnsafeMutableRawBufferPointer) {
    buffer.initializeMemory(as: UInt8.self, repeating: 0)
    guard !filling.isEmpty else { return }
    for index in buffer.indices { buffer[index] = filling[index % filling.count] }
  }
}
