internal import Glibc
package import ImageModel

/// Opens what a user names as an input.
package enum InputOpening {
  /// A source for a path: a regular file is read by position, a fifo or device is taken in whole first.
  ///
  /// - Throws: `ImageError` with the path: `io` for what the system says, `limitExceeded` for an endless pipe.
  package static func open(path: String, limits: Limits) throws(ImageError) -> any ByteSource {
    guard let status = SystemCall.status(of: path) else { throw SystemCall.error("open", path: path) }
    if status.isRegularFile || status.isDirectory { return try FileByteSource(path: path) }
    let descriptor = SystemCall.retrying { Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY) }
    guard descriptor >= 0 else { throw SystemCall.error("open", path: path) }
    defer { close(descriptor) }
    return try PipeByteSource.spool(descriptor: descriptor, name: path, limits: limits)
  }

  /// A source for standard input.
  ///
  /// - Parameter name: how messages call it.
  package static func openStandardInput(name: String, limits: Limits) throws(ImageError) -> any ByteSource {
    try PipeByteSource.spool(descriptor: STDIN_FILENO, name: name, limits: limits)
  }
}
