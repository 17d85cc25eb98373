/// A provider, as results name it.
package struct ProviderName: Hashable, Sendable {
  package var id: String
  package var version: String

  package init(id: String, version: String) {
    self.id = id
    self.version = version
  }
}

/// A thumbnail that was made or found.
package struct RenderedThumbnail: Hashable, Sendable {
  package var bytes: [UInt8]
  /// `image/png` or `image/jpeg`.
  package var contentType: String
  package var width: Int
  package var height: Int
  /// Who drew it; nil for one from the cache that another program made.
  package var provider: ProviderName?
  package var title: String?
  package var extensionBadge: String?
  package var pageCount: Int?
  /// What the provider says is wrong with the document.
  package var warnings: [String] = []
  package var isCached = false
}

/// A preview that was made.
package struct RenderedPreview: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    case pdf
    case html
    /// What a provider drew, encoded by the host.
    case image
    /// Anything else, as `contentType` says.
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
  package var bytes: [UInt8]
  package var contentType: String
  /// The text's encoding as the provider names it.
  package var encoding: String?
  package var attachments: [Attachment] = []
  /// Pixels of an image; nil for what has none.
  package var width: Int?
  package var height: Int?
  package var title: String?
  package var pageCount: Int?
  /// What the provider says is wrong with the document.
  package var warnings: [String] = []
  package var provider: ProviderName
}

/// What comes of a progressive thumbnail, in this order, each at most once but the middle one.
package enum ThumbnailUpdate: Hashable, Sendable {
  /// At once: the document's type, and the name of the icon that stands for it in icon themes.
  case icon(contentType: String, name: String)
  case lowQuality(RenderedThumbnail)
  case final(RenderedThumbnail)
}
