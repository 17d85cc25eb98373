package import ImageModel

/// Everything that a file says about its images, and about itself.
package struct ImageMetadata: Sendable {
  /// One image of the file.
  package struct Image: Sendable {
    /// Orientation and resolution are completed from Exif. nil where the header says nothing of a picture.
    package var info: ImageInfo?
    package var properties = PropertyTree()
    /// Metadata of this image alone, plain (nothing compressed): the blocks of a TIFF page, with an `.exif` block that is
    /// made of its directories.
    package var blocks: [MetadataBlock] = []

    package init(info: ImageInfo?) {
      self.info = info
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

  /// A prefix that names of XMP begin with, and what it stands for.
  package struct Namespace: Hashable, Sendable {
    package var prefix: String
    package var uri: String

    package init(prefix: String, uri: String) {
      self.prefix = prefix
      self.uri = uri
    }
  }

  /// A smaller or further picture that lies in the file as a file of its own.
  package struct Preview: Hashable, Sendable {
    /// Where it was found: `MPF`, `JFXX`, `Photoshop`, `IFD1`.
    package var origin: String
    /// The name for options: `jpeg`.
    package var format: String
    /// The bytes of the file that are the picture.
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
  package var images: [Image] = []
  /// What the file says about itself.
  package var properties = PropertyTree()
  /// Metadata of the container, plain (nothing compressed).
  package var blocks: [MetadataBlock] = []
  package var comments: [String] = []
  package var texts: [Text] = []
  /// The namespaces of all XMP properties, in the order of their first use.
  package var namespaces: [Namespace] = []
  /// Pictures beside the main ones, in the order of the file.
  package var previews: [Preview] = []
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
