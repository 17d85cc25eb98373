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
  /// What keeps the path good: an open descriptor, or a temporary file. A rendering that nobody waits for any more may still read
  /// the document; it is no part of what documents are compared by.
  package var holder: (any AnyObject & Sendable)?

  package init(path: String, name: String, contentType: String? = nil, identity: DocumentIdentity? = nil) {
    self.path = path
    self.name = name
    self.contentType = contentType
    self.identity = identity
  }

  package static func == (one: DocumentReference, other: DocumentReference) -> Bool {
    one.path == other.path && one.name == other.name && one.contentType == other.contentType
      && one.identity == other.identity
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(path)
    hasher.combine(name)
    hasher.combine(contentType)
    hasher.combine(identity)
  }
}
