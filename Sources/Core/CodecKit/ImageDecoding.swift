package import ByteStreams
internal import ContentTypes
package import ImageModel
package import MetadataModel

/// A file that has been opened for decoding.
///
/// Order of calls: `open -> (info | rows)*`. Several row sources may be made one after the other; finish with one
/// before asking for the next. Decoders are synchronous. One thread at a time may use a decoder.
package protocol ImageDecoder: AnyObject {
  /// The number of images that can be decoded, at least 1.
  var imageCount: Int { get }

  /// The index of the image that represents the file.
  var primaryIndex: Int { get }

  /// The timing, where the images are the frames of an animation; nil for other files.
  var animation: Animation? { get }

  /// Problems of the container found so far.
  var diagnostics: [Diagnostic] { get }

  /// The result of the format's walker, lent to readers of the metadata; nil if they have to walk the file again.
  var lentStructure: (any ImageStructure)? { get }

  /// The decoder itself, if an encoder of its format can take the compressed blocks of the picture as they are.
  var blockDecoder: (any BlockDecoder)? { get }

  /// The header's description of an image. For JPEG and PNG it lacks the orientation, which only Exif has.
  ///
  /// - Throws: `usage` for an index out of range; `invalidData`, `unsupported`, `limitExceeded`, `io`.
  func info(at index: Int) throws(ImageError) -> ImageInfo

  /// Begins to decode an image and returns its rows.
  ///
  /// - Throws: as `info`.
  func rows(at index: Int, _ request: DecodeRequest) throws(ImageError) -> any RowSource

  /// The description of a smaller version of an image that the file declares, as HEIF files do; nil if there is none.
  /// The thumbnail in Exif does not count.
  func thumbnail(at index: Int) throws(ImageError) -> ImageInfo?

  /// The rows of that small version; nil where there is none.
  func thumbnailRows(at index: Int, _ request: DecodeRequest) throws(ImageError) -> (any RowSource)?

  /// The images that belong to the one that represents the file: `depth`, `gainmap`, `alpha`, ...
  var auxiliaryNames: [String] { get }

  /// A decoder of the auxiliary image with this name; nil if there is none.
  ///
  /// - Throws: as `info`.
  func auxiliary(_ name: String) throws(ImageError) -> (any ImageDecoder)?
}

extension ImageDecoder {
  package func thumbnail(at index: Int) throws(ImageError) -> ImageInfo? { nil }

  package func thumbnailRows(at index: Int, _ request: DecodeRequest) throws(ImageError) -> (any RowSource)? { nil }

  package var auxiliaryNames: [String] { [] }
  package func auxiliary(_ name: String) throws(ImageError) -> (any ImageDecoder)? { nil }

  package var animation: Animation? { nil }
  package var lentStructure: (any ImageStructure)? { nil }
  package var blockDecoder: (any BlockDecoder)? { nil }

  /// - Throws: `usage` for an index out of range.
  package func check(index: Int, format: String) throws(ImageError) {
    guard (0..<imageCount).contains(index) else {
      throw ImageError(.usage, "there is no image \(index): the file has \(imageCount)", format: format)
    }
  }
}

/// A decoder of a format whose encoder can take the compressed blocks of a picture as they are.
package protocol BlockDecoder: ImageDecoder {
  /// The picture can be turned and cropped without loss in blocks of this size, counted from the upper left; nil if the
  /// header does not give it.
  var blockSize: PixelSize? { get }

  /// How the blocks are stored; nil where the header does not say it.
  var coding: (any BlockCoding)? { get }
}

extension BlockDecoder {
  package var blockDecoder: (any BlockDecoder)? { self }
}

/// How the blocks of a picture are stored, as only the codec of its format knows it. A copy of the picture with the
/// same coding loses almost nothing.
package protocol BlockCoding: Sendable {}

