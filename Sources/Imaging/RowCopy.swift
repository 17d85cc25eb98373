internal import CodecKit
internal import ImageModel

/// Moves rows from a source to whoever takes them.
enum RowCopy {
  /// About how many bytes are moved at a time.
  private static let batch = 128 << 10

  /// Copies all rows; rows that do not exist are delivered as zeros, so that the taker gets as many as were announced.
  static func copy(
    _ rows: any RowSource, limits: Limits,
    to take: (UnsafeRawBufferPointer, Int) throws(ImageError) -> Void
  ) throws(ImageError) {
    let layout = rows.layout
    let rowsPerBatch = max(1, min(layout.size.height, batch / max(1, layout.bytesPerRow)))
    let (size, overflow) = rowsPerBatch.multipliedReportingOverflow(by: layout.bytesPerRow)
    try limits.check(memory: overflow ? .max : size, for: "rows of \(layout.size.width) pixels")
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 64)
    defer { buffer.deallocate() }
    var done = 0
    while done < layout.size.height {
      let count = try rows.read(into: buffer, maxRows: min(rowsPerBatch, layout.size.height - done))
      if count == 0 { break }
      try take(UnsafeRawBufferPointer(rebasing: buffer[..<(count * layout.bytesPerRow)]), count)
      done += count
    }
    var padded = done
    buffer.initializeMemory(as: UInt8.self, repeating: 0)
    while padded < layout.size.height {
      let count = min(rowsPerBatch, layout.size.height - padded)
      try take(UnsafeRawBufferPointer(rebasing: buffer[..<(count * layout.bytesPerRow)]), count)
      padded += count
    }
  }
}
