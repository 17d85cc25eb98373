internal import ProviderProtocol

/// A preview that is wanted.
package struct PreviewRequest: Hashable, Sendable {
  package var document: DocumentReference
  /// The size of the place where it will be shown, in pixels. Pictures are at most so large.
  package var maximumSize: ThumbnailRequest.Size
  package var scale = 1.0
  package var page: Int?
  /// MIME types that the caller can show, the best first; empty for all. A wish: what comes says what it is.
  package var accept: [String] = []
  /// How pictures are encoded: `png` or `jpeg`.
  package var format = "png"
  /// As in `ThumbnailRequest`.
  package var tenant: String?
  package var clientID: String?
  package var deadlineSeconds: Double?

  package init(document: DocumentReference, maximumSize: ThumbnailRequest.Size) {
    self.document = document
    self.maximumSize = maximumSize
  }

  /// - Throws: `requestInvalid`.
  func validate() throws(ProviderError) {
    try RequestCheck.size(maximumSize)
    try RequestCheck.common(document, scale: scale, page: page, deadline: deadlineSeconds)
    guard ["png", "jpeg"].contains(format), accept.count <= 32, accept.allSatisfy({ $0.utf8.count <= 127 }) else {
      throw ProviderError(.requestInvalid, "the wanted types are no such")
    }
  }
}
