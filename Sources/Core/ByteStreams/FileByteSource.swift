internal import Glibc
package import ImageModel

/// A regular file, read by position (`pread`), never mapped: a file that shrinks meanwhile ends early and harms nobody.
package final class FileByteSource: ByteSource {
  package let size: UInt64
  package let identity: FileIdentity?
  package let path: String
  private let descriptor: Int32

  /// Opens a file for reading.
  ///
  /// - Throws: `ImageError` of kind `io` with the path: what `open` and `fstat` say, or that it is a directory.
  package convenience init(path: String) throws(ImageError) {
    let descriptor = SystemCall.open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard descriptor >= 0 else { throw SystemCall.error("open", path: path) }
    var status = stat()
    let isKnown = fstat(descriptor, &status) == 0
    try self.init(taking: descriptor, isKnown ? status : nil, path: path)
  }

  /// Takes a file that is open; it is closed in any case.
  ///
  /// - Parameter status: nil where `fstat` has just failed.
  /// - Throws: as `init(path:)`.
  init(taking descriptor: Int32, _ status: stat?, path: String) throws(ImageError) {
    guard let status else {
      let error = SystemCall.error("open", path: path)
      close(descriptor)
      throw error
    }
    guard status.isRegularFile else {
      close(descriptor)
      let reason = status.isDirectory ? "is a directory" : "is neither a file nor a directory"
      throw ImageError(.io, reason, path: path, systemError: status.isDirectory ? EISDIR : nil)
    }
    self.descriptor = descriptor
    self.path = path
    self.size = UInt64(max(0, status.st_size))
    self.identity = FileIdentity(status)
  }

  deinit { close(descriptor) }

  package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(ImageError) -> Int {
    guard offset < size else { return 0 }
    let wanted = Int(min(UInt64(buffer.count), size - offset))
    return try PositionedIO.read(
      descriptor, into: UnsafeMutableRawBufferPointer(rebasing: buffer[0..<wanted]), at: offset, path: path)
  }
}
