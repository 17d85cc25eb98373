internal import Glibc
package import ImageModel

/// A file without a name that vanishes with the process: spool for pipes and for outputs that cannot be positioned.
///
/// It lies in `$TMPDIR`, or in /tmp. The class is shared by reading; only its creator writes.
package final class TemporaryFile: ByteSource {
  private let descriptor: Int32
  private let directory: String

  /// - Throws: `io` when no temporary file can be made.
  package init() throws(ImageError) {
    let directory = getenv("TMPDIR").map { PathText.text($0) } ?? "/tmp"
    var descriptor = SystemCall.open(directory, cameoOTmpfile | O_RDWR | O_CLOEXEC, mode: 0o600)
    if descriptor < 0 {
      // Not every file system knows O_TMPFILE: make a named file and take its name away at once.
      var template = PathText.bytes("\(directory)/cameo-XXXXXX").map { CChar(bitPattern: $0) } + [0]
      descriptor = mkstemp(&template)
      guard descriptor >= 0 else { throw SystemCall.error("make a temporary file", path: directory) }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      unlink(template)
    }
    self.directory = directory
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  package var size: UInt64 {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? UInt64(max(0, status.st_size)) : 0
  }

  package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(ImageError) -> Int {
    try PositionedIO.read(descriptor, into: buffer, at: offset, path: directory)
  }

  package func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(ImageError) {
    try PositionedIO.write(descriptor, bytes, at: offset, path: directory)
  }
}
