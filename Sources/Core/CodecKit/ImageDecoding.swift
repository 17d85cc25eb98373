package import ByteStreams
package import ImageModel

/// A file that has been opened for decoding.
///
/// Order of calls: `open -> (info | rows)*`. Several readers may be made one after the other; a reader must be done
/// with before the next is asked for. Decoders are synchronous and used by one thread at a time.
package protocol ImageDecoder: AnyObject {
  /// The number of images that can be decoded, at least 1.
  var imageCount: Int { get }

  /// The image that stands for the file.
  var primaryIndex: Int { get }

  /// What was odd about the container, so far.
  var diagnostics: [Diagnostic] { get }

  /// What the header says about an image. JPEG and PNG leave out what only Exif says (orientation).
  ///
  /// - Throws: `usage` for an index out of range; `invalidData`, `unsupported`, `limitExceeded`, `io`.
  func info(at index: Int) throws(ImageError) -> ImageInfo

  /// Begins to decode an image and hands out its rows.
  ///
  /// - Throws: as `info`.
  func rows(at index: Int, _ request: DecodeRequest) throws(ImageError) -> any RowSource
}

/// What the caller of a decoder wants.
package struct DecodeRequest: Sendable {
  /// The smallest size that is large enough; the decoder chooses the smallest scale whose `sourceBox` is at least as
  /// large along both axes. nil asks for the full size.
  package var minimumSize: PixelSize?
  /// Called between rows or strips; when it says true the decoder throws `cancelled`.
  package var isCancelled: (@Sendable () -> Bool)?

  package init(minimumSize: PixelSize? = nil, isCancelled: (@Sendable () -> Bool)? = nil) {
    self.minimumSize = minimumSize
    self.isCancelled = isCancelled
  }

  /// - Throws: `cancelled` when the caller has given up.
  package func checkCancellation() throws(ImageError) {
    if let isCancelled, isCancelled() { throw ImageError(.cancelled, "cancelled") }
  }
}

/// How a format's decoder is found and opened. A row of `BuiltInCodecs`.
package struct DecoderDescriptor: Sendable {
  /// The name for `--allow` and reports: `jpeg`.
  package var name: String
  /// The identifier of the content type that it reads.
  package var contentType: String
  /// Reads the header.
  ///
  /// - Throws: `ImageError`, without a path.
  package var open: @Sendable (_ source: any ByteSource, _ limits: Limits) throws(ImageError) -> any ImageDecoder

  package init(
    name: String, contentType: String,
    open: @escaping @Sendable (_ source: any ByteSource, _ limits: Limits) throws(ImageError) -> any ImageDecoder
  ) {
    self.name = name
    self.contentType = contentType
    self.open = open
  }
}
