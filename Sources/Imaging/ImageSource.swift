internal import BuiltInCodecs
package import ByteStreams
package import CodecKit
internal import ContentTypes
public import ImageModel
internal import ImageOps
public import MetadataModel
internal import MetadataReading
internal import TextReading

/// A file with images: its type, its properties and its pixels. The counterpart of CGImageSource on Apple's systems.
///
/// Opening reads headers only. Pixels are decoded on demand. A source is used by one thread at a time;
/// several threads each need a source of their own.
///
/// ```swift
/// let source = try ImageSource(path: "photo.jpg")
/// print(source.format, source.count, try source.info(at: 0).uprightSize)
/// let small = try source.thumbnail(at: 0, .init(size: .longSide(256)))
/// ```
public final class ImageSource {
  /// Which inputs are read, and how.
  public struct Options: Sendable {
    public var limits: Limits
    /// Names of the formats that may be decoded (`jpeg`, `heic`); nil allows all.
    public var allowedFormats: Set<String>?
    /// What is shown of a camera's raw file.
    public var raw = RAWRendering.preview
    /// Whether rows are decoded on other threads while the caller works on them: faster for one picture at a time.
    public var decodesAhead = false
    /// Returns true when the work should end; called between rows.
    public var isCancelled: (@Sendable () -> Bool)?
    /// The encoding of old texts: `JobEnvironment.encoding`.
    var encoding: NamedEncoding?
    /// Whether the caller replaces the file: `InputOpening.open`.
    var isReplaced = false
    /// Is called with the fraction of an image's rows that have been read, from 0 to 1.
    public var progress: (@Sendable (Double) -> Void)?

    public init(
      limits: Limits = .standard, allowedFormats: Set<String>? = nil, isCancelled: (@Sendable () -> Bool)? = nil
    ) {
      self.limits = limits
      self.allowedFormats = allowedFormats
      self.isCancelled = isCancelled
    }
  }

  /// The format's name: `jpeg`, `heic`, `raw` or another one that `--allow` takes.
  public let format: String
  /// The identifier of the content type: `public.jpeg`.
  public let contentType: String
  /// The size of the file in bytes.
  public let byteCount: UInt64
  /// The name of the source in messages: its path, as the caller gave it.
  public let name: String
  package let options: Options
  package let bytes: any ByteSource
  let descriptor: DecoderDescriptor
  package let decoder: any ImageDecoder
  /// Whether the picture is developed from the data of a sensor, and so is upright whatever the metadata says.
  let isDeveloped: Bool
  /// Whether this is the picture of a document's page: `JobEnvironment.pictureOfDocument`.
  private(set) var isOfDocument = false
  /// Whether the rows of images are kept, so that each is decoded once for several renderings. The largest one has to
  /// be the first. Rows that do not fit into half of the memory are decoded again.
  var keepsRows = false
  private var kept: [Int: (request: DecodeRequest, rows: KeptRows)] = [:]
  private var cachedMetadata: (detail: MetadataReader.Detail, metadata: ImageMetadata)?

  /// Opens a file, fifo or device.
  ///
  /// - Throws: `ImageError` with the path.
  public convenience init(path: String, _ options: Options = Options()) throws(ImageError) {
    let check = Self.registry(options).headerCheck(fileName: path)
    let bytes = try InputOpening.open(
      path: path, limits: options.limits, check: check, isReplaced: options.isReplaced)
    try self.init(bytes, name: path, options)
  }

  /// Opens a file that is in memory.
  ///
  /// - Parameter name: used in messages instead of a path. Its extension determines the format if the content does not.
  public convenience init(
    bytes: [UInt8], name: String = "data", _ options: Options = Options()
  ) throws(ImageError) {
    try self.init(MemoryByteSource(bytes), name: name, options)
  }

  package init(_ bytes: any ByteSource, name: String, _ options: Options) throws(ImageError) {
    self.bytes = bytes
    self.name = name
    self.options = options
    byteCount = bytes.size
    let registry = Self.registry(options)
    do throws(ImageError) {
      let found = try registry.descriptor(for: bytes, fileName: name)
      let developer = options.raw == .develop ? try found.developer(bytes, options.limits) : nil
      if let developer { try registry.checkAllowed(developer, developer.name) }
      isDeveloped = developer != nil
      descriptor = developer ?? found
      decoder = try descriptor.open(bytes, options.limits)
    } catch {
      throw error.at(path: name)
    }
    format = descriptor.name
    contentType = descriptor.contentType
  }

