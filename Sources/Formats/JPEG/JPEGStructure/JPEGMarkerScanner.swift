internal import ByteStreams
internal import Glibc
internal import ImageModel

/// Finds the next marker in bytes that are not segments: the data of a scan, or garbage.
///
/// Reads the source in large blocks and lets `memchr` search, so that megabytes of scan data take milliseconds.
struct JPEGMarkerScanner {
  struct Found {
    var marker: JPEGMarker
    /// The offset of the 0xFF before the marker's code. Fill bytes precede it.
    var offset: UInt64
    /// The number of restart markers that were skipped.
    var restarts: Int
  }

  private let source: any ByteSource
  private let blockSize: Int
  private var block: [UInt8] = []
  private var blockStart: UInt64 = 0

  init(_ source: any ByteSource, blockSize: Int = 65_536) {
    self.source = source
    self.blockSize = blockSize
  }

  /// The first marker at or after `start`.
  ///
  /// - Parameter passRestarts: whether to skip RSTn.
  /// - Returns: nil where the source ends first.
  mutating func next(from start: UInt64, passRestarts: Bool) throws(ImageError) -> Found? {
    var position = start
    var restarts = 0
    while position < source.size {
      if position < blockStart || position - blockStart >= UInt64(block.count) { try load(position) }
      guard !block.isEmpty else { return nil }
      let from = Int(position - blockStart)
      var index = Self.find(0xFF, in: block, from: from)
      while index < block.count - 1 {
        let code = block[index + 1]
        if code == 0xFF {
          index += 1
          continue
        }
        let marker = JPEGMarker(code)
        if code != 0, !(passRestarts && marker.isRestart) {
          return Found(marker: marker, offset: blockStart + UInt64(index), restarts: restarts)
        }
        if code != 0 { restarts += 1 }
        index = Self.find(0xFF, in: block, from: index + 2)
      }
      if index == block.count - 1 {
        // A 0xFF at the end of the block: the next block has the byte that follows.
        position = blockStart + UInt64(index)
        if position + 1 >= source.size { return nil }
        try load(position)
        guard block.count > 1 else { return nil }
      } else {
        position = blockStart + UInt64(index)
      }
    }
    return nil
  }

  private mutating func load(_ offset: UInt64) throws(ImageError) {
    block = try source.bytes(at: offset, count: blockSize)
    blockStart = offset
  }

  /// The index of the first such byte at or after `from`. If there is none, the index is at or beyond the end.
  private static func find(_ byte: UInt8, in bytes: [UInt8], from: Int) -> Int {
    guard from < bytes.count else { return from }
    return bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress, let hit = memchr(base + from, Int32(byte), buffer.count - from) else {
        return buffer.count
      }
      return base.distance(to: UnsafeRawPointer(hit))
    }
  }
}

/// Reads segments one after the other. It skips garbage before a segment.
struct JPEGSegmentCursor {
  struct Result {
    var segment: JPEGSegment
    /// The number of garbage bytes before the marker, without fill bytes.
    var garbage: UInt64
    /// Whether the length field has an impossible value.
    var hasBadLength = false
  }

  private var reader: WindowedReader
  private var scanner: JPEGMarkerScanner

  /// - Parameter head: the first bytes, if they have already been read.
  init(_ source: any ByteSource, head: [UInt8] = []) {
    reader = WindowedReader(source, head: head)
    scanner = JPEGMarkerScanner(source, blockSize: 4_096)
  }

  var size: UInt64 { reader.size }

  /// Whether the file begins with a marker.
  mutating func begins(with marker: JPEGMarker) throws(ImageError) -> Bool {
    try reader.uint16(at: 0, bigEndian: true) == 0xFF00 | UInt16(marker.code)
  }

  /// The first segment at or after `position`; nil where the file ends first.
  mutating func segment(at position: UInt64) throws(ImageError) -> Result? {
    var offset = position
    var garbage: UInt64 = 0
    var marker: JPEGMarker
    repeat {
      guard let first = try reader.uint16(at: offset, bigEndian: true) else { return nil }
      marker = JPEGMarker(UInt8(truncatingIfNeeded: first))
      if first >> 8 != 0xFF || marker.code == 0 || marker.code == 0xFF {
        guard let found = try scanner.next(from: offset, passRestarts: false) else { return nil }
        if first != 0xFFFF { garbage += found.offset - offset }
        (offset, marker) = (found.offset, found.marker)
      }
      if marker.isReserved {
        offset += 2
        garbage += 2
      }
    } while marker.isReserved
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
