internal import ByteStreams
internal import Glibc
package import ImageModel

/// Reads small files: tokens, keys, configurations.
package enum SecretFile {
  /// The lines of a file, without empty ones and those that begin with `#`.
  ///
  /// - Throws: `io`; `usage` for a file that everybody may read, because its lines are secrets.
  package static func lines(_ path: String) throws(ImageError) -> [String] {
    if let status = SystemCall.status(of: path), status.isRegularFile, status.st_mode & 0o007 != 0 {
      throw ImageError(.usage, "everybody may read this file of secrets; use chmod 600", path: path)
    }
    return String(decoding: try bytes(path), as: UTF8.self).split(whereSeparator: \.isNewline).map { line in
      var line = line
      while line.last?.isWhitespace ?? false { line.removeLast() }
      while line.first?.isWhitespace ?? false { line.removeFirst() }
      return String(line)
    }.filter { !$0.isEmpty && !$0.hasPrefix("#") }
  }

  /// All bytes of a file.
  ///
  /// - Throws: `io`; `limitExceeded`.
  package static func bytes(_ path: String, limit: Int = 1 << 20) throws(ImageError) -> [UInt8] {
    let descriptor = SystemCall.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemCall.error("open", path: path) }
    defer { close(descriptor) }
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
