internal import CodecKit
public import ImageModel
public import MetadataModel

extension ImageDestination {
  /// How an image is written.
  public struct ImageOptions: Sendable {
    /// 1...100 for lossy compression; nil is the format's default.
    public var quality: Int?
    /// JPEG: `4:4:4`, `4:2:2`, `4:2:0`, `4:4:0`, `4:1:1` or `auto`.
    public var subsampling: String?
    /// PNG: a level 0...9; TIFF: the name of a compression.
    public var compression: String?
    public var progressive = false
    public var interlace = false
    public var tileSize: PixelSize?
    public var bigTIFF: Bool?
    /// What is behind transparent pixels; nil keeps transparency where the format can.
    public var background: BackgroundColor?
    /// The long side is made at most this large.
    public var maximumPixelSize: Int?
    /// 8, 16, or nil for what the pixels have.
    public var depth: Int?
    /// nil keeps the rows as they are where the orientation travels with them, and turns them where it does not.
    public var orientation: ConversionJob.OrientationChoice?
    public var profile = ProfileChoice.keep
    /// Which metadata of a source travels.
    public var metadata = MetadataSelection.all
    /// Puts a small JPEG version into the Exif metadata, where the format holds Exif.
    public var embedThumbnail = false
    /// The picture is resampled to this size request instead of `maximumPixelSize`.
    var thumbnail: ImageSource.ThumbnailOptions?

    public init() {}

    /// Whether the file says what its colours mean.
    var includesProfile: Bool { metadata.contains(.icc) }

    /// Whether rows are turned upright: a picture whose orientation is not to be told would lie on its side otherwise.
    var turnsRows: Bool {
      (orientation ?? (metadata.contains(.orientation) ? .keep : .apply)) == .apply
    }

    var encodeOptions: EncodeOptions {
      var options = EncodeOptions()
      options.quality = quality
      options.subsampling = subsampling
      options.compression = compression
      options.progressive = progressive
      options.interlace = interlace
      options.tileSize = tileSize
      options.bigTIFF = bigTIFF
      return options
    }

    func renderRequest(accepts: @escaping @Sendable (PixelFormat) -> PixelFormat) -> RenderRequest {
      var request: RenderRequest
      if let thumbnail {
        request = RenderRequest(thumbnail)
      } else {
        request = RenderRequest()
        request.size = maximumPixelSize.map { SizeRequest.longSide($0) }
        request.component = depth.map { $0 == 16 ? .uint16 : .uint8 }
        request.profile = profile
        request.background = background
      }
      request.accepts = accepts
      return request
    }
  }

  /// Properties that are set on an image; they take precedence over those of its source.
  public struct Properties: Hashable, Sendable {
    public var orientation: Orientation?
    public var resolution: Resolution?
    /// A TIFF stream with Exif directories, without the `Exif\0\0` prefix.
    public var exif: [UInt8]?
    /// An XMP packet in UTF-8.
    public var xmp: [UInt8]?
    /// Comments; nil leaves those of the source.
    public var comments: [String]?

    public init() {}

    func apply(
      to metadata: inout EncodeMetadata, orientation applied: Orientation, _ holds: EncoderDescriptor.MetadataSupport
    ) {
      if let resolution { metadata.resolution = resolution }
      if let exif { metadata.exif = exif }
      if let xmp { metadata.xmp = xmp }
      if let comments { metadata.comments = comments }
      if orientation != nil { metadata.orientation = applied }
    }
  }
}
