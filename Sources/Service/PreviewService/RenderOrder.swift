/// What a caller wants to see of a document.
package struct RenderOrder: Sendable {
  /// What a preview shall be.
  package enum Kind: String, CaseIterable, Sendable {
    /// Whatever the provider makes.
    case any
    case pdf
    case html
    case image

    /// The MIME types that the kind stands for; empty for all.
    package var mimeTypes: [String] {
      switch self {
      case .any: []
      case .pdf: ["application/pdf"]
      case .html: ["text/html"]
      case .image: ["image/png", "image/jpeg"]
      }
    }
  }

  package var document: ServedDocument
  /// The picture is at most so large, in pixels.
  package var width: Int
  package var height: Int
  /// Pixels a point: how large text and lines are drawn.
  package var scale: Double
  /// Counted from 1; nil for the page that stands for the document.
  package var page: Int?
  /// How pictures are encoded: `png` or `jpeg`.
  package var format: String
  /// Whether nothing but a picture will do: of a document whose preview is none, its thumbnail.
  package var mustBePicture: Bool
  package var kind: Kind
  /// The MIME types that the caller can show, the best first; empty for all.
  package var accept: [String]
  /// How long the rendering may take, in seconds.
  package var deadlineSeconds: Double
  /// Who asks.
  package var tenant: String
}

/// A thumbnail or preview that was made.
package struct RenderReply: Sendable {
  /// A file that HTML refers to by `cid:`.
  package struct Attachment: Sendable {
    package var id: String
    package var contentType: String
    package var bytes: [UInt8]

    package init(id: String, contentType: String, bytes: [UInt8]) {
      self.id = id
      self.contentType = contentType
      self.bytes = bytes
    }
  }

  package var bytes: [UInt8]
  /// A MIME type, perhaps with parameters.
  package var contentType: String
  /// In pixels, where it is a picture.
  package var width: Int?
  package var height: Int?
  /// The provider's identifier and version.
  package var provider: String?
  package var title: String?
  package var badge: String?
  package var pageCount: Int?
  /// What is wrong with the document, a line each.
  package var warnings: [String]
  package var attachments: [Attachment]

  package init(
    bytes: [UInt8], contentType: String, width: Int? = nil, height: Int? = nil, provider: String? = nil,
    title: String? = nil, badge: String? = nil, pageCount: Int? = nil, warnings: [String] = [],
    attachments: [Attachment] = []
  ) {
    self.bytes = bytes
    self.contentType = contentType
    self.width = width
    self.height = height
    self.provider = provider
    self.title = title
    self.badge = badge
    self.pageCount = pageCount
    self.warnings = warnings
    self.attachments = attachments
  }
}
