internal import ByteStreams
package import ImageModel

/// Encodes samples for the streams of pictures that are compressed again, without a loss.
package enum SampleStreams {
  /// A stream's content and the entries of its dictionary that say how it is encoded.
  package struct Encoded: Sendable {
    /// /Filter and /DecodeParms.
    package var entries: PDFDictionary
    package var content: [PDFStreamPiece]

    package var byteCount: UInt64 { content.reduce(0) { $0 + $1.count } }
  }

  /// Bilevel rows as Group 4 fax data; nil where that is longer than deflated data usually is.
  ///
  /// - Parameter rows: rows of whole bytes, one after the other; the first pixel is in the highest bit. Decoding gives
  ///   the same bits.
  package static func fax(_ rows: [UInt8], _ size: PixelSize) -> Encoded? {
    let bytesPerRow = (size.width + 7) / 8
    guard size.width > 0, size.height > 0, rows.count >= bytesPerRow * size.height else { return nil }
    var encoder = FaxEncoder(width: size.width)
    for y in 0..<size.height where !encoder.isTooLong {
      encoder.append(Array(rows[y * bytesPerRow..<(y + 1) * bytesPerRow]))
    }
    guard let bytes = encoder.finish() else { return nil }
    let parameters: PDFDictionary = [
      "K": .integer(-1), "Columns": .integer(size.width), "Rows": .integer(size.height),
    ]
    return Encoded(
      entries: ["Filter": .name("CCITTFaxDecode"), "DecodeParms": .dictionary(parameters)], content: [.bytes(bytes)])
  }

  /// Samples of 8 bits, filtered as in PNG and deflated.
  ///
  /// - Throws: `usage` for samples of another size; `io` of a temporary file.
  package static func deflated(_ pixels: PixelBuffer) throws(ImageError) -> Encoded {
    let channels = pixels.format.channelCount
    guard pixels.format.component == .uint8 else { throw ImageError(.usage, "samples must have 8 bits") }
    let encoder = try RowEncoder(bytesPerRow: pixels.bytesPerRow, step: channels, isFiltered: true)
    for y in 0..<pixels.size.height {
      try Array(pixels.row(y)).withRawBytes { row throws(ImageError) in try encoder.append(row) }
    }
    let parameters = PDFDictionary.pngPredictor(columns: pixels.size.width, colors: channels, bits: 8)
    return Encoded(
      entries: ["Filter": .name("FlateDecode"), "DecodeParms": .dictionary(parameters)],
      content: try encoder.finish())
  }
}
