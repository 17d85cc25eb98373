internal import Deflate
package import ImageModel

/// Takes the content of a stream whose length nobody knows beforehand, and deflates it on its way into the file.
package final class PDFStreamBody {
  private let writer: PDFWriter
  private let dictionary: PDFDictionary
  private let reference: PDFReference
  private let deflater: Deflater
  /// What has been deflated while it is little: then the length can stand in the stream's dictionary.
  private var pending: [UInt8] = []
  /// The object that will hold the length; nil until the stream turns out to be long.
  private var length: PDFReference?
  /// Deflated bytes so far.
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

  /// Takes the next bytes of the content, not yet deflated.
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
