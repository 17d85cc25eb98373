internal import ByteStreams
internal import Glibc
internal import ImageModel

/// Finds the next marker in bytes that are not segments: the data of a scan, or garbage.
///
/// Reads the source in large blocks and lets `memchr` search, so that megabytes of scan data take milliseconds.
struct JPEGMarkerScanner {
  struct Found {
    var marker: JPEGMarker
    /// Where the 0xFF before the marker's code stands; fill bytes lie before it.
    var offset: UInt64
    /// Restart markers that were passed on the way.
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

  /// The first marker at or behind `start`.
  ///
  /// - Parameter passRestarts: whether RSTn belong to what is skipped.
  /// - Returns: nil where the source ends before.
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
        // A 0xFF at the end of the block: what it is shows in the next one.
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

  /// The index of the first such byte at or behind `from`; an index behind the end (at least the count) where there is none.
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
