internal import Glibc
package import ImageModel

/// What comes out of a pipe, taken in whole before it is read: in memory up to 8 MiB, beyond that in an unnamed
/// temporary file.
package enum PipeByteSource {
  /// Reads a descriptor to its end.
  ///
  /// - Throws: `limitExceeded` when more than `limits.maxInputBytes` come; `io` when reading or spooling fails.
  package static func spool(descriptor: Int32, name: String, limits: Limits) throws(ImageError) -> any ByteSource {
    var memory: [UInt8] = []
    var file: TemporaryFile?
    var total = 0
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { chunk.deallocate() }
    while true {
      let count = SystemCall.retrying { Glibc.read(descriptor, chunk.baseAddress, chunk.count) }
      if count < 0 { throw SystemCall.error("read", path: name) }
      if count == 0 { break }
      total += count
      guard total <= limits.maxInputBytes else {
        throw limits.exceeded(
          "sends more than \(limits.maxInputBytes) bytes", name: "max-input-bytes", value: limits.maxInputBytes
        ).at(path: name)
      }
      let piece = UnsafeRawBufferPointer(rebasing: chunk[0..<count])
      if file == nil, memory.count + count <= 8 << 20 {
        memory.append(contentsOf: piece)
      } else {
        if file == nil {
          let created = try TemporaryFile()
          try memory.withRawBytes { bytes throws(ImageError) in try created.write(bytes, at: 0) }
          memory = []
          file = created
        }
        try file?.write(piece, at: UInt64(total - count))
      }
    }
    if let file { return file }
    return MemoryByteSource(memory)
  }
}
