internal import ByteStreams
internal import ImageModel

/// Reads segments one after the other: what stands at a place, or behind garbage that follows it.
struct JPEGSegmentCursor {
  struct Result {
    var segment: JPEGSegment
    /// Bytes before the marker that belong to nothing; fill bytes do not count.
    var garbage: UInt64
    /// Whether the length field has an impossible value.
    var hasBadLength = false
  }

  private var reader: WindowedReader
  private var scanner: JPEGMarkerScanner

  /// - Parameter head: the first bytes, where they have been read.
  init(_ source: any ByteSource, head: [UInt8] = []) {
    reader = WindowedReader(source, head: head)
    scanner = JPEGMarkerScanner(source, blockSize: 4_096)
  }

  var size: UInt64 { reader.size }

  /// Whether the file begins with a marker.
  mutating func begins(with marker: JPEGMarker) throws(ImageError) -> Bool {
    try reader.uint16(at: 0, bigEndian: true) == 0xFF00 | UInt16(marker.code)
  }

  /// The first segment at or behind `position`; nil where the file ends before there is one.
  mutating func segment(at position: UInt64) throws(ImageError) -> Result? {
    var offset = position
    var garbage: UInt64 = 0
    guard let first = try reader.uint16(at: offset, bigEndian: true) else { return nil }
    var marker = JPEGMarker(UInt8(truncatingIfNeeded: first))
    if first >> 8 != 0xFF || marker.code == 0 || marker.code == 0xFF {
      guard let found = try scanner.next(from: offset, passRestarts: false) else { return nil }
      if first != 0xFFFF { garbage = found.offset - offset }
      (offset, marker) = (found.offset, found.marker)
    }
    var result = Result(segment: JPEGSegment(marker: marker, offset: offset, contentLength: 0), garbage: garbage)
    if marker.standsAlone { return result }
    guard let length = try reader.uint16(at: offset + 2, bigEndian: true) else { return nil }
    guard length >= 2 else {
      result.hasBadLength = true
      return result
    }
    let available = reader.size - (offset + 4)
    result.segment.contentLength = Int(min(UInt64(length) - 2, available))
    result.segment.isCutShort = UInt64(length) - 2 > available
    return result
  }

  /// The bytes of a segment's content that exist.
  mutating func content(of segment: JPEGSegment) throws(ImageError) -> [UInt8] {
    try reader.bytes(at: segment.contentOffset, count: segment.contentLength) ?? []
  }

  /// The first bytes of a segment's content, at most `count`.
  mutating func prefix(of segment: JPEGSegment, _ count: Int) throws(ImageError) -> [UInt8] {
    try reader.bytes(at: segment.contentOffset, count: min(count, segment.contentLength)) ?? []
  }
}
