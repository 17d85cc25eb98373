public import ImageModel
public import ProviderProtocol

/// A thumbnail that is wanted: what QLFileThumbnailRequest is on Apple's systems.
///
/// Documents go by paths and not by URLs: `URL` is Foundation's, whose loading alone takes longer than drawing most
/// thumbnails.
public struct FileThumbnailRequest: Sendable {
  /// The document, an absolute path that can be read; of a package the directory.
  public var filePath: String
  /// The name that people know the document by. `filePath` may end in another one.
  public var fileName: String
  /// The identifier of the document's type: `org.cameo.pplgrp`.
  public var contentType: String
  /// The largest size of the picture, in points.
  public var maximumSize: Size
  /// The smallest size that is of use, in points.
  public var minimumSize: Size
  /// Pixels a point.
  public var scale: Double
  /// The page to show, counted from 1; nil for the one that stands for the document.
  public var page: Int?
  /// The language to show things in, as BCP 47 has it.
  public var locale: String
  /// What the provider may use up.
  public var limits: HostMessage.RenderLimits
  /// A directory of this request's own, in which the provider may write; the host removes it.
  public var workFolder: String
  let partials: PartialReplies?

  /// The largest size of the picture in pixels, at least 1 along each axis.
  public var maximumPixelSize: PixelSize { Self.pixels(maximumSize, scale) }

  /// Shows a first picture, of lower quality, while the provider goes on to make the one that it returns.
  ///
  /// - Throws: what drawing it throws.
  public func show(partial reply: ThumbnailReply) throws { try partials?.send(reply) }

  static func pixels(_ size: Size, _ scale: Double) -> PixelSize {
    func side(_ points: Double) -> Int { Int(min(max((points * scale).rounded(), 1), 32_767)) }
    return PixelSize(width: side(size.width), height: side(size.height))
  }
}

/// Sends first pictures of one order.
struct PartialReplies: Sendable {
  let send: @Sendable (ThumbnailReply) throws -> Void
}

extension Size {
  init(_ size: HostMessage.Size) { self.init(width: size.width, height: size.height) }

  /// The size made smaller, where it has to be, so that it fits into another; the aspect stays.
  func fitted(into box: Size) -> Size {
    let factor = min(1, box.width / width, box.height / height)
    return Size(width: width * factor, height: height * factor)
  }
}
