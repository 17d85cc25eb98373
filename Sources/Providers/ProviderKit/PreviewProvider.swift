internal import ProviderProtocol

/// Makes previews, like QLPreviewProvider on Apple's systems. Subclass it and override `providePreview(for:)`. For
/// its life see `ThumbnailProvider`.
open class PreviewProvider {
  public init() {}

  /// Makes the preview of a document.
  ///
  /// - Throws: as `ThumbnailProvider.provideThumbnail(for:)`.
  open func providePreview(for request: FilePreviewRequest) async throws -> PreviewReply {
    throw ProviderError(.unsupportedType, "this provider makes no previews")
  }
}
