package import ImageModel

/// Bytes that can be read at any offset: a file, memory, or the collected contents of a pipe.
///
/// A source has no position, so several readers may use it at once.
package protocol ByteSource: AnyObject, Sendable {
  /// The number of bytes.
  var size: UInt64 { get }

  /// The identity of the file, which outputs are compared with; nil for other sources.
  var identity: FileIdentity? { get }

  /// Reads up to `buffer.count` bytes from `offset` on.
  ///
  /// - Returns: the number of bytes read; fewer than requested only at the end, 0 at or after the end.
  /// - Throws: `ImageError` of kind `io`.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(ImageError) -> Int
}

extension ByteSource {
  package var identity: FileIdentity? { nil }

  /// The bytes from `offset` on, at most `count`, fewer at the end.
  ///
  /// `count` is bounded by the size of the source before anything is allocated.
  package func bytes(at offset: UInt64, count: Int) throws(ImageError) -> [UInt8] {
    guard count > 0, offset < size else { return [] }
    let wanted = Int(min(UInt64(count), size - offset))
    var failure: ImageError?
    let bytes = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, initialized in
      do throws(ImageError) {
        initialized = try read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
      } catch {
        initialized = 0
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Exactly `count` bytes from `offset` on; nil where the source ends too early.
  package func exactBytes(at offset: UInt64, count: Int) throws(ImageError) -> [UInt8]? {
    guard count >= 0, offset <= size, UInt64(count) <= size - offset else { return nil }
    let bytes = try bytes(at: offset, count: count)
    return bytes.count == count ? bytes : nil
  }
}

/// A file by device and inode: two paths with the same identity are the same file.
package struct FileIdentity: Hashable, Sendable {
  package var device: UInt64
  package var inode: UInt64

  package init(device: UInt64, inode: UInt64) {
    self.device = device
    self.inode = inode
  }
}

/// Bytes in memory.
package final class MemoryByteSource: ByteSource {
  let content: [UInt8]

  package init(_ content: [UInt8]) {
    self.content = content
  }

  package var size: UInt64 { UInt64(content.count) }

  package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(ImageError) -> Int {
    guard offset < size else { return 0 }
    let start = Int(offset)
    let count = min(buffer.count, content.count - start)
    content.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[start..<start + count])) }
    return count
  }
}
