internal import Glibc
package import ImageModel

/// An unnamed file that disappears with the process. It buffers pipes, and outputs that cannot seek.
///
/// It is in a given directory, else in `$TMPDIR` or /tmp. Several readers may share it; only its creator writes.
package final class TemporaryFile: ByteSource {
  /// Open for reading and writing as long as this object lives.
  package let descriptor: Int32
  package let directory: String

  /// - Throws: `io` when no temporary file can be made.
  package init(in directory: String? = nil) throws(ImageError) {
    let directory = directory ?? getenv("TMPDIR").map { PathText.text($0) } ?? "/tmp"
    var descriptor = SystemCall.open(directory, cameoOTmpfile | O_RDWR | O_CLOEXEC, mode: 0o600)
    if descriptor < 0 {
      // Not every file system has O_TMPFILE: make a named file and unlink it at once.
      var template = PathText.bytes("\(directory)/cameo-XXXXXX").map { CChar(bitPattern: $0) } + [0]
      descriptor = mkstemp(&template)
      guard descriptor >= 0 else { throw SystemCall.error("make a temporary file", path: directory) }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      unlink(template)
    }
    self.directory = directory
    self.descriptor = descriptor
  }

  /// A file with these bytes.
  ///
  /// - Throws: `io`.
  package convenience init(_ bytes: [UInt8]) throws(ImageError) {
    try self.init()
    try bytes.withRawBytes { bytes throws(ImageError) in try write(bytes, at: 0) }
  }

  /// A file with all bytes of a source, or the source itself if it is such a file.
  ///
  /// - Throws: `io`, and what the source throws.
  package static func holding(_ source: any ByteSource) throws(ImageError) -> TemporaryFile {
    if let file = source as? TemporaryFile { return file }
    let file = try TemporaryFile()
    var place: UInt64 = 0
    while place < source.size {
      let piece = try source.bytes(at: place, count: Int(min(source.size - place, 1 << 20)))
      guard !piece.isEmpty else { break }
      let start = place
      try piece.withRawBytes { bytes throws(ImageError) in try file.write(bytes, at: start) }
      place += UInt64(piece.count)
    }
    return file
  }

  /// A path at which only this process can open the file.
  package var path: String { "/proc/self/fd/\(descriptor)" }

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
