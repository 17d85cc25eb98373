public import ImageModel
public import ProviderProtocol

/// A request for a thumbnail, like QLFileThumbnailRequest on Apple's systems.
///
/// Documents have paths, not URLs: `URL` needs Foundation, and loading that takes longer than drawing most thumbnails.
public struct FileThumbnailRequest: Sendable {
  /// The document, an absolute path that can be read; for a package, the directory.
  public var filePath: String
  /// The document's name for people. `filePath` may end in another one.
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
  /// The language to show things in, (BCP 47).
  public var locale: String
  /// What the provider may use.
  public var limits: HostMessage.RenderLimits
  /// A directory for this request only, in which the provider may write. The host removes it.
  public var workFolder: String
  let partials: PartialReplies?

  /// The largest size of the picture in pixels, at least 1 along each axis.
  public var maximumPixelSize: PixelSize { Self.pixels(maximumSize, scale) }

  /// Shows a picture of lower quality, while the provider goes on to make the one that it returns.
  ///
  /// - Throws: what drawing it throws.
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
  init(_ size: HostMessage.Size) { self.init(width: size.width, height: size.height) }

  /// The size, reduced to fit into another one if needed, with the same aspect.
  func fitted(into box: Size) -> Size {
    let factor = min(1, box.width / width, box.height / height)
    return Size(width: width * factor, height: height * factor)
  }
}
