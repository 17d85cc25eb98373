internal import ByteStreams
internal import ImageModel

/// A sink in memory that ends the work when a file becomes longer than is allowed.
final class LimitedByteSink: ByteSink {
  private let memory = MemoryByteSink()
  private let limit: UInt64
  /// Whether more bytes than allowed were to be written. The error of the encoder may then be of any kind.
  private(set) var isExceeded = false

  init(limit: Int) { self.limit = UInt64(max(0, limit)) }

  var bytes: [UInt8] { memory.bytes }
  var size: UInt64 { memory.size }

  /// - Throws: `limitExceeded`.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(ImageError) {
    guard offset <= limit, UInt64(bytes.count) <= limit - offset else {
      isExceeded = true
      throw ImageError(.limitExceeded, "the file is longer than \(limit) bytes")
    }
    try memory.write(bytes, at: offset)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(ImageError) -> Int {
    try memory.read(into: buffer, at: offset)
  }
}
