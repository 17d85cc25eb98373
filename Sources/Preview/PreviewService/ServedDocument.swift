internal import ByteStreams
internal import Glibc

/// A document of a request: the spooled body, or an open file below a root. What it holds is given back when it goes.
package final class ServedDocument: Sendable {
  private enum Holding: Sendable {
    case descriptor(Int32)
    /// A file of our own, which goes with the document.
    case file
    case nothing
  }

  /// Opens the document. For a file below a root it is the open descriptor by its name in /proc: whatever happens to the
  /// file's own name meanwhile, this is what was checked.
  package let path: String
  /// The name that people know it by.
  package let name: String
  /// What the caller says that it is: an identifier, or a MIME type.
  package let typeIdentifier: String?
  package let mimeType: String?
  /// Where the file lies, and when it last changed (seconds since 1970): what caches know it by. nil for a body.
  package let location: (path: String, modified: Int)?
  /// What tells this document from others and from earlier ones: digest, or device, inode, size and time.
  let fingerprint: String
  private let holding: Holding

  /// A body that was spooled to a file, which is removed in the end.
  init(spooled path: String, name: String, typeIdentifier: String?, mimeType: String?, digest: String) {
    self.path = path
    self.name = name
    self.typeIdentifier = typeIdentifier
    self.mimeType = mimeType
    location = nil
    fingerprint = "sha256:\(digest)"
    holding = .file
  }

  /// A file below a root; the descriptor is closed in the end.
  init(descriptor: Int32, status: stat, realPath: String, name: String, typeIdentifier: String?) {
    path = "/proc/self/fd/\(descriptor)"
    self.name = name
    self.typeIdentifier = typeIdentifier
    mimeType = nil
    location = (realPath, Int(status.st_mtim.tv_sec))
    fingerprint = """
      file:\(status.st_dev):\(status.st_ino):\(status.st_size):\(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec):\
      \(status.st_ctim.tv_sec).\(status.st_ctim.tv_nsec)
      """
    holding = .descriptor(descriptor)
  }

  /// A document of which only name and type are known.
  init(name: String, typeIdentifier: String?, mimeType: String?) {
    path = ""
    self.name = name
    self.typeIdentifier = typeIdentifier
    self.mimeType = mimeType
    location = nil
    fingerprint = ""
    holding = .nothing
  }

  deinit {
    switch holding {
    case .descriptor(let descriptor): close(descriptor)
    case .file: SystemCall.remove(path)
    case .nothing: break
    }
  }
}
