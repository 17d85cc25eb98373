public import ImageModel
public import ProviderProtocol

/// A request for a preview, like QLFilePreviewRequest on Apple's systems. For paths see `FileThumbnailRequest`.
public struct FilePreviewRequest: Sendable {
  /// The document, an absolute path that can be read; for a package, the directory.
  public var filePath: String
  /// The document's name for people. `filePath` may end in another one.
  public var fileName: String
  /// The identifier of the document's type.
  public var contentType: String
  /// The size of the area where the preview will be shown, in points.
  public var maximumSize: Size
  /// Pixels per point.
  public var scale: Double
  /// The page to show, counted from 1; nil for all.
  public var page: Int?
  /// The MIME types that the caller can show, the best first; empty for all. A provider that can make
  /// several types chooses by it; others may ignore it.
  public var acceptedContentTypes: [String]
  /// The language to show things in, (BCP 47).
  public var locale: String
  /// What the provider may use.
  public var limits: HostMessage.RenderLimits
  /// A directory for this request only, in which the provider may write. The host removes it.
  public var workFolder: String

  /// The size of the area in pixels, at least 1 along each axis.
  public var maximumPixelSize: PixelSize { FileThumbnailRequest.pixels(maximumSize, scale) }

  /// Whether the caller can show a MIME type.
  public func accepts(_ mimeType: String) -> Bool {
    acceptedContentTypes.isEmpty || acceptedContentTypes.contains(mimeType) || acceptedContentTypes.contains("*/*")
  }
}
