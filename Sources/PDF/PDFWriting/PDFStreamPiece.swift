package import ByteStreams

/// A part of a stream's content, already in the form that the stream's filters say.
package enum PDFStreamPiece: Sendable {
  case bytes([UInt8])
  /// A part of a source, which is copied without being looked at.
  case range(any ByteSource, Range<UInt64>)

  package var count: UInt64 {
    switch self {
    case .bytes(let bytes): UInt64(bytes.count)
    case .range(_, let range): range.upperBound - range.lowerBound
    }
  }
}
