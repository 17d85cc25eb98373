internal import Glibc
package import ImageModel

/// Opens the inputs that a user names.
package enum InputOpening {
  /// A source for a path. A regular file is read by position; a fifo or device is read to its end first.
  ///
  /// Opening never blocks. A fifo without a writer gets a few seconds for one to open it. The pipe that a shell passes
  /// for `<(command)` has its writer already.
  ///
  /// - Parameters:
  ///   - check: examines the first bytes of a fifo or device.
  ///   - isReplaced: whether the caller replaces the file. While the source exists, other callers that replace the file
  ///     wait, and then read what this one has written.
  /// - Throws: `ImageError` with the path: `io` for system errors and for a fifo without a writer, `limitExceeded` for
  ///   an endless pipe, and the errors of the check.
  package static func open(
    path: String, limits: Limits, check: HeaderCheck? = nil, isReplaced: Bool = false
  ) throws(ImageError) -> any ByteSource {
    let descriptor = isReplaced ? try openLocked(path) : open(path)
    guard descriptor >= 0 else { throw SystemCall.error("open", path: path) }
    var status = stat()
    let isKnown = fstat(descriptor, &status) == 0
    if !isKnown || status.isRegularFile || status.isDirectory {
      return try FileByteSource(taking: descriptor, isKnown ? status : nil, path: path)
    }
    defer { close(descriptor) }
    return try PipeByteSource.spool(descriptor: descriptor, name: path, limits: limits, check: check)
  }

  private static func open(_ path: String) -> Int32 {
    SystemCall.open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
  }

  /// Opens a file and locks it (C: `flock`). Where the file system or a sandbox has no locks, it is only opened.
  ///
  /// - Throws: `io` if another process keeps its lock for a minute.
  private static func openLocked(_ path: String) throws(ImageError) -> Int32 {
    let end = SystemCall.monotonicSeconds + 60
    while true {
      let descriptor = open(path)
      guard descriptor >= 0 else { return descriptor }
      let isLocked = flock(descriptor, LOCK_EX | LOCK_NB) == 0
      if !isLocked, errno != EWOULDBLOCK { return descriptor }
      // Whoever had the lock may have put another file in this one's place.
      var status = stat()
      if isLocked, fstat(descriptor, &status) == 0, FileIdentity(path: path) == FileIdentity(status) {
        return descriptor
      }
      close(descriptor)
      guard SystemCall.monotonicSeconds < end else {
        throw ImageError(.io, "another process keeps it locked", path: path)
      }
      if !isLocked { usleep(20_000) }
    }
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
