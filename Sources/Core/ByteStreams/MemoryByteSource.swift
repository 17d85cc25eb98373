package import ImageModel

/// Bytes that are in memory already.
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
