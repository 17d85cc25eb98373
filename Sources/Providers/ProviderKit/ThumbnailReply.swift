public import Drawing
public import ImageModel

/// A thumbnail, like QLThumbnailReply on Apple's systems.
public struct ThumbnailReply {
  enum Content {
    case drawing(ContextDrawing)
    case imageFile(path: String, contentType: String)
    case pixels(PixelBuffer)
  }

  let content: Content
  /// A short text to show over the picture where it represents a file: `PDF`.
  public var extensionBadge: String?
  /// The document's own title.
  public var title: String?
  /// The pages that `FileThumbnailRequest.page` may ask for.
  public var pageCount: Int?
  /// Problems of the document that the picture does not show, a line each: "12 of 90 rows are missing".
  public var warnings: [String] = []

  /// Draws in a context whose origin is at the upper left and whose y grows downwards.
  ///
  /// - Parameters:
  ///   - contextSize: in points. A size beyond the request's is reduced, and the drawing with it.
  ///   - draw: runs when the reply is returned. What it leaves untouched is transparent.
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
