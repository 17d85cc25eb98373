internal import Glibc
package import ImageModel

/// Reads small files as a whole: configurations, tokens, keys.
package enum SmallFile {
  /// All bytes of a file.
  ///
  /// - Parameters:
  ///   - limit: the most bytes.
  ///   - onlyRegular: whether pipes and devices are refused, which may have no end, or never begin.
  /// - Throws: `io`; `limitExceeded`.
  package static func bytes(
    _ path: String, limit: Int = 1 << 20, onlyRegular: Bool = false
  ) throws(ImageError) -> [UInt8] {
    // Without O_NONBLOCK, opening a fifo waits for its writer.
    let descriptor = SystemCall.open(path, O_RDONLY | O_CLOEXEC | (onlyRegular ? O_NONBLOCK : 0))
    guard descriptor >= 0 else { throw SystemCall.error("open", path: path) }
    defer { close(descriptor) }
    if onlyRegular {
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { throw SystemCall.error("read", path: path) }
      if status.isDirectory { throw ImageError(.io, "is a directory", path: path) }
      guard status.isRegularFile else { throw ImageError(.io, "is not a regular file", path: path) }
    }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = SystemCall.retrying { read(descriptor, &buffer, buffer.count) }
      guard count >= 0 else { throw SystemCall.error("read", path: path) }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
      guard bytes.count <= limit else { throw ImageError(.limitExceeded, "larger than \(limit) bytes", path: path) }
    }
  }
}
