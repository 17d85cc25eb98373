internal import ByteStreams
internal import Glibc
package import ImageModel

/// Reads files of secrets: tokens and keys.
package enum SecretFile {
  /// The lines of a file, without empty ones and those that begin with `#`.
  ///
  /// - Throws: `io`; `usage` for a file that everybody may read, because its lines are secrets.
  package static func lines(_ path: String) throws(ImageError) -> [String] {
    if let status = SystemCall.status(of: path), status.isRegularFile, status.st_mode & 0o007 != 0 {
      throw ImageError(.usage, "everybody may read this file of secrets; use chmod 600", path: path)
    }
    return String(decoding: try SmallFile.bytes(path), as: UTF8.self).split(whereSeparator: \.isNewline).map { line in
      var line = line
      while line.last?.isWhitespace ?? false { line.removeLast() }
      while line.first?.isWhitespace ?? false { line.removeFirst() }
      return String(line)
    }.filter { !$0.isEmpty && !$0.hasPrefix("#") }
  }
}
