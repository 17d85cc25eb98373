internal import ByteStreams
internal import Glibc

/// What makes a document the same one the next time: where it is, and the state that it is in.
package struct DocumentIdentity: Hashable, Sendable {
  /// As GLib spells it.
  package var uri: String
  /// Seconds since 1970 (`st_mtime`): all that the desktop's cache asks for, and too coarse for what changes twice in a second.
  package var modified: Int
  /// Bytes of a file; nil for a package.
  package var size: Int?
  /// `FileState`, of all files of a package; nil where nothing is known besides.
  package var state: String?

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
    size = status.isRegularFile ? Int(status.st_size) : nil
    state = FileState.text(status) + (status.isDirectory ? FileState.text(ofFolder: real) : "")
  }
}
