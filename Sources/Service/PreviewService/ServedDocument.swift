internal import ByteStreams
internal import Glibc
internal import ProviderHost

/// A document of a request: the spooled body, or an open file below a root. What it holds is given back when it goes.
package final class ServedDocument: Sendable {
  private enum Holding: Sendable {
    case descriptor(Int32)
    /// A file of our own, which goes with the document.
    case file(SpooledFile)
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
  /// What tells this document from others and from earlier ones: digest, or device, inode, size and time.
  let fingerprint: String
  private let holding: Holding

  /// A body that was spooled to a file, which is removed in the end.
  init(spooled file: SpooledFile, name: String, typeIdentifier: String?, mimeType: String?, digest: String) {
    path = file.path
    self.name = name
    self.typeIdentifier = typeIdentifier
    self.mimeType = mimeType
    fingerprint = "sha256:\(digest)"
    holding = .file(file)
  }

  /// A file below a root; the descriptor is closed in the end.
  init(descriptor: Int32, status: stat, name: String, typeIdentifier: String?) {
    path = "/proc/self/fd/\(descriptor)"
    self.name = name
    self.typeIdentifier = typeIdentifier
    mimeType = nil
    fingerprint = "file:\(FileState.text(status))\(status.isDirectory ? FileState.text(ofFolder: path) : "")"
    holding = .descriptor(descriptor)
  }

  /// A document of which only name and type are known.
  init(name: String, typeIdentifier: String?, mimeType: String?) {
    path = ""
    self.name = name
    self.typeIdentifier = typeIdentifier
    self.mimeType = mimeType
    fingerprint = ""
    holding = .nothing
  }

  deinit {
    switch holding {
    case .descriptor(let descriptor): close(descriptor)
    // The file removes itself.
    case .file, .nothing: break
    }
  }
}
