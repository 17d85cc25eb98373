internal import ImageModel

/// A scan header (SOS): which components and coefficients the data that follows is about. ITU-T T.81, B.2.3.
package struct JPEGScanHeader: Hashable, Sendable {
  /// Identifiers of the components, as in the frame header.
  package var components: [UInt8]
  /// The first and the last coefficient in zigzag order: 0 and 63 in sequential files.
  package var spectralStart: Int
  package var spectralEnd: Int
  /// The bit positions of successive approximation: the one before (0 for none), and that of this scan.
  package var approximationHigh: Int
  package var approximationLow: Int

  /// A header from its content.
  ///
  /// - Throws: `invalidData` when it is cut short.
  init(_ content: [UInt8]) throws(ImageError) {
    guard let count = content.first.map({ Int($0) }), content.count >= 2 * count + 4 else {
      throw ImageError(.invalidData, "a scan header is cut short", format: "JPEG")
    }
    components = (0..<count).map { content[1 + 2 * $0] }
    spectralStart = Int(content[2 * count + 1])
    spectralEnd = Int(content[2 * count + 2])
    approximationHigh = Int(content[2 * count + 3] >> 4)
    approximationLow = Int(content[2 * count + 3] & 15)
  }
}

/// A scan: its header and where its entropy-coded data lies.
package struct JPEGScan: Hashable, Sendable {
  package var header: JPEGScanHeader
  /// The SOS segment.
  package var segment: JPEGSegment
  /// The bytes of entropy-coded data behind the header, restart markers included, fill bytes before the next marker too.
  package var dataLength: UInt64
  package var restartMarkers: Int
  /// Whether a marker follows; false where the file ends in the data.
  package var isComplete: Bool

  package var dataOffset: UInt64 { segment.end }
  package var end: UInt64 { dataOffset + dataLength }
}
