internal import ByteStreams
internal import Glibc
internal import ImageModel
internal import ProviderProtocol

/// Writes the files of an answer. Each file must be new, so that no link can redirect the bytes.
struct OutputFile {
  let path: String
  /// The maximum number of bytes that the host accepts.
  let limit: Int

  init(path: String, limits: HostMessage.RenderLimits) {
    self.path = path
    limit = limits.outputMiB << 20
  }

  /// A file beside this one.
  func beside(_ name: String) -> OutputFile {
    OutputFile(path: PathText.split(path).directory + "/" + name, limit: limit)
  }

  private init(path: String, limit: Int) {
    self.path = path
    self.limit = limit
  }

  /// Writes the file.
  ///
  /// - Throws: `limitExceeded` for more bytes than the host accepts; `resourceExhausted` where it cannot be written.
  func write(_ bytes: [UInt8]) throws {
    try check(bytes.count)
    let descriptor = try create()
    defer { close(descriptor) }
    try bytes.withUnsafeBytes { try Self.write($0, to: descriptor) }
  }

  /// Writes the contents of another file.
  ///
  /// - Throws: as `write`; `sourceUnavailable` where the other file cannot be read.
  func copy(from source: String) throws {
    let file: FileByteSource
    do { file = try FileByteSource(path: source) } catch {
      throw ProviderError(.sourceUnavailable, error.message)
    }
    try check(Int(clamping: file.size))
    let descriptor = try create()
    defer { close(descriptor) }
    var offset: UInt64 = 0
    while true {
      let piece: [UInt8]
      do { piece = try file.bytes(at: offset, count: 1 << 20) } catch {
        throw ProviderError(.sourceUnavailable, error.message)
      }
      if piece.isEmpty { return }
      offset += UInt64(piece.count)
      try check(Int(clamping: offset))
      try piece.withUnsafeBytes { try Self.write($0, to: descriptor) }
    }
  }

  /// Checks the size of a file that other code has written at this path.
  func checkSize() throws(ProviderError) {
    guard let status = SystemCall.status(of: path) else {
      throw ProviderError(.resourceExhausted, "the preview was not written")
    }
    try check(Int(status.st_size))
  }

  private func check(_ count: Int) throws(ProviderError) {
    guard count <= limit else {
      throw ProviderError(
        .limitExceeded, "the output has \(count) bytes, but at most \(limit) are allowed; try a smaller size")
    }
  }

  private func create() throws(ProviderError) -> Int32 {
    let descriptor = SystemCall.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode: 0o600)
    guard descriptor >= 0 else {
      throw ProviderError(.resourceExhausted, "cannot make the output file: \(SystemCall.message(errno))")
    }
    return descriptor
  }

  private static func write(_ buffer: UnsafeRawBufferPointer, to descriptor: Int32) throws(ProviderError) {
    guard SystemCall.writeAll(buffer, to: descriptor) else {
      throw ProviderError(.resourceExhausted, "cannot write the output file: \(SystemCall.message(errno))")
    }
  }
}
