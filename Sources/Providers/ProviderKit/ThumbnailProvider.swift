internal import ProviderProtocol

/// Draws thumbnails, like QLThumbnailProvider on Apple's systems. Subclass it and override `provideThumbnail(for:)`.
///
/// Each request gets a provider of its own. It runs in a process that can read this document and little else, and may
/// be ended at any moment. When nobody waits any more, its task is cancelled: `try Task.checkCancellation()` in long
/// loops.
open class ThumbnailProvider {
  public init() {}

  /// Makes the thumbnail of a document.
  ///
  /// - Throws: `ProviderError` with `corruptInput`, `passwordRequired`, `limitExceeded` or `unsupportedType`;
  ///   `ImageError` becomes one of these, any other error `corruptInput`.
  open func provideThumbnail(for request: FileThumbnailRequest) async throws -> ThumbnailReply {
    throw ProviderError(.unsupportedType, "this provider draws no thumbnails")
  }
}
