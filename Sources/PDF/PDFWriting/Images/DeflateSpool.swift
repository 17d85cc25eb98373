internal import ByteStreams
internal import Deflate
internal import ImageModel

/// Deflates rows while they come and keeps the result until it is written: in memory while it is small, then in a temporary
/// file, so that memory does not grow with the picture.
final class DeflateSpool {
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
