internal import CodecKit
internal import ImageModel

/// Adds pixels around a picture: of one colour, or of another picture that lies behind it.
final class Framer: RowSource {
  let layout: RowLayout
  private var reader: RowReader
  private let backdrop: (any RowSource)?
  private let place: PixelRect
  /// One row of the colour.
  private let filling: RowBuffer
  private var nextRow = 0

  /// - Parameters:
  ///   - size: of the result.
  ///   - place: the picture in it.
  ///   - pixel: the bytes of an added pixel in the source's format; empty for zeros.
  ///   - backdrop: rows of the result's size in the source's format, which replace `pixel`.
  /// - Throws: `limitExceeded` for too large a picture.
  init(
    _ source: any RowSource, size: PixelSize, place: PixelRect, pixel: [UInt8], backdrop: (any RowSource)? = nil,
    limits: Limits
  ) throws(ImageError) {
    let input = source.layout
    try limits.check(result: size)
    layout = RowLayout(size: size, format: input.format, profile: input.profile)
    try limits.check(memory: RowReader.memory(for: input) + layout.bytesPerRow, for: "rows of \(size.width) pixels")
    self.place = place
    self.backdrop = backdrop
    filling = RowBuffer(byteCount: layout.bytesPerRow)
    if !pixel.isEmpty {
      for index in 0..<layout.bytesPerRow {
        filling.start.storeBytes(of: pixel[index % pixel.count], toByteOffset: index, as: UInt8.self)
      }
    }
    reader = RowReader(source)
  }

  var diagnostics: [Diagnostic] { reader.source.diagnostics }
  var heldMemory: Int { reader.source.heldMemory }

  func read(into buffer: UnsafeMutableRawBufferPointer, maxRows: Int) throws(ImageError) -> Int {
    guard let start = buffer.baseAddress else { return 0 }
    let count = min(maxRows, layout.size.height - nextRow, buffer.count / layout.bytesPerRow)
    for index in 0..<max(0, count) {
      let row = start + index * layout.bytesPerRow
      row.copyMemory(from: filling.start, byteCount: layout.bytesPerRow)
      if let backdrop {
        let room = UnsafeMutableRawBufferPointer(start: row, count: layout.bytesPerRow)
        _ = try backdrop.read(into: room, maxRows: 1)
      }
      if place.rows.contains(nextRow), let picture = try reader.row() {
        (row + place.x * layout.format.bytesPerPixel).copyMemory(from: picture, byteCount: reader.bytesPerRow)
      }
      nextRow += 1
    }
    return max(0, count)
  }
}
