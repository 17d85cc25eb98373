/// A document that is to be shown.
package struct DocumentReference: Hashable, Sendable {
  /// A file, or the directory of a package. The host copies it into a worker's spool and opens it for nothing else but
  /// its type.
  package var path: String
  /// The name that people know it by.
  package var name: String
  /// The identifier of its type; nil to find it by content and name.
  package var contentType: String?
  /// Where the cache knows the document by; nil for one that is kept nowhere, such as the body of a request.
  package var identity: DocumentIdentity?

  package init(path: String, name: String, contentType: String? = nil, identity: DocumentIdentity? = nil) {
    self.path = path
    self.name = name
    self.contentType = contentType
    self.identity = identity
  }
}
