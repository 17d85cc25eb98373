internal import ByteStreams
package import ContentTypes
package import DesktopCache
internal import Glibc
package import ProviderProtocol

/// A document to render: where it is, what it is called, and how to recognize it.
package struct DocumentReference: Sendable {
  /// A file, or the directory of a package. The host reads its first bytes to find its type and copies it for a worker.
  package var path: String
  /// The document's name for people.
  package var name: String
  /// The identifier of its content type; nil to find the type by content and name.
  package var contentType: String?
  /// The key of the thumbnail cache; nil for a document that is not cached, such as the body of a request.
  package var identity: DocumentIdentity?
  /// Names the content: documents with the same fingerprint are the same document, whatever their paths.
  package var fingerprint: String?
  /// When the document last changed, in seconds since 1970; nil where that is not known. Not part of a document's
  /// equality.
  package var modified: Int?
  /// Keeps the path valid: an open descriptor, or a temporary file. A rendering may still read the document after its
  /// callers gave up. Not part of a document's equality.
  package var holder: (any AnyObject & Sendable)?

  package init(path: String, name: String, contentType: String? = nil, identity: DocumentIdentity? = nil) {
    self.path = path
    self.name = name
    self.contentType = contentType
    self.identity = identity
  }

  /// Finds the content type.
  ///
  /// - Throws: `sourceUnavailable` for a path without a file or folder; `corruptInput` for an empty file
  ///   that is not a text; `unsupportedType` for an unknown type and for a folder that is not a package.
  package func type(in registry: ContentTypeRegistry) throws(ProviderError) -> ContentType {
    guard let status = SystemCall.status(of: path) else {
      throw ProviderError(.sourceUnavailable, "the document does not exist")
    }
    guard status.isRegularFile || status.isDirectory else {
      throw ProviderError(.sourceUnavailable, "this is neither a file nor a package")
    }
    let found: ContentType
    if let contentType {
      guard let type = registry.type(identifier: contentType) else {
        throw ProviderError(.unsupportedType, "the type \(contentType) is not known")
      }
      found = type
    } else {
      found = try identification(in: registry, isDirectory: status.isDirectory).type
    }
    // An empty text is an empty page. Files of /proc have no size.
    let isText =
      registry.type(found.identifier, conformsTo: "public.text")
      && !registry.type(found.identifier, conformsTo: "public.image")
    if status.isRegularFile, status.st_size == 0, !isText, try header(count: 1).isEmpty {
      throw ProviderError(.corruptInput, "the file is empty")
    }
    if contentType != nil { return found }
    guard !status.isDirectory || registry.isPackage(found.identifier) else {
      throw ProviderError(.unsupportedType, "a folder is not a document")
    }
    return found
  }

  /// Finds the content type by the name, and by the first bytes of a file; an empty path stands for a name alone.
  ///
  /// - Throws: `sourceUnavailable` where the file cannot be read.
  package func identification(
    in registry: ContentTypeRegistry, isDirectory: Bool? = nil
  ) throws(ProviderError) -> TypeIdentification {
    if path.isEmpty { return registry.identify(header: [], fileName: name) }
    if isDirectory ?? (SystemCall.status(of: path)?.isDirectory ?? false) {
      return registry.identifyDirectory(name: name)
    }
    return registry.identify(header: try header(count: registry.headerLength), fileName: name)
  }

  /// The first bytes of the file.
  private func header(count: Int) throws(ProviderError) -> [UInt8] {
    let file = SystemCall.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else { throw .unreadable() }
    defer { close(file) }
    guard let header = SystemCall.header(of: file, count: count) else { throw .unreadable() }
    return header
  }
}

extension DocumentReference: Hashable {
  package static func == (one: DocumentReference, other: DocumentReference) -> Bool {
    one.name == other.name && one.contentType == other.contentType && one.identity == other.identity
      && one.fingerprint == other.fingerprint && (one.fingerprint != nil || one.path == other.path)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(contentType)
    hasher.combine(identity)
    hasher.combine(fingerprint)
  }
}

extension ProviderError {
  /// Why a document cannot be opened or read, by `errno`: `overloaded` where this process has too many files open.
  package static func unreadable(_ number: Int32 = errno) -> ProviderError {
    SystemCall.lacksDescriptors(number)
      ? tooManyFiles
      : ProviderError(.sourceUnavailable, "the document cannot be read: \(SystemCall.message(number))")
  }

  /// Whether a call failed because a disk is full, or the user's part of it.
  package static func isDiskFull(_ number: Int32 = errno) -> Bool { number == ENOSPC || number == EDQUOT }

  /// The process has as many files open as it may have.
  package static var tooManyFiles: ProviderError { ProviderError(.overloaded, "too many files are open now") }
}
