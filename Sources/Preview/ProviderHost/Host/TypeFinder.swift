internal import ByteStreams
internal import ContentTypes
internal import Glibc
internal import ProviderProtocol

/// Finds the type of a document that is to be shown.
struct TypeFinder {
  var registry: ContentTypeRegistry

  /// - Throws: `sourceUnavailable` for what is not there or no document, `unsupportedType` for a type that nobody knows.
  func type(of document: DocumentReference) throws(ProviderError) -> ContentType {
    guard let status = SystemCall.status(of: document.path) else {
      throw ProviderError(.sourceUnavailable, "the document is not there")
    }
    guard status.isRegularFile || status.isDirectory else {
      throw ProviderError(.sourceUnavailable, "this is neither a file nor a package")
    }
    if let identifier = document.contentType {
      guard let type = registry.type(identifier: identifier) else {
        throw ProviderError(.unsupportedType, "the type \(identifier) is not known")
      }
      return type
    }
    if status.isDirectory {
      let type = registry.identifyDirectory(name: document.name).type
      guard registry.isPackage(type.identifier) else {
        throw ProviderError(.unsupportedType, "a folder is no document")
      }
      return type
    }
    let file = SystemCall.open(document.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else { throw .unreadable() }
    defer { close(file) }
    guard let header = SystemCall.header(of: file, count: registry.headerLength) else { throw .unreadable() }
    return registry.identify(header: header, fileName: document.name).type
  }
}
