internal import ByteStreams
internal import Glibc
internal import ImageModel

/// Bytes in a file that has no name and vanishes with this, at a path by which the host reads it.
final class NamelessFile: Sendable {
  private let descriptor: Int32

  /// A path in this process.
  var path: String { "/proc/self/fd/\(descriptor)" }

  /// An empty file in `$TMPDIR` or /tmp.
  ///
  /// - Throws: `io`.
  init() throws(ImageError) {
    let folder = getenv("TMPDIR").map { PathText.text($0) } ?? "/tmp"
    var template = PathText.bytes("\(folder)/cameo-XXXXXX").map { CChar(bitPattern: $0) } + [0]
    descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw SystemCall.error("make a temporary file", path: folder) }
    unlink(template)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  /// A file with these bytes.
  convenience init(_ bytes: [UInt8]) throws(ImageError) {
    try self.init()
    try append(bytes)
  }

  /// A file with all bytes of a source.
  convenience init(_ source: any ByteSource) throws(ImageError) {
    try self.init()
    var place: UInt64 = 0
    while place < source.size {
      let piece = try source.bytes(at: place, count: Int(min(source.size - place, 1 << 20)))
      guard !piece.isEmpty else { break }
      try append(piece)
      place += UInt64(piece.count)
    }
  }

  deinit { close(descriptor) }

  private func append(_ bytes: [UInt8]) throws(ImageError) {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        SystemCall.retrying { write(descriptor, buffer.baseAddress.map { $0 + done }, buffer.count - done) }
      }
      guard count > 0 else { throw SystemCall.error("write a temporary file", path: nil) }
      done += count
    }
  }
}
