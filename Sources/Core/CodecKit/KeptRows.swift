package import ImageModel

/// The decoded rows of an image, kept to be delivered more than once.
package struct KeptRows: Sendable {
  package let layout: RowLayout
  private let bytes: [UInt8]
  private let diagnostics: [Diagnostic]

  /// Reads all rows of a source. Rows that a damaged file lacks stay missing.
  ///
  /// - Throws: what reading throws, and `limitExceeded` when the picture is larger than `limits.maxMemory`.
  package init(_ source: any RowSource, limits: Limits) throws(ImageError) {
    layout = source.layout
    try limits.holding(source.heldMemory).check(memory: Self.memory(for: layout), for: "a picture of \(layout.size)")
    let (rowBytes, height) = (layout.bytesPerRow, layout.size.height)
    var failure: ImageError?
    bytes = [UInt8](unsafeUninitializedCapacity: rowBytes * height) { buffer, initialized in
      let room = UnsafeMutableRawBufferPointer(buffer)
      do throws(ImageError) {
        while initialized < room.count {
          let rest = UnsafeMutableRawBufferPointer(rebasing: room[initialized...])
          let rows = try source.read(into: rest, maxRows: rest.count / rowBytes)
          if rows == 0 { break }
          initialized += rows * rowBytes
        }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    diagnostics = source.diagnostics
  }

  /// The memory in bytes that the rows of a source take; `Int.max` where it does not fit.
  package static func memory(for layout: RowLayout) -> Int {
    let (count, overflow) = layout.bytesPerRow.multipliedReportingOverflow(by: layout.size.height)
    return overflow ? .max : count
  }

  /// The rows, from the first.
  ///
  /// - Parameter memory: all bytes that the caller keeps, including those for further pictures.
  package func rows(holding memory: Int) -> any RowSource { Reader(self, memory) }

  private final class Reader: RowSource {
    private let kept: KeptRows
    private var position = 0
    let heldMemory: Int

    init(_ kept: KeptRows, _ memory: Int) { (self.kept, heldMemory) = (kept, memory) }

    var layout: RowLayout { kept.layout }
    var diagnostics: [Diagnostic] { kept.diagnostics }

    func read(into buffer: UnsafeMutableRawBufferPointer, maxRows: Int) throws(ImageError) -> Int {
      let rows = min(maxRows, buffer.count / layout.bytesPerRow, (kept.bytes.count - position) / layout.bytesPerRow)
      let count = max(0, rows) * layout.bytesPerRow
      kept.bytes.withUnsafeBytes {
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[position..<position + count]))
      }
      position += count
      return max(0, rows)
    }
  }
}
