package import ByteStreams
internal import Deflate
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
