package import ImageModel

/// The destination of an encoder's bytes. Bytes that were written can be overwritten and read back, which TIFF needs;
/// other encoders only append.
package protocol ByteSink: AnyObject {
  /// The offset after the last byte that was written.
  var size: UInt64 { get }

  /// Writes all bytes at an offset. A gap before it reads as zeros.
  ///
  /// - Throws: `ImageError` of kind `io`.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(ImageError)

  /// Reads back up to `buffer.count` bytes. Returns the number of bytes read.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(ImageError) -> Int

  /// Appends a part of a source. Returns false if the source ends too early; the bytes up to there have been appended.
  func append(_ source: any ByteSource, _ range: Range<UInt64>) throws(ImageError) -> Bool
}

extension ByteSink {
  /// Appends bytes.
  package func append(_ bytes: UnsafeRawBufferPointer) throws(ImageError) {
    try write(bytes, at: size)
  }

  /// Appends bytes.
  package func append(_ bytes: [UInt8]) throws(ImageError) {
    let end = size
    try bytes.withRawBytes { buffer throws(ImageError) in try write(buffer, at: end) }
  }

  /// Appends a part of a source.
  package func append(_ source: any ByteSource, _ range: Range<UInt64>) throws(ImageError) -> Bool {
    try appendThroughMemory(source, range)
  }

  /// Appends a part of a source through a buffer, for sinks without a shorter way.
  func appendThroughMemory(_ source: any ByteSource, _ range: Range<UInt64>) throws(ImageError) -> Bool {
    let room = Int(min(range.upperBound - range.lowerBound, 256 << 10))
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: room, alignment: 4_096)
    defer { chunk.deallocate() }
    var offset = range.lowerBound
    while offset < range.upperBound {
      let wanted = Int(min(UInt64(room), range.upperBound - offset))
      let count = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: chunk[..<wanted]), at: offset)
      guard count > 0 else { return false }
      try append(UnsafeRawBufferPointer(rebasing: chunk[..<count]))
      offset += UInt64(count)
    }
    return true
  }
}

/// A sink in memory.
package final class MemoryByteSink: ByteSink {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package var size: UInt64 { UInt64(bytes.count) }

  package func write(_ piece: UnsafeRawBufferPointer, at offset: UInt64) throws(ImageError) {
    guard offset <= UInt64(Int.max / 2) else { throw ImageError(.io, "cannot write at \(offset)") }
    let start = Int(offset)
    if start == bytes.count {
      bytes.append(contentsOf: piece)
      return
    }
    if start + piece.count > bytes.count {
      bytes.append(contentsOf: repeatElement(0, count: start + piece.count - bytes.count))
    }
    bytes.withUnsafeMutableBytes {
      UnsafeMutableRawBufferPointer(rebasing: $0[start..<start + piece.count]).copyMemory(from: piece)
    }
  }

  package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(ImageError) -> Int {
    guard offset < size else { return 0 }
    let start = Int(offset)
    let count = min(buffer.count, bytes.count - start)
    bytes.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[start..<start + count])) }
    return count
  }
}
