internal import ByteStreams
internal import ImageModel
internal import PDFWriting

/// The bytes of one stream on their way into another file: in memory while they are few, else in a temporary file.
final class StreamContent {
  private static let mostInMemory = 4 << 20

  private(set) var bytes: [UInt8] = []
  private var file: TemporaryFile?
  private var count: UInt64 = 0

  /// - Throws: `io` when the temporary file cannot be written.
  func append(_ piece: UnsafeRawBufferPointer) throws(ImageError) {
    if file == nil, bytes.count + piece.count > Self.mostInMemory {
      let spool = try TemporaryFile()
      try bytes.withRawBytes { all throws(ImageError) in try spool.write(all, at: 0) }
      bytes = []
      file = spool
    }
    if let file {
      try file.write(piece, at: count)
    } else {
      bytes.append(contentsOf: piece)
    }
    count += UInt64(piece.count)
  }

  /// Hands all bytes over in pieces.
  func forEachPiece(_ body: (UnsafeRawBufferPointer) throws(ImageError) -> Void) throws(ImageError) {
    try bytes.withRawBytes { all throws(ImageError) in try body(all) }
    var place: UInt64 = 0
    while let file, place < count {
      let piece = try file.bytes(at: place, count: 1 << 18)
      guard !piece.isEmpty else { throw ImageError(.io, "a temporary file became shorter") }
      try piece.withRawBytes { all throws(ImageError) in try body(all) }
      place += UInt64(piece.count)
    }
  }

  var pieces: [PDFStreamPiece] { file.map { [.range($0, 0..<count)] } ?? [.bytes(bytes)] }
}
