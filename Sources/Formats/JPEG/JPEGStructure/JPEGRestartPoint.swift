package import ByteStreams
package import ImageModel

/// A place in the data of a scan where a second decoder can begin: after a restart marker, which resets all state of
/// the entropy decoder (ITU-T T.81, E.2.4), and at the beginning of a row of MCUs.
///
/// The next marker is RST0, as at the beginning of a scan.
package struct JPEGRestartPoint: Hashable, Sendable {
  /// The offset of the first byte after the marker.
  package var offset: UInt64
  /// The offset of the first byte of the scan's data.
  package var scanDataOffset: UInt64
  /// The rows of MCUs before the point.
  package var mcuRow: Int
  /// The rows of the picture in a row of MCUs.
  package var mcuHeight: Int
}

extension JPEGStructure {
  /// The restart point that is nearest to the middle of the picture.
  ///
  /// The data before it is searched for restart markers.
  ///
  /// - Returns: nil if the picture is not baseline or has several scans, if there is no suitable restart interval, or
  ///   if a marker before the point is missing or wrong.
  package func middleRestartPoint(in source: any ByteSource) throws(ImageError) -> JPEGRestartPoint? {
    guard restartInterval > 0, let frame, frame.process == .baseline, !frame.leavesHeightOpen,
      frame.components.count > 1 || frame.maxHorizontalSampling * frame.maxVerticalSampling == 1,
      firstScan?.components.count == frame.components.count, let scan = segments.last, scan.marker == .startOfScan
    else { return nil }
    let (width, height) = (8 * frame.maxHorizontalSampling, 8 * frame.maxVerticalSampling)
    let columns = (frame.size.width + width - 1) / width
    let rows = (frame.size.height + height - 1) / height
    // Eight intervals bring back RST0. Only every `step`th row of MCUs begins after a multiple of eight intervals.
    let step = 8 * restartInterval / Self.greatestCommonDivisor(8 * restartInterval, columns)
    let row = (rows / 2 + step / 2) / step * step
    guard row > 0, row < rows - 1 else { return nil }
    var scanner = JPEGMarkerScanner(source)
    var position = scan.end
    for index in 0..<row * columns / restartInterval {
      guard let found = try scanner.next(from: position, passRestarts: false),
        found.marker.code == 0xD0 + UInt8(index % 8)
      else { return nil }
      position = found.offset + 2
    }
    return JPEGRestartPoint(offset: position, scanDataOffset: scan.end, mcuRow: row, mcuHeight: height)
  }

  private static func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int { b == 0 ? a : greatestCommonDivisor(b, a % b) }
}