  /// An image that belongs to another source's picture. It has no metadata but its orientation.
  init(
    _ decoder: any ImageDecoder, in bytes: any ByteSource, orientation: Orientation? = nil, of source: ImageSource
  ) throws(ImageError) {
    (self.bytes, name, options, byteCount) = (bytes, source.name, source.options, source.byteCount)
    (descriptor, format, contentType) = (source.descriptor, source.format, source.contentType)
    isDeveloped = source.isDeveloped
    self.decoder = decoder
    var info = try decoder.info(at: 0)
    info.orientation = orientation ?? info.orientation
    var metadata = ImageMetadata(format: format, contentType: contentType, byteCount: byteCount)
    metadata.images = [ImageMetadata.Image(info: info)]
    cachedMetadata = (.readable, metadata)
  }

  private static func registry(_ options: Options) -> DecoderRegistry {
    DecoderRegistry(
      BuiltInCodecs.decoders, contentTypes: ContentTypeRegistry(), allowed: options.allowedFormats)
  }

  /// Opens the input of a job.
  convenience init(_ input: JobInput, in environment: JobEnvironment) throws(ImageError) {
    var options = Options(
      limits: environment.limits, allowedFormats: environment.allowedFormats, isCancelled: environment.isCancelled)
    options.raw = environment.raw
    options.decodesAhead = environment.decodesAhead
    options.progress = environment.progress
    options.isReplaced = environment.files.inPlace
    options.encoding = environment.encoding
    switch input {
    case .path(let path):
      guard let picture = try environment.pictureOfDocument?(path) else {
        try self.init(path: path, options)
        return
      }
      try self.init(bytes: picture, name: path, options)
      isOfDocument = true
    case .standardInput:
      let check = Self.registry(options).headerCheck(fileName: nil)
      let bytes = try environment.streams.openInput(name: input.name, limits: environment.limits, check: check)
      try self.init(bytes, name: input.name, options)
    }
  }

  /// What is true of all files of the format.
  var traits: ImageFormat.Traits { ImageFormat.traits(of: format) }

  /// The number of images (pages), without reduced-resolution copies and masks.
  public var count: Int { decoder.imageCount }

  /// The index of the image that represents the file.
  public var primaryIndex: Int { decoder.primaryIndex }

  /// The timing, if the images are the frames of an animation; nil for other files.
  public var animation: Animation? { decoder.animation }

  /// Notes and warnings about the container, so far.
  ///
  /// Oddities of the metadata are notes, because they do not change the picture. Faults of a colour profile are left
  /// out: the code that uses the profile for the pixels reports them.
  public var diagnostics: [Diagnostic] {
    let metadata = cachedMetadata?.metadata.diagnostics ?? []
    let told = metadata.filter { $0.subject != .colorProfile }
    return (decoder.diagnostics + told).map { $0.subject == .metadata ? Diagnostic.note($0.message) : $0 }
  }

  /// The properties of an image that decoding needs, with the orientation, resolution and colours of Exif.
  ///
  /// - Throws: `usage` for an index out of range; errors of a damaged header.
  public func info(at index: Int) throws(ImageError) -> ImageInfo {
    try check(index)
    do throws(ImageError) {
      var info = try decoder.info(at: index)
      if isDeveloped { return info }
      let images = try metadata(.essentials).images
      // For an animation, only the first frame is described.
      if let described = (animation == nil ? images[safe: index] : images.first)?.info {
        info.orientation = described.orientation
        info.resolution = described.resolution ?? info.resolution
        // Exif may name it.
        info.profile = info.profile ?? described.profile
      }
      return info
    } catch {
      throw error.at(path: name)
    }
  }

  /// The properties of one image: a typed tree.
  public func properties(at index: Int) throws(ImageError) -> PropertyTree {
    try check(index)
    return try metadata().images[safe: animation == nil ? index : 0]?.properties ?? PropertyTree()
  }

  /// The properties of the container.
  public func properties() throws(ImageError) -> PropertyTree {
    try metadata().properties
  }

