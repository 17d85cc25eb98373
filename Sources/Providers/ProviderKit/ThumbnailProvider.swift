public import Drawing
public import ImageModel
public import ProviderProtocol

/// Draws thumbnails, like QLThumbnailProvider on Apple's systems. Subclass it and override `provideThumbnail(for:)`.
///
/// Each request gets a provider object of its own. It runs in a process that can read this document and little else,
/// and that may be ended at any moment. If the host cancels the request, its task is cancelled: call `try
/// Task.checkCancellation()` in long loops.
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

/// A request for a thumbnail, like QLFileThumbnailRequest on Apple's systems.
///
/// Documents have paths, not URLs: `URL` needs Foundation, and loading that takes longer than drawing most thumbnails.
public struct FileThumbnailRequest: Sendable {
  /// The document, an absolute path that can be read; for a package, the directory.
  public var filePath: String
  /// The document's name for people. The last part of `filePath` may be another name.
  public var fileName: String
  /// The identifier of the document's type: `org.cameo.pplgrp`.
  public var contentType: String
  /// The largest size of the picture, in points.
  public var maximumSize: Size
  /// The smallest useful size, in points.
  public var minimumSize: Size
  /// Pixels per point.
  public var scale: Double
  /// The page to show, counted from 1; nil for the one that represents the document.
  public var page: Int?
  /// The language to show things in (BCP 47).
  public var locale: String
  /// What the provider may use.
  public var limits: HostMessage.RenderLimits
  /// A directory in which the provider may write files during this request. The host empties it afterwards.
  public var workFolder: String
  let partials: PartialReplies?

  /// The largest size of the picture in pixels, at least 1 along each axis.
  public var maximumPixelSize: PixelSize { Self.pixels(maximumSize, scale) }

  /// Shows a picture of lower quality, while the provider makes the one that it returns.
  ///
  /// - Throws: what the drawing throws.
  public func show(partial reply: ThumbnailReply) throws { try partials?.send(reply) }

  static func pixels(_ size: Size, _ scale: Double) -> PixelSize {
    func side(_ points: Double) -> Int { Int(min(max((points * scale).rounded(), 1), 32_767)) }
    return PixelSize(width: side(size.width), height: side(size.height))
  }
}

/// Sends the partial replies of one request.
struct PartialReplies: Sendable {
  let send: @Sendable (ThumbnailReply) throws -> Void
}

extension Size {
  /// The size, reduced to fit into another one if needed, with the same aspect.
  func fitted(into box: Size) -> Size {
    let factor = min(1, box.width / width, box.height / height)
    return Size(width: width * factor, height: height * factor)
  }
}

/// A thumbnail, like QLThumbnailReply on Apple's systems.
public struct ThumbnailReply {
  enum Content {
    case drawing(ContextDrawing)
    case imageFile(path: String, contentType: String)
    case pixels(PixelBuffer)
  }

  let content: Content
  /// A short text that a client may show over the picture: `PDF`.
  public var extensionBadge: String?
  /// The document's own title.
  public var title: String?
  /// The number of pages. `FileThumbnailRequest.page` may be 1 to this number.
  public var pageCount: Int?
  /// Problems of the document that the picture does not show, one line for each: "12 of 90 rows are missing".
  public var warnings: [String] = []
  /// Whether a later picture may be better, because a program that draws it was not ready in time. Hosts show this
  /// one, and do not cache it.
  public var isProvisional = false

  /// Draws in a context whose origin is at the upper left and whose y grows downwards.
  ///
  /// - Parameters:
  ///   - contextSize: in points. A size beyond the request's is reduced, and the drawing with it.
  ///   - draw: runs after the reply is returned. Where it does not draw, the picture is transparent.
  public init(contextSize: Size, currentContextDrawing draw: @escaping (DrawingContext) throws -> Void) {
    content = .drawing(ContextDrawing(size: contextSize, isFlipped: true, draw: draw))
  }

  /// Draws in a context whose origin is at the lower left and whose y grows upwards, as in PDF; otherwise as
  /// `init(contextSize:currentContextDrawing:)`.
  public init(contextSize: Size, drawing draw: @escaping (DrawingContext) throws -> Void) {
    content = .drawing(ContextDrawing(size: contextSize, isFlipped: false, draw: draw))
  }

  /// Shows an encoded picture, which the host decodes in a sandbox.
  ///
  /// - Parameters:
  ///   - path: the path of a file that the provider can read.
  ///   - contentType: its MIME type: `image/png`.
  public init(imageFilePath path: String, contentType: String) {
    content = .imageFile(path: path, contentType: contentType)
  }

  /// Shows pixels that exist already: grey or RGB, 8 bits a sample, sRGB.
  public init(pixels: PixelBuffer) { content = .pixels(pixels) }
}

/// A closure that draws, and the context that it needs.
struct ContextDrawing {
  var size: Size
  var isFlipped: Bool
  var draw: (DrawingContext) throws -> Void
}
