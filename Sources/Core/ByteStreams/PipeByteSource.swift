package import ImageModel

/// What comes out of a pipe, taken in whole before it is read: in memory up to 8 MiB, beyond that in an unnamed
/// temporary file.
package enum PipeByteSource {
  private static let maxBytesInMemory = 8 << 20

  /// Reads a descriptor to its end.
  ///
  /// - Parameters:
  ///   - beginning: what was read already, to find out what comes.
  ///   - check: looks at the first bytes as soon as they are there.
  ///   - patience: how long the writer of a fifo may take to open it, in milliseconds; only for descriptors that do not
  ///     block.
  /// - Throws: `limitExceeded` when more than `limits.maxInputBytes` come; `io` when reading or spooling fails or nobody
  ///   writes; what the check throws.
  package static func spool(
    descriptor: Int32, name: String, limits: Limits, beginning: [UInt8] = [], check: HeaderCheck? = nil,
    patience: Int = 5_000
  ) throws(ImageError) -> any ByteSource {
    var memory = beginning
    var file: TemporaryFile?
    var total = beginning.count
    var pendingCheck = check
    var reader = PipeReader(descriptor, name: name, patience: patience)
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { chunk.deallocate() }
    while true {
      let count = try reader.read(into: chunk)
      if count == 0 { break }
      total += count
      guard total <= limits.maxInputBytes else {
        throw limits.exceeded(
          "sends more than \(limits.maxInputBytes) bytes", name: "max-input-bytes", value: limits.maxInputBytes
        ).at(path: name)
      }
      let piece = UnsafeRawBufferPointer(rebasing: chunk[0..<count])
      if file == nil, memory.count + count <= maxBytesInMemory {
        memory.append(contentsOf: piece)
        if let check = pendingCheck, memory.count >= check.byteCount {
          pendingCheck = nil
          do throws(ImageError) { try check.check(Array(memory.prefix(check.byteCount))) } catch {
            throw error.at(path: name)
          }
        }
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
