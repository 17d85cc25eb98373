internal import ByteStreams
internal import Compression
internal import ImageModel

/// Encodes rows of samples for an image stream: filtered as in PNG where that helps, then deflated.
final class RowEncoder {
  private let output: DeflateBuffer
  private let bytesPerRow: Int
  /// The distance to the same sample of the pixel before, in bytes.
  private let step: Int
  /// Whether rows are filtered. Samples with fewer than 8 bits and palette indices are smaller without filters.
  let isFiltered: Bool
  private var previous: [UInt8]
  /// One candidate for each of the five filters, beginning with the filter byte.
  private var candidates: [[UInt8]]

  init(bytesPerRow: Int, step: Int, isFiltered: Bool) throws(ImageError) {
    output = try DeflateBuffer()
    self.bytesPerRow = bytesPerRow
    self.step = step
    self.isFiltered = isFiltered
    previous = [UInt8](repeating: 0, count: isFiltered ? bytesPerRow : 0)
    candidates = (0..<(isFiltered ? 5 : 0)).map { [UInt8($0)] + [UInt8](repeating: 0, count: bytesPerRow) }
  }

  func append(_ row: UnsafeRawBufferPointer) throws(ImageError) {
    guard isFiltered else { return try output.append(row) }
    let best = PNGRowFilter.choose(row, previous: previous, step: step, into: &candidates)
    previous.withUnsafeMutableBytes { $0.copyMemory(from: row) }
    try candidates[best].withRawBytes { bytes throws(ImageError) in try output.append(bytes) }
  }

  func finish() throws(ImageError) -> [PDFStreamPiece] { try output.finish() }
}

/// Deflates rows and keeps the result until it is written: up to 2 MiB in memory, then in a temporary file, so that
/// memory does not grow with the picture.
private final class DeflateBuffer {
  private let deflater: Deflater
  private var memory: [UInt8] = []
  private var file: TemporaryFile?
  private var fileSize: UInt64 = 0
  private static let maxMemory = 2 << 20

  init() throws(ImageError) {
    deflater = try Deflater(level: 6)
  }

  func append(_ bytes: UnsafeRawBufferPointer) throws(ImageError) {
    try deflater.append(bytes) { piece throws(ImageError) in try take(piece) }
  }

  /// Ends the stream.
  ///
  /// - Returns: the zlib stream; it lives as long as the pieces.
  func finish() throws(ImageError) -> [PDFStreamPiece] {
    try deflater.finish { piece throws(ImageError) in try take(piece) }
    guard let file else { return [.bytes(memory)] }
    return [.range(file, 0..<fileSize), .bytes(memory)]
  }

  private func take(_ piece: UnsafeRawBufferPointer) throws(ImageError) {
    memory.append(contentsOf: piece)
    guard memory.count > Self.maxMemory else { return }
    if file == nil { file = try TemporaryFile() }
    guard let file else { return }
    try memory.withRawBytes { bytes throws(ImageError) in try file.write(bytes, at: fileSize) }
    fileSize += UInt64(memory.count)
    memory.removeAll(keepingCapacity: true)
  }
}
