internal import CodecKit
internal import ImageModel

/// The rows of a picture that is not interlaced, read as they are asked for.
///
/// Of a damaged file the rows that can be trusted are delivered, with a warning: where the file or its image data ends
/// early, or where an IDAT chunk after the first is damaged. Damage in the first IDAT chunk, the only one of many files,
/// is an error: nothing vouches for any row.
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
