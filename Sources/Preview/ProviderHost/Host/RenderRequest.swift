internal import DesktopCache
package import ImageModel
package import ProviderProtocol

/// How the host encodes a picture.
package enum PictureFormat: String, Hashable, Sendable, CaseIterable {
  case png, jpeg, webp
  /// The smallest, but it takes seconds to encode.
  case avif

  package var contentType: String { "image/\(rawValue)" }
}

/// A request for a thumbnail or preview. All steps from the caller to the worker use it.
package struct RenderRequest: Hashable, Sendable {
  package var capability: ProviderCapability
  package var document: DocumentReference
  /// The maximum size of the picture, in pixels; for a preview, the size of the area where it will be shown.
  package var maximumSize: PixelSize
  /// Pixels per point: how large providers draw text and lines.
  package var scale = 1.0
  /// The page, counted from 1; nil for the page that represents the document.
  package var page: Int?
  /// How pictures are encoded; nil for JPEG where the picture is opaque, and PNG where it is not.
  package var format: PictureFormat? = .png
  /// The quality of all formats but PNG, from 1 to 100; nil for the format's default.
  package var quality: Int?
  /// How a picture is fitted to `maximumSize`. A picture is never made larger than the provider drew it. Desktop
  /// thumbnailers may already have enlarged it.
  package var fit = FitMode.inside
  /// Which part `FitMode.cover` keeps.
  package var position = CropPosition.center
  /// What is drawn over pictures, after they have their size.
  package var overlay: Overlay?
  /// The MIME types of a preview that the caller can show, the best first; empty for all. The reply may be of another
  /// type and says so.
  package var accept: [String] = []
  /// Whether the caller can use only a picture. If the preview is not a picture, the reply is the document's thumbnail.
  package var mustBePicture = false
  /// Names the owner of the document. Documents of one tenant may be rendered by the same worker, one after the other;
  /// nil for a worker that renders only this document.
  package var tenant: String?
  /// The client that sends the request. Turns, space for replies and circuit breakers are kept per client; nil for
  /// requests that need not be kept apart from other clients.
  package var clientID: String?
  /// Identifies the request in the log. Equal requests that share a rendering have the ID of the first.
  package var requestID: String?
  /// How long the rendering may take, in seconds, counted from its turn in the queue; nil if only the host's limits
  /// apply.
  package var deadlineSeconds: Double?
  package var usesCache = true

  /// The longest side that a request may have, in pixels.
  package static let longestSide = 8_192
  /// In pixels per point.
  package static let scales = 0.1...16.0
  /// What `scales` allows, for messages.
  package static let scalesText = "a number from 0.1 to 16"
  /// Numbers of pages, counted from 1.
  package static let pages = 1...1_000_000

  package init(_ capability: ProviderCapability, of document: DocumentReference, maximumSize: PixelSize) {
    self.capability = capability
    self.document = document
    self.maximumSize = maximumSize
  }

  /// - Throws: `requestInvalid`.
  func validate() throws(ProviderError) {
    let sides = 1...Self.longestSide
    guard sides.contains(maximumSize.width), sides.contains(maximumSize.height) else {
      throw Self.invalid("a side has 1 to \(Self.longestSide) pixels")
    }
    guard Self.scales.contains(scale) else {
      throw Self.invalid("the scale is \(Self.scalesText)")
    }
    guard page.map({ Self.pages.contains($0) }) ?? true else {
      throw Self.invalid("pages are counted from 1 to \(Self.pages.upperBound)")
    }
    guard deadlineSeconds.map({ $0.isFinite && $0 > 0 && $0 <= 3_600 }) ?? true else {
      throw Self.invalid("a deadline is above 0 and at most an hour")
    }
    guard quality.map({ (1...100).contains($0) }) ?? true else { throw Self.invalid("the quality is 1 to 100") }
    guard accept.count <= 32, accept.allSatisfy({ $0.utf8.count <= 127 }) else {
      throw Self.invalid("not a valid list of MIME types")
    }
    guard !document.path.isEmpty, !document.path.utf8.contains(0), document.path.utf8.count < 4_096,
      document.name.utf8.count < 4_096
    else { throw Self.invalid("not a valid path or name") }
  }

  /// Reads a scale; nil for a text that is not one.
  package static func scale(_ text: String) -> Double? {
    Double(decimal: text).flatMap { scales.contains($0) ? $0 : nil }
  }

  private static func invalid(_ message: String) -> ProviderError { ProviderError(.requestInvalid, message) }

  /// The request without its client, which equal requests share; nil where it is not known whether another request
  /// means the same document.
  var shared: RenderRequest? {
    guard document.identity != nil || document.fingerprint != nil else { return nil }
    var shared = self
    (shared.clientID, shared.requestID) = (nil, nil)
    return shared
  }

  /// The size of the thumbnail cache that fits this request, in pixels; nil where the cache has no such pictures.
  var cachePixels: Int? {
    guard usesCache, capability == .thumbnail, document.identity != nil, format == .png, page == nil, scale == 1,
      fit == .inside, overlay == nil, maximumSize.width == maximumSize.height
    else { return nil }
    return ThumbnailCache.sizes.first { $0.pixels == maximumSize.width }?.pixels
  }
}

