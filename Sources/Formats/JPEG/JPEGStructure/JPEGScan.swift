package import ByteStreams
package import ImageModel

/// A scan header (SOS): the components and coefficients that the following data codes. ITU-T T.81, B.2.3.
package struct JPEGScanHeader: Hashable, Sendable {
  /// Identifiers of the components, as in the frame header.
  package var components: [UInt8]
  /// The first and the last coefficient in zigzag order: 0 and 63 in sequential files.
  package var spectralStart: Int
  package var spectralEnd: Int
  /// The bit positions of successive approximation: that of the scan before (0 if there was none), and that of this
  /// scan.
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
  /// The bytes of entropy-coded data after the header, including restart markers and fill bytes before the next marker.
  package var dataLength: UInt64
  package var restartMarkers: Int
  /// Whether a marker follows; false where the file ends in the data.
  package var isComplete: Bool

  package var dataOffset: UInt64 { segment.end }
  package var end: UInt64 { dataOffset + dataLength }
}

/// Walks a file from its first scan on: scans with the range of their data, and the segments between them.
///
/// It skips the data of the scans by searching for the next marker and keeps none of it.
package struct JPEGScanWalker {
  package enum Element: Hashable, Sendable {
    case scan(JPEGScan)
    /// A segment between scans, tables mostly; the end of the image comes last.
    case segment(JPEGSegment)
  }

  private let limits: Limits
  private var cursor: JPEGSegmentCursor
  private var scanner: JPEGMarkerScanner
  private var position: UInt64?
  private var scanCount = 0

  /// - Parameter start: the offset of the first SOS marker, or of any marker before it.
  package init(_ source: any ByteSource, from start: UInt64, limits: Limits) {
    self.limits = limits
    cursor = JPEGSegmentCursor(source)
    scanner = JPEGMarkerScanner(source)
    position = start
  }

  /// The next scan or segment; nil after the end of the image and at the end of the file.
  ///
  /// - Throws: `limitExceeded` for more than `limits.maxScans` scans; `invalidData` for a scan header cut short; `io`.
  package mutating func next() throws(ImageError) -> Element? {
    guard let position, let segment = try cursor.segment(at: position)?.segment else {
      position = nil
      return nil
    }
    if segment.marker == .endOfImage {
      self.position = nil
      return .segment(segment)
    }
    guard segment.marker == .startOfScan else {
      self.position = segment.end
      return .segment(segment)
    }
    scanCount += 1
    guard scanCount <= limits.maxScans else {
      throw limits.exceeded(
        "has more than \(limits.maxScans) scans", name: "max-scans", value: limits.maxScans, format: "JPEG")
    }
    let header = try JPEGScanHeader(try cursor.content(of: segment))
    let next = try scanner.next(from: segment.end, passRestarts: true)
    let end = next?.offset ?? cursor.size
    self.position = next?.offset
    return .scan(
      JPEGScan(
        header: header, segment: segment, dataLength: end - segment.end, restartMarkers: next?.restarts ?? 0,
        isComplete: next != nil))
  }
}
