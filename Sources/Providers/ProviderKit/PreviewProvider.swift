public import Drawing
public import ImageModel
public import ProviderProtocol

/// Makes previews, like QLPreviewProvider on Apple's systems. Subclass it and override `providePreview(for:)`. Its life
/// cycle is that of a `ThumbnailProvider`.
open class PreviewProvider {
  public init() {}

  /// Makes the preview of a document.
  ///
  /// - Throws: as `ThumbnailProvider.provideThumbnail(for:)`.
  open func providePreview(for request: FilePreviewRequest) async throws -> PreviewReply {
    throw ProviderError(.unsupportedType, "this provider makes no previews")
  }
}

/// A request for a preview, like QLFilePreviewRequest on Apple's systems. As in `FileThumbnailRequest`, documents have
/// paths, not URLs.
public struct FilePreviewRequest: Sendable {
  /// The document, an absolute path that can be read; for a package, the directory.
  public var filePath: String
  /// The document's name for people. The last part of `filePath` may be another name.
  public var fileName: String
  /// The identifier of the document's type.
  public var contentType: String
  /// The size of the area where the preview will be shown, in points.
  public var maximumSize: Size
  /// Pixels per point.
  public var scale: Double
  /// The page to show, counted from 1; nil for all.
  public var page: Int?
  /// The MIME types that the caller can show, the best first; empty for all. A provider that can make several types
  /// should choose one of these; others may ignore the list.
  public var acceptedContentTypes: [String]
  /// The language to show things in (BCP 47).
  public var locale: String
  /// What the provider may use.
  public var limits: HostMessage.RenderLimits
  /// A directory in which the provider may write files during this request. The host empties it afterwards.
  public var workFolder: String

  /// The size of the area in pixels, at least 1 along each axis.
  public var maximumPixelSize: PixelSize { FileThumbnailRequest.pixels(maximumSize, scale) }

  /// Whether the caller can show a MIME type.
  public func accepts(_ mimeType: String) -> Bool {
    acceptedContentTypes.isEmpty || acceptedContentTypes.contains(mimeType) || acceptedContentTypes.contains("*/*")
  }
}

/// A preview, like QLPreviewReply on Apple's systems.
public struct PreviewReply {
  enum Content {
    case pdf(Size, (Size) throws -> any PreviewDocument)
    case drawing(ContextDrawing)
    case pixels(PixelBuffer)
    case data(contentType: String, () throws -> [UInt8])
    case file(path: String, contentType: String)
  }

  let content: Content
  /// The document's own title.
  public var title: String?
  /// The number of pages. `FilePreviewRequest.page` may be 1 to this number.
  public var pageCount: Int?
  /// Problems of the document that the preview does not show, one line for each.
  public var warnings: [String] = []
  /// Whether a later preview may be better, because a program that makes it was not ready in time. Hosts show this
  /// one, and do not cache it.
  public var isProvisional = false
  /// Files that HTML refers to by `cid:` and their identifier: `<img src="cid:photo">`.
  public var attachments: [PreviewAttachment] = []
  /// The IANA name of a text's encoding: `utf-8`.
  public var stringEncoding: String?

  private init(_ content: Content) { self.content = content }

  /// A PDF document.
  ///
  /// - Parameters:
  ///   - pageSize: the size of its pages in points. The closure gets it.
  ///   - document: makes the document, which ProviderKit then writes.
  public static func forPDF(pageSize: Size, document: @escaping (Size) throws -> any PreviewDocument) -> PreviewReply {
    PreviewReply(.pdf(pageSize, document))
  }

  /// A picture that is drawn, in a context whose origin is at the lower left; `context.flip()` puts it at the upper
  /// left.
  ///
  /// - Parameter size: in points. A size beyond the request's is reduced, and the drawing with it.
  public static func drawing(size: Size, _ draw: @escaping (DrawingContext) throws -> Void) -> PreviewReply {
    PreviewReply(.drawing(ContextDrawing(size: size, isFlipped: false, draw: draw)))
  }

  /// A picture whose pixels exist already: grey or RGB, 8 bits a sample, sRGB.
  public static func pixels(_ pixels: PixelBuffer) -> PreviewReply { PreviewReply(.pixels(pixels)) }

  /// Data of a type that viewers can show: HTML, text, a picture.
  ///
  /// - Parameter contentType: the MIME type: `text/html`.
  public static func data(of contentType: String, _ data: @escaping () throws -> [UInt8]) -> PreviewReply {
    PreviewReply(.data(contentType: contentType, data))
  }

  /// A file that is a preview already: the document itself, or one that the provider wrote into its work folder.
  ///
  /// - Parameter contentType: its MIME type: `application/pdf`.
  public static func file(_ path: String, contentType: String) -> PreviewReply {
    PreviewReply(.file(path: path, contentType: contentType))
  }
}

/// A document that can write itself as PDF. `PDFDocument` of PDFDocuments can conform to it in one line
/// (docs/writing-providers.md). ProviderKit does not depend on PDFDocuments, so that providers that only draw are small
/// and start fast.
public protocol PreviewDocument {
  var pageCount: Int { get }

  /// Writes a PDF file.
  func writePreview(to path: String) throws
}

/// A file that an HTML preview refers to: `<img src="cid:photo">`.
public struct PreviewAttachment {
  /// The identifier, without `cid:`. Letters, digits, `.`, `_` and `-`.
  public var id: String
  /// The MIME type.
  public var contentType: String
  public var data: [UInt8]

  public init(id: String, contentType: String, data: [UInt8]) {
    self.id = id
    self.contentType = contentType
    self.data = data
  }
}
