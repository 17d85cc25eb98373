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
  /// found is where it ends. Otherwise the file is searched for markers. So is a progressive one, for its scans have to be
  /// counted: a viewer decodes the whole picture for each.
  ///
  /// - Throws: `limitExceeded` for more than `limits.maxScans` scans; `io`.
  static func find(
    _ structure: JPEGStructure, in source: any ByteSource, limits: Limits
  ) throws(ImageError) -> JPEGEndOfImage {
    let end = source.size
    if end >= 4, try source.bytes(at: end - 2, count: 2) == [0xFF, JPEGMarker.endOfImage.code],
      !structure.blocks.contains(where: { $0.kind == .multiPicture }), structure.frame?.process != .progressive
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
}
