package import ImageModel

/// Reads small pieces of a source through a window, so that walking a header costs few system calls.
///
/// Any offset is allowed; reads beyond the end return nil. Integers may have either byte order.
package struct WindowedReader {
  package let source: any ByteSource
  private var window: [UInt8] = []
  private var windowStart: UInt64 = 0
  private let windowSize: Int

  /// - Parameter head: the first bytes, if they have already been read.
  package init(_ source: any ByteSource, windowSize: Int = 16_384, head: [UInt8] = []) {
    self.source = source
    self.windowSize = windowSize
    window = head
    // A source in memory is its own window: nothing is copied.
    if let memory = source as? MemoryByteSource { window = memory.content }
  }

  package var size: UInt64 { source.size }

  /// The bytes at `offset`; nil where fewer than `count` are left.
  package mutating func bytes(at offset: UInt64, count: Int) throws(ImageError) -> [UInt8]? {
    guard count >= 0, offset <= size, UInt64(count) <= size - offset else { return nil }
    if count > windowSize { return try source.exactBytes(at: offset, count: count) }
    guard try fill(offset, count) else { return nil }
    let start = Int(offset - windowStart)
    return Array(window[start..<start + count])
  }

  /// Whether the source has `count` bytes from `offset` on.
  package mutating func hasBytes(at offset: UInt64, count: Int) throws(ImageError) -> Bool {
    count >= 0 ? try fill(offset, count) : false
  }

  package mutating func uint8(at offset: UInt64) throws(ImageError) -> UInt8? {
    guard try fill(offset, 1) else { return nil }
    return window[Int(offset - windowStart)]
  }

  package mutating func uint16(at offset: UInt64, bigEndian: Bool) throws(ImageError) -> UInt16? {
    try integer(at: offset, bigEndian: bigEndian)
  }

  package mutating func uint32(at offset: UInt64, bigEndian: Bool) throws(ImageError) -> UInt32? {
    try integer(at: offset, bigEndian: bigEndian)
  }

  package mutating func uint64(at offset: UInt64, bigEndian: Bool) throws(ImageError) -> UInt64? {
    try integer(at: offset, bigEndian: bigEndian)
  }

  private mutating func integer<T: FixedWidthInteger>(at offset: UInt64, bigEndian: Bool) throws(ImageError) -> T? {
    let count = MemoryLayout<T>.size
    guard try fill(offset, count) else { return nil }
    let start = Int(offset - windowStart)
    let value = window.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: start, as: T.self) }
    return bigEndian ? T(bigEndian: value) : T(littleEndian: value)
  }

  /// Makes the window cover `count` bytes from `offset` on; false where the source ends too early.
  private mutating func fill(_ offset: UInt64, _ count: Int) throws(ImageError) -> Bool {
    // The window lies within the source.
    if offset >= windowStart, offset - windowStart <= UInt64(window.count),
      count <= window.count - Int(offset - windowStart)
    {
      return true
    }
    guard offset <= size, UInt64(count) <= size - offset else { return false }
    window = try source.bytes(at: offset, count: max(windowSize, count))
    windowStart = offset
    return window.count >= count
  }
}
