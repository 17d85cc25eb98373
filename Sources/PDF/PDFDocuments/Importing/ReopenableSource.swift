internal import ByteStreams
internal import ImageModel
internal import Synchronization

/// A file that is open only between a first reading and `close`, so that thousands of inputs need few descriptors.
final class ReopenableSource: ByteSource {
  let size: UInt64
  let identity: FileIdentity?
  private let path: String
  private let file: Mutex<FileByteSource?>

  /// - Throws: `io` with the path.
  init(path: String) throws(ImageError) {
    let file = try FileByteSource(path: path)
    self.path = path
    size = file.size
    identity = file.identity
    self.file = Mutex(file)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(ImageError) -> Int {
    try opened().read(into: buffer, at: offset)
  }

  /// Gives the descriptor back; the next reading opens the file again.
  func close() {
    file.withLock { $0 = nil }
  }

  private func opened() throws(ImageError) -> FileByteSource {
    if let open = file.withLock({ $0 }) { return open }
    let again = try FileByteSource(path: path)
    guard again.identity == identity, again.size == size else {
      throw ImageError(.io, "was changed while it was being read", path: path)
    }
    file.withLock { $0 = again }
    return again
  }
}