/// A decoder of a single image whose rows another decoder makes.
package final class SingleImageDecoder: ImageDecoder {
  package typealias Rows = (_ request: DecodeRequest) throws(ImageError) -> any RowSource

  package let imageCount = 1
  package let primaryIndex = 0
  package let diagnostics: [Diagnostic] = []
  private let info: ImageInfo
  private let rows: Rows

  package init(_ info: ImageInfo, rows: @escaping Rows) { (self.info, self.rows) = (info, rows) }

  package func info(at index: Int) throws(ImageError) -> ImageInfo { info }

  package func rows(at index: Int, _ request: DecodeRequest) throws(ImageError) -> any RowSource { try rows(request) }
}

/// What a caller wants from a decoder.
package struct DecodeRequest: Sendable {
  /// The smallest useful size. The decoder chooses the smallest scale whose `sourceBox` is at least as large along both
  /// axes. nil asks for the full size.
  package var minimumSize: PixelSize?
  /// What samples the caller wants. A decoder may ignore it.
  package enum Samples: Hashable, Sendable {
    /// The samples of `PixelFormat`: full-range integers, or floats.
    case pixels
    /// As the file stores them, if `PixelFormat` cannot express them (`RowLayout.stored`).
    case stored
    /// Integers of other than 8 and 16 bits, and signed ones, as floats with their own values.
    case plainValues
  }
  package var samples = Samples.pixels
  /// Called between rows or strips. When it returns true, the decoder throws `cancelled`.
  package var isCancelled: (@Sendable () -> Bool)?
  /// Whether the decoder may use threads of its own. The rows and the diagnostics are the same.
  package var usesThreads: Bool

  package init(
    minimumSize: PixelSize? = nil, isCancelled: (@Sendable () -> Bool)? = nil, usesThreads: Bool = false
  ) {
    self.minimumSize = minimumSize
    self.isCancelled = isCancelled
    self.usesThreads = usesThreads
  }

  /// Whether the rows of this request also serve another one: they have the same samples and are large enough.
  package func covers(_ other: DecodeRequest) -> Bool {
    guard samples == other.samples else { return false }
    guard let minimumSize else { return true }
    guard let wanted = other.minimumSize else { return false }
    return wanted.width <= minimumSize.width && wanted.height <= minimumSize.height
  }

  /// - Throws: `cancelled` when the caller has cancelled.
  package func checkCancellation() throws(ImageError) {
    if let isCancelled, isCancelled() { throw ImageError(.cancelled, "cancelled") }
  }
}

/// How a format's decoder is found and opened. A part of a row of `BuiltInCodecs`.
package struct DecoderDescriptor: Sendable {
  package typealias Open =
    @Sendable (_ source: any ByteSource, _ limits: Limits) throws(ImageError) -> any ImageDecoder

  /// The name in `--allow` and in reports: `jpeg`.
  package var name: String
  /// The identifier of the content type that it reads.
  package var contentType: String
  /// Whether other programs read a file whose images are described in this way. A file that they do not read, such as
  /// Apple's variant of PNG, is encoded again instead of copied.
  package var isCommon: @Sendable (ImageInfo) -> Bool
  /// Reads the header.
  ///
  /// - Throws: `ImageError`, without a path.
  package var open: Open
  /// The decoder that develops the data of a sensor in the file; nil where there is none.
  ///
  /// - Throws: `invalidData`, `io`.
  package var developer:
    @Sendable (_ source: any ByteSource, _ limits: Limits) throws(ImageError) -> DecoderDescriptor? = {
      _, _ throws(ImageError) in nil
    }

  /// - Parameter name: that of a format of `ImageFormat`, whose type it reads.
  package init(name: String, isCommon: @escaping @Sendable (ImageInfo) -> Bool = { _ in true }, open: @escaping Open) {
    self.name = name
    contentType = ImageFormat.named(name)?.type.identifier ?? name
    self.isCommon = isCommon
    self.open = open
  }
}
