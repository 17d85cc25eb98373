internal import CodecKit
internal import Glibc
internal import ImageModel

/// The rows of a picture that is not interlaced, read on demand.
///
/// A damaged file gives its trustworthy rows with a warning: where the file or its image data ends early, or where an
/// IDAT chunk after the first is damaged. Damage in the first IDAT chunk, the only one in many files, is an error
/// because no check confirms any row.
final class PNGRowSource: RowSource {
  let layout: RowLayout
  private let reader: PNGReader
  private let request: DecodeRequest
  private var nextRow = 0
  private var damage: [Diagnostic] = []

  init(_ reader: PNGReader, layout: RowLayout, request: DecodeRequest) {
    self.reader = reader
    self.layout = layout
    self.request = request
  }

  var diagnostics: [Diagnostic] { reader.diagnostics + damage }

  func read(into buffer: UnsafeMutableRawBufferPointer, maxRows: Int) throws(ImageError) -> Int {
    let room = min(maxRows, buffer.count / layout.bytesPerRow, layout.size.height - nextRow)
    guard room > 0, damage.isEmpty else { return 0 }
    try request.checkCancellation()
    let (count, found) = try reader.read(buffer, rows: room)
    nextRow += count
    if let found {
      guard found.leavesRows, nextRow > 0 else { throw reader.error }
      damage = [.warning(found.message)]
    } else if nextRow == layout.size.height, let message = try reader.end() {
      damage = [.warning(message)]
    }
    return count
  }
}

/// The rows of an interlaced picture. Its last pass touches every other row, so that nothing is final before it: the
/// whole picture is decoded into memory when the first row is requested.
///
/// In a damaged file the existing passes make a coarser picture, in which each pixel represents a block.
final class PNGInterlacedRowSource: RowSource {
  let layout: RowLayout
  private let reader: PNGReader
  private let request: DecodeRequest
  private var picture: UnsafeMutableRawBufferPointer?
  private var rowCount = 0
  private var nextRow = 0
  private var damage: [Diagnostic] = []

  /// - Throws: `limitExceeded` when the picture is larger than `limits.maxMemory`.
  init(_ reader: PNGReader, layout: RowLayout, limits: Limits, request: DecodeRequest) throws(ImageError) {
    let (bytes, overflow) = layout.bytesPerRow.multipliedReportingOverflow(by: layout.size.height)
    try limits.check(memory: overflow ? .max : bytes, for: "an interlaced picture of \(layout.size)", format: "PNG")
    self.reader = reader
    self.layout = layout
    self.request = request
  }

  deinit { free(picture?.baseAddress) }

  var heldMemory: Int { layout.bytesPerRow * layout.size.height }

  var diagnostics: [Diagnostic] { reader.diagnostics + damage }

  func read(into buffer: UnsafeMutableRawBufferPointer, maxRows: Int) throws(ImageError) -> Int {
    try request.checkCancellation()
    let picture = try decoded()
    let count = min(maxRows, buffer.count / layout.bytesPerRow, rowCount - nextRow)
    guard count > 0 else { return 0 }
    let start = nextRow * layout.bytesPerRow
    buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: picture[start..<start + count * layout.bytesPerRow]))
    nextRow += count
    return count
  }

  private func decoded() throws(ImageError) -> UnsafeMutableRawBufferPointer {
    if let picture { return picture }
    let byteCount = layout.bytesPerRow * layout.size.height
    // Zeroed pages cost nothing until a pass reaches them, which a short file never does.
    guard let memory = calloc(byteCount, 1) else {
      throw ImageError(.limitExceeded, "no memory for an interlaced picture of \(layout.size)", format: "PNG")
    }
    let picture = UnsafeMutableRawBufferPointer(start: memory, count: byteCount)
    self.picture = picture
    for pass in 0..<7 {
      try request.checkCancellation()
      let (rows, found) = try reader.read(pass: pass, into: picture)
      if let found {
        guard found.leavesRows, rows > 0 else { throw reader.error }
        damage = [.warning(pass == 0 ? found.message : "\(found.message): \(pass) of 7 passes are whole")]
        rowCount = rows
        return picture
      }
    }
    rowCount = layout.size.height
    if let message = try reader.end() { damage = [.warning(message)] }
    return picture
  }
}