  func check(_ index: Int) throws(ImageError) {
    guard index >= 0, index < count else {
      throw ImageError(
        .usage, "there is no page \(index &+ 1): the file has \(count) page\(count == 1 ? "" : "s")", path: name)
    }
  }

  /// The metadata, which is read once for each level of detail.
  func metadata(_ detail: MetadataReader.Detail = .values) throws(ImageError) -> ImageMetadata {
    if let cachedMetadata, cachedMetadata.detail >= detail { return cachedMetadata.metadata }
    do throws(ImageError) {
      var reading = MetadataReader.Options(detail)
      reading.encoding = options.encoding
      let metadata = try MetadataReader.read(
        bytes, fileName: name, limits: options.limits, options: reading, structure: decoder.lentStructure)
      cachedMetadata = (detail, metadata)
      return metadata
    } catch {
      throw error.at(path: name)
    }
  }

  /// Is called with the fraction of the rows that have been read.
  package var progress: (@Sendable (Double) -> Void)? { options.progress }

  /// The rows of an image as they are stored, not turned, at a scale that is at least as large as `minimumSize`.
  package func rows(
    at index: Int, minimumSize: PixelSize?, samples: DecodeRequest.Samples = .pixels
  ) throws(ImageError) -> any RowSource {
    try check(index)
    do throws(ImageError) {
      try checkFrames(upTo: index)
      var request = DecodeRequest(
        minimumSize: minimumSize, isCancelled: options.isCancelled, usesThreads: options.decodesAhead)
      request.samples = samples
      if let kept = kept[index], kept.request.covers(request) { return kept.rows.rows(holding: keptMemory) }
      let rows = try decoder.rows(at: index, request)
      kept[index] = nil
      let room = options.limits.holding(rows.heldMemory).freeMemory / 2 - keptMemory
      if keepsRows, KeptRows.memory(for: rows.layout) <= room {
        let keptRows = try KeptRows(rows, limits: options.limits)
        if try rows.layout.size == decoder.info(at: index).size { request.minimumSize = nil }
        kept[index] = (request, keptRows)
        return keptRows.rows(holding: keptMemory)
      }
      return options.decodesAhead ? try PrefetchingRows(rows, limits: options.limits) : rows
    } catch {
      throw error.at(path: name)
    }
  }

  /// Checks that the frames up to one, which are drawn one over the other, may be decoded.
  ///
  /// - Throws: `limitExceeded`.
  package func checkFrames(upTo index: Int) throws(ImageError) {
    guard animation != nil else { return }
    do throws(ImageError) {
      try options.limits.check(frames: index + 1, of: try decoder.info(at: 0).size)
    } catch {
      throw error.at(path: name)
    }
  }

  /// The memory of all rows that are kept.
  private var keptMemory: Int { kept.values.reduce(0) { $0 + KeptRows.memory(for: $1.rows.layout) } }

  /// The rows of an image with a range of its values mapped to black and white, at a scale as above. The samples are
  /// floats, which may lie outside 0...1, or integers of 8 or 16 bits.
  ///
  /// - Throws: `usage` for L*a*b*.
  package func rows(
    at index: Int, minimumSize: PixelSize?, range: SampleRange
  ) throws(ImageError) -> any RowSource {
    func values() throws(ImageError) -> any RowSource {
      try rows(at: index, minimumSize: minimumSize, samples: .plainValues)
    }
    let info = try info(at: index)
    let bounds: ClosedRange<Float>
    switch range {
    case .automatic: bounds = try RangeMapper.bounds(of: values())
    case .values(let low, let high): bounds = Float(low)...max(Float(high), Float(low).nextUp)
    }
    let component: PixelFormat.Component =
      info.sampleFormat == .float ? .float32 : info.bitsPerSample <= 8 ? .uint8 : .uint16
    return try RangeMapper(values(), bounds, as: component, limits: options.limits)
  }
}

extension Array {
  /// The element at an index; nil out of range.
  subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}

extension ImageSource {
  /// The properties of the container and of an image, with their readable descriptions.
  ///
  /// - Throws: as `properties(at:)`.
  package func readableProperties(
    at index: Int
  ) throws(ImageError) -> (container: PropertyTree, image: PropertyTree) {
    try check(index)
    let metadata = try metadata(.readable)
    return (
      metadata.properties, metadata.images.indices.contains(index) ? metadata.images[index].properties : PropertyTree()
    )
  }
}
