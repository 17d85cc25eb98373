package import ImageModel

/// All metadata of a file and of its images.
package struct ImageMetadata: Sendable {
  /// One image of the file.
  package struct Image: Sendable {
    /// The header's information, with orientation and resolution from Exif. nil for a file without a picture.
    package var info: ImageInfo?
    package var properties = PropertyTree()
    /// The uncompressed blocks of this image alone. A TIFF page has an `.exif` block made of its directories.
    package var blocks: [MetadataBlock] = []

    package init(info: ImageInfo?, _ properties: PropertyTree = PropertyTree()) {
      self.info = info
      self.properties = properties
    }
  }

  /// A text with a keyword.
  package struct Text: Hashable, Sendable {
    package var keyword: String
    package var text: String

    package init(keyword: String, text: String) {
      self.keyword = keyword
      self.text = text
    }
  }

  /// A namespace of XMP, with the prefix of its names.
  package struct Namespace: Hashable, Sendable {
    package var prefix: String
    package var uri: String

    package init(prefix: String, uri: String) {
      self.prefix = prefix
      self.uri = uri
    }
  }

  /// A thumbnail or further picture that is embedded as a complete file.
  package struct Preview: Hashable, Sendable {
    /// The block that lists it: `MPF`, `JFXX`, `Photoshop`, `IFD1`.
    package var origin: String
    /// The name for options: `jpeg`.
    package var format: String
    /// The range of the picture in the file.
    package var range: Range<UInt64>

    package init(origin: String, format: String, range: Range<UInt64>) {
      self.origin = origin
      self.format = format
      self.range = range
    }
  }

  /// The name for options: `jpeg`.
  package var format: String
  /// The identifier of the content type: `public.jpeg`.
  package var contentType: String
  package var byteCount: UInt64
  /// The images; for an animation only the first frame.
  package var images: [Image] = []
  /// The timing, if there are frames of an animation.
  package var animation: Animation?
  /// Whether the frames are the images. If not, `images` are still pictures beside them.
  package var showsFrames = true
  /// The number of images, all frames that are shown included.
  package var imageCount: Int { showsFrames ? animation?.durations.count ?? images.count : images.count }
  /// The properties of the file itself.
  package var properties = PropertyTree()
  /// The uncompressed blocks of the container.
  package var blocks: [MetadataBlock] = []
  package var comments: [String] = []
  package var texts: [Text] = []
  /// The namespaces of all XMP properties, in the order of their first use.
  package var namespaces: [Namespace] = []
  /// Thumbnails and further pictures, in the order of the file.
  package var previews: [Preview] = []
  /// The video of a motion photo, in the file.
  package var video: Range<UInt64>?
  /// The JPEG file in IFD1 of the Exif metadata.
  package var embeddedThumbnail: [UInt8]?
  package var diagnostics: [Diagnostic] = []

  package init(format: String, contentType: String, byteCount: UInt64) {
    self.format = format
    self.contentType = contentType
    self.byteCount = byteCount
  }

  /// The blocks that belong to an image: its own and those of the container.
  package func blocks(ofImage index: Int) -> [MetadataBlock] {
    (images.indices.contains(index) ? images[index].blocks : []) + blocks
  }
}
