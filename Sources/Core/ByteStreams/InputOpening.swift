internal import Glibc
package import ImageModel

/// Opens what a user names as an input.
package enum InputOpening {
  /// A source for a path: a regular file is read by position, a fifo or device is taken in whole first.
  ///
  /// Opening never waits. A fifo that nobody has opened for writing is waited for a few seconds, in which its writer may
  /// start; what a shell puts in place of `<(command)` has its writer already.
  ///
  /// - Parameter check: looks at what a fifo or device sends first.
  /// - Throws: `ImageError` with the path: `io` for what the system says and for a fifo without a writer, `limitExceeded`
  ///   for an endless pipe, and what the check throws.
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
  ///   - name: how messages call it.
  ///   - check: looks at what comes first.
  package static func openStandardInput(
    name: String, limits: Limits, check: HeaderCheck? = nil
  ) throws(ImageError) -> any ByteSource {
    try PipeByteSource.spool(descriptor: STDIN_FILENO, name: name, limits: limits, check: check)
  }
}

/// Looks at the first bytes of a pipe and says whether the rest is wanted, before it is taken in.
package struct HeaderCheck: Sendable {
  /// How many bytes the check looks at; less are left to whoever reads the source.
  package let byteCount: Int
  /// Throws what is wrong with these bytes.
  package let check: @Sendable (_ header: [UInt8]) throws(ImageError) -> Void

  package init(byteCount: Int, check: @escaping @Sendable (_ header: [UInt8]) throws(ImageError) -> Void) {
    self.byteCount = byteCount
    self.check = check
  }
}
