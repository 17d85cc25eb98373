internal import ByteStreams
internal import Glibc

/// What makes a document the same one the next time: where it is, and when it last changed.
package struct DocumentIdentity: Hashable, Sendable {
  /// As GLib spells it.
  package var uri: String
  /// Seconds since 1970 (`st_mtime`).
  package var modified: Int

  package init(uri: String, modified: Int) {
    self.uri = uri
    self.modified = modified
  }

  /// The identity of a file, by its path without links; nil for what is no file or folder.
  package init?(path: String) {
    guard let real = SystemCall.resolved(path), let status = SystemCall.status(of: real),
      status.isRegularFile || status.isDirectory
    else { return nil }
    self.init(uri: FileURI.text(path: real), modified: Int(status.st_mtim.tv_sec))
  }
}
