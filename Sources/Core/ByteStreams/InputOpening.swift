internal import Glibc
package import ImageModel

/// Opens the inputs that a user names.
package enum InputOpening {
  /// A source for a path. A regular file is read by position; a fifo or device is read to its end first.
  ///
  /// Opening never blocks. A fifo without a writer gets a few seconds for one to open it. The pipe that a shell passes
  /// for `<(command)` has its writer already.
  ///
  /// - Parameter check: examines the first bytes of a fifo or device.
  /// - Throws: `ImageError` with the path: `io` for system errors and for a fifo without a writer, `limitExceeded` for
  ///   an endless pipe, and the errors of the check.
  package static func open(path: String, limits: Limits, check: HeaderCheck? = nil) throws(ImageError)
    -> any ByteSource
  {
    let descriptor = SystemCall.open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard descriptor >= 0 else { throw SystemCall.error("open", path: path) }
    var status = stat()
    let isKnown = fstat(descriptor, &status) == 0
    if !isKnown || status.isRegularFile || status.isDirectory {
      return try FileByteSource(taking: descriptor, isKnown ? status : nil, path: path)
    }
    defer { close(descriptor) }
    return try PipeByteSource.spool(descriptor: descriptor, name: path, limits: limits, check: check)
  }

  /// A source for standard input.
  ///
  /// - Parameters:
  ///   - name: the name in messages.
  ///   - check: examines the first bytes.
  package static func openStandardInput(
    name: String, limits: Limits, check: HeaderCheck? = nil
  ) throws(ImageError) -> any ByteSource {
    try PipeByteSource.spool(descriptor: STDIN_FILENO, name: name, limits: limits, check: check)
  }
}

/// Examines the first bytes of a pipe and rejects unwanted input before the rest is read.
package struct HeaderCheck: Sendable {
  /// How many bytes the check examines. Shorter input is left to the reader of the source.
  package let byteCount: Int
  /// Throws an error for unwanted bytes.
  package let check: @Sendable (_ header: [UInt8]) throws(ImageError) -> Void

  package init(byteCount: Int, check: @escaping @Sendable (_ header: [UInt8]) throws(ImageError) -> Void) {
    self.byteCount = byteCount
    self.check = check
  }
}
