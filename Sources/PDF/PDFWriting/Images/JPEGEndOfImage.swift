internal import ByteStreams
internal import ImageModel
internal import JPEGStructure

/// Where a JPEG image ends in its file.
struct JPEGEndOfImage {
  /// One behind the end marker, or behind the file where there is none.
  var offset: UInt64
  var isMissing = false

  /// Finds the end.
  ///
  /// A file whose last bytes are the end marker, and which says nothing of further pictures, needs no search: what would be
  /// found is where it ends. Otherwise the file is searched for markers. So is a progressive one that is small for its
  /// picture, whose scans have to be counted: a viewer works through the whole picture for each.
  ///
  /// - Throws: `limitExceeded` for more than `limits.maxScans` scans; `io`.
  static func find(
    _ structure: JPEGStructure, in source: any ByteSource, limits: Limits
  ) throws(ImageError) -> JPEGEndOfImage {
    let end = source.size
    if end >= 4, try source.bytes(at: end - 2, count: 2) == [0xFF, JPEGMarker.endOfImage.code],
      !structure.blocks.contains(where: { $0.kind == .multiPicture }), !needsCounting(structure, size: end)
    {
      return JPEGEndOfImage(offset: end)
    }
    guard let scan = structure.firstScanOffset else { return JPEGEndOfImage(offset: end, isMissing: true) }
    var walker = JPEGScanWalker(source, from: scan, limits: limits)
    while let element = try walker.next() {
      if case .segment(let segment) = element, segment.marker == .endOfImage {
        return JPEGEndOfImage(offset: segment.offset + 2)
      }
    }
    return JPEGEndOfImage(offset: end, isMissing: true)
  }

  /// Whether a file may have far more scans than its data is worth. Photographs have half a bit for each pixel, or more.
  private static func needsCounting(_ structure: JPEGStructure, size: UInt64) -> Bool {
    guard let frame = structure.frame, frame.process == .progressive else { return false }
    return size <= 128 << 10 || size < UInt64(clamping: frame.size.pixelCount / 16)
  }
}
