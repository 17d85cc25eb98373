package import ByteStreams
internal import Compression
package import ImageModel

/// A part of the content of a stream, already encoded by the filters of the stream.
package enum PDFStreamPiece: Sendable {
  case bytes([UInt8])
  /// A range of a source, which is copied unchanged.
  case range(any ByteSource, Range<UInt64>)

  package var count: UInt64 {
    switch self {
    case .bytes(let bytes): UInt64(bytes.count)
    case .range(_, let range): range.upperBound - range.lowerBound
    }
  }
}

/// Pieces, one after the other, as one source.
package final class PieceSource: ByteSource {
  private let pieces: [PDFStreamPiece]
  package let size: UInt64

  package init(_ pieces: [PDFStreamPiece]) {
    self.pieces = pieces
    size = pieces.reduce(0) { $0 + $1.count }
  }

  package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(ImageError) -> Int {
    var done = 0
    var start: UInt64 = 0
    for piece in pieces {
      let end = start + piece.count
      if done < buffer.count, offset + UInt64(done) < end {
        let inside = offset + UInt64(done) - start
        let count = Int(min(UInt64(buffer.count - done), piece.count - inside))
        let target = UnsafeMutableRawBufferPointer(rebasing: buffer[done..<done + count])
        switch piece {
        case .bytes(let bytes):
          let first = Int(inside)
          bytes.withUnsafeBytes {
            target.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[first..<first + count]))
          }
          done += count
        case .range(let source, let range):
          let got = try source.read(into: target, at: range.lowerBound + inside)
          done += got
          if got < count { return done }
        }
      }
      if done == buffer.count { break }
      start = end
    }
    return done
  }
}

/// Deflates the content of a stream whose length is not known in advance, while it is written.
package final class PDFStreamBody {
  private let writer: PDFWriter
  private let dictionary: PDFDictionary
  private let reference: PDFReference
  private let deflater: Deflater
  /// The deflated bytes of a short stream, whose length can be in its dictionary.
  private var pending: [UInt8] = []
  /// The object for the length; nil while the stream is short.
  private var length: PDFReference?
  /// The number of deflated bytes so far.
  private(set) var byteCount: UInt64 = 0

  private static let maxPending = 128 << 10

  init(
    _ writer: PDFWriter, _ dictionary: PDFDictionary, _ reference: PDFReference, level: Int
  ) throws(ImageError) {
    self.writer = writer
    self.dictionary = dictionary
    self.reference = reference
    deflater = try Deflater(level: level)
  }

  /// Appends bytes of the content, which are deflated here.
  package func append(_ bytes: UnsafeRawBufferPointer) throws(ImageError) {
    try deflater.append(bytes) { piece throws(ImageError) in try take(piece) }
  }

  func finish() throws(ImageError) {
    try deflater.finish { piece throws(ImageError) in try take(piece) }
    guard let length else { return try writer.writeStream(dictionary, [.bytes(pending)], as: reference) }
    try writer.endStream()
    try writer.write(.integer(Int(byteCount)), as: length)
  }

  private func take(_ piece: UnsafeRawBufferPointer) throws(ImageError) {
    byteCount += UInt64(piece.count)
    if length != nil { return try writer.continueStream(piece) }
    pending.append(contentsOf: piece)
    guard pending.count > Self.maxPending else { return }
    let reserved = writer.reserve()
    length = reserved
    try writer.beginStream(dictionary, length: .reference(reserved), as: reference)
    try pending.withRawBytes { bytes throws(ImageError) in try writer.continueStream(bytes) }
    pending = []
  }
}