extension RenderRequest {
  /// The maximum side of a drawing that is larger than the requested size, in pixels.
  private static let longestDrawnSide = 4_096

  /// The request for the provider. Providers draw inside a box. A picture that will be cropped or stretched to cover
  /// its box is drawn twice as large, which is enough for aspect ratios up to 2.
  var drawing: RenderRequest { fit == .inside ? self : drawing(side: 2 * maximumSize.longSide) }

  /// The drawing that covers the box where the first drawing does not. nil where the first one is sufficient, or is
  /// already as large as the document or this host allows.
  ///
  /// - Parameters:
  ///   - size: the size of the first drawing.
  ///   - box: the maximum size that the first drawing could have.
  func drawing(after size: PixelSize, in box: PixelSize) -> RenderRequest? {
    let missing = max(
      Double(maximumSize.width) / Double(size.width), Double(maximumSize.height) / Double(size.height))
    guard fit != .inside, missing > 1, size.longSide == box.longSide else { return nil }
    let larger = drawing(side: Int(min(Double(box.longSide) * missing, 1e6).rounded(.up)))
    return larger.maximumSize.longSide > box.longSide ? larger : nil
  }

  private func drawing(side: Int) -> RenderRequest {
    let side = max(maximumSize.longSide, min(side, Self.longestDrawnSide))
    var request = self
    request.scale = min(Self.scales.upperBound, scale * Double(side) / Double(maximumSize.longSide))
    request.maximumSize = PixelSize(width: side, height: side)
    return request
  }
}

/// A rendered thumbnail or preview.
package struct RenderReply: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    /// A picture that the host encoded.
    case image
    case pdf
    case html
    /// Data of another type, which `contentType` states.
    case data
  }

  /// A file that HTML refers to by `cid:`.
  package struct Attachment: Hashable, Sendable {
    package var id: String
    package var contentType: String
    package var bytes: [UInt8]

    package init(id: String, contentType: String, bytes: [UInt8]) {
      self.id = id
      self.contentType = contentType
      self.bytes = bytes
    }
  }

  package var kind: Kind
  /// The content; empty where `file` contains it.
  package var bytes: [UInt8]
  /// The content, if it is large and the host keeps large replies in files (`HostConfiguration.replyFiles`).
  package var file: ReplyFile?
  /// A MIME type, perhaps with parameters.
  package var contentType: String
  /// A text's character encoding, as the provider names it.
  package var encoding: String?
  package var attachments: [Attachment] = []
  /// Pixels of a picture; nil for other kinds.
  package var width: Int?
  package var height: Int?
  package var title: String?
  package var extensionBadge: String?
  package var pageCount: Int?
  /// Problems of the document that the provider reports.
  package var warnings: [String] = []
  /// The provider that rendered it; nil for a cached thumbnail of another program.
  package var provider: ProviderName?
  package var isCached = false
  /// Whether the provider may make a better one later. It is not cached.
  package var isProvisional = false
  /// If the reply is a thumbnail because the preview is not a picture: the preview's content type.
  package var previewType: String?

  package init(kind: Kind = .image, bytes: [UInt8] = [], contentType: String, provider: ProviderName?) {
    self.kind = kind
    self.bytes = bytes
    self.contentType = contentType
    self.provider = provider
  }
}

/// The name of a provider in replies.
package struct ProviderName: Hashable, Sendable {
  package var id: String
  package var version: String

  package init(id: String, version: String) {
    self.id = id
    self.version = version
  }
}
