package import ByteStreams
package import ImageModel

/// Walks a file from its first scan on: scans with the place of their data, and the segments between them.
///
/// The data of the scans is skipped by searching for the next marker; nothing of it is kept.
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

  /// The next scan or segment; nil behind the end of the image and at the end of the file.
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
