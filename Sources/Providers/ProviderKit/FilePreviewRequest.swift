public import ImageModel
public import ProviderProtocol

/// A preview that is wanted: what QLFilePreviewRequest is on Apple's systems. For paths see `FileThumbnailRequest`.
public struct FilePreviewRequest: Sendable {
  /// The document, an absolute path that can be read; of a package the directory.
  public var filePath: String
  /// The name that people know the document by. `filePath` may end in another one.
  public var fileName: String
  /// The identifier of the document's type.
  public var contentType: String
  /// The size of the place where the preview will be shown, in points.
  public var maximumSize: Size
  /// Pixels a point.
  public var scale: Double
  /// The page to show, counted from 1; nil for all.
  public var page: Int?
  /// The MIME types that the caller can show, the best first; empty for all. A provider with more than one form chooses
  /// by it; one with a single form need not look.
  public var acceptedContentTypes: [String]
  /// The language to show things in, as BCP 47 has it.
  public var locale: String
  /// What the provider may use up.
  public var limits: HostMessage.RenderLimits
  /// A directory of this request's own, in which the provider may write; the host removes it.
  public var workFolder: String

  /// The size of the place in pixels, at least 1 along each axis.
  public var maximumPixelSize: PixelSize { FileThumbnailRequest.pixels(maximumSize, scale) }

  /// Whether the caller can show a type.
  public func accepts(_ mimeType: String) -> Bool {
    acceptedContentTypes.isEmpty || acceptedContentTypes.contains(mimeType) || acceptedContentTypes.contains("*/*")
  }
}
