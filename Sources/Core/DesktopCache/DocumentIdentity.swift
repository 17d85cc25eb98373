internal import ByteStreams
package import Glibc

/// Recognizes a document that has not changed: its location, and the state that it is in.
package struct DocumentIdentity: Hashable, Sendable {
  /// The URI, as GLib spells it.
  package var uri: String
  /// Seconds since 1970 (`st_mtime`). Programs that compare only this time miss a second change within the same second.
  package var modified: Int
  /// The size of a file, in bytes; nil for a package.
  package var size: Int?
  /// `FileState`, for a package of all its files together; nil where it is not known.
  package var state: String?

  package init(uri: String, modified: Int) {
    self.uri = uri
    self.modified = modified
  }

  /// The identity of a file or folder, by its path without links; nil for anything else. The identity of a folder does
  /// not tell whether files in it have changed.
  package init?(path: String) {
    guard let real = SystemCall.resolved(path), let status = SystemCall.status(of: real),
      status.isRegularFile || status.isDirectory
    else { return nil }
    self.init(uri: FileURI.text(path: real), modified: Int(status.st_mtim.tv_sec))
    size = status.isRegularFile ? Int(status.st_size) : nil
    state = FileState.text(status)
  }
}

/// Tells one state of a file from another without reading the file.
package enum FileState {
  /// The state of a file: device, inode, size, and the times of the last change of content and of status, to the
  /// nanosecond.
  package static func text(_ status: stat) -> String {
    let (modified, changed) = (status.st_mtim, status.st_ctim)
    return "\(status.st_dev):\(status.st_ino):\(status.st_size):\(modified.tv_sec).\(modified.tv_nsec):"
      + "\(changed.tv_sec).\(changed.tv_nsec)"
  }
}

extension DocumentIdentity {
  /// The identity of a document: a file, or a package with all files in it; nil for anything else.
  package init?(document path: String) {
    self.init(path: path)
    if size == nil, let folder = SystemCall.resolved(path) { state?.append(FileState.text(ofFolder: folder)) }
  }
}

extension FileState {
  /// The files and folders of a package that are looked at, and the folders within folders. A package with more is not
  /// rendered.
  package static let packageLimits = (entries: 10_000, depth: 32)

  /// A digest of the states of all files below a folder. It is needed for packages: a change of a file in a package
  /// does not change the state of the folder itself. Links are not followed.
  package static func text(ofFolder path: String) -> String {
    var states: [UInt8] = []
    var left = packageLimits.entries
    add(path, depth: 0, to: &states, &left)
    return ":" + MD5.hexDigest(states)
  }

  private static func add(_ folder: String, depth: Int, to states: inout [UInt8], _ left: inout Int) {
    guard depth < packageLimits.depth else { return }
    for name in SystemCall.entries(of: folder) ?? [] {
      guard left > 0 else { return }
      left -= 1
      let path = "\(folder)/\(name)"
      guard let status = SystemCall.linkStatus(of: path) else { continue }
      states += PathText.bytes(name)
      states += "/\(text(status))/".utf8
      if status.isDirectory {
        add(path, depth: depth + 1, to: &states, &left)
        states.append(0)
      }
    }
  }
}
