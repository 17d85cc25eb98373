internal import Glibc
package import ImageModel

/// Reads a pipe to its end: into memory up to 8 MiB, beyond that into an unnamed temporary file.
package enum PipeByteSource {
  private static let maxBytesInMemory = 8 << 20

  /// Reads a descriptor to its end.
  ///
  /// - Parameters:
  ///   - beginning: bytes that were already read to identify the input.
  ///   - check: examines the first bytes as soon as they have arrived.
  ///   - patience: how long the writer of a fifo may take to open it, in milliseconds; only for descriptors that do not
  ///     block.
  /// - Throws: `limitExceeded` for more than `limits.maxInputBytes`; `io` when reading or storing fails or no writer
  ///   appears; the errors of the check.
  package static func spool(
    descriptor: Int32, name: String, limits: Limits, beginning: [UInt8] = [], check: HeaderCheck? = nil,
    patience: Int = PipeReader.patience
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

/// Reads a pipe or device whose descriptor may or may not block.
package struct PipeReader {
  /// How long the other end of a fifo may take to open it, in milliseconds.
  package static let patience = 5_000

  private let descriptor: Int32
  private let name: String
  /// How much longer, in milliseconds, to wait for a writer of the fifo.
  private var patience: Int
  /// Whether an end of file is final, because a writer has appeared or the input is not a fifo.
  private var hasBegun: Bool

  package init(_ descriptor: Int32, name: String, patience: Int) {
    self.descriptor = descriptor
    self.name = name
    self.patience = patience
    var status = stat()
    let isFifo = fstat(descriptor, &status) == 0 && status.isFifo
    hasBegun = !isFifo || fcntl(descriptor, F_GETFL) & O_NONBLOCK == 0
  }

  /// Waits for bytes; 0 at the end.
  ///
  /// - Throws: `io`.
  package mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImageError) -> Int {
    while true {
      let count = SystemCall.retrying { Glibc.read(descriptor, buffer.baseAddress, buffer.count) }
      if count > 0 || (count == 0 && hasBegun) {
        hasBegun = true
        return count
      }
      if count == 0 {
        if try waitForWriter() { return 0 }
      } else if errno == EAGAIN {
        // A writer has opened the fifo but not written yet.
        hasBegun = true
        _ = wait(milliseconds: -1)
      } else {
        throw SystemCall.error("read", path: name)
      }
    }
  }

  /// Waits briefly for a writer. Returns true when one has opened and closed the fifo without writing.
  private mutating func waitForWriter() throws(ImageError) -> Bool {
    guard patience > 0 else { throw ImageError(.io, "is a fifo without a writer", path: name) }
    let events = wait(milliseconds: 50)
    patience -= 50
    return events & Int16(POLLHUP) != 0 && events & Int16(POLLIN) == 0
  }

  /// The result of `poll` for the descriptor.
  private func wait(milliseconds: Int32) -> Int16 {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, milliseconds) > 0 ? request.revents : 0
  }
}
