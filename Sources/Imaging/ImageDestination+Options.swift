internal import CodecKit
public import ImageModel
internal import ImageOps
public import MetadataModel

extension ImageDestination {
  /// How an image is written.
  public struct ImageOptions: Hashable, Sendable {
    /// 1...100 for lossy compression; nil is that of the source if both files are JPEG, and otherwise the format's
    /// default.
    public var quality: Int?
    /// JPEG: `4:4:4`, `4:2:2`, `4:2:0`, `4:4:0`, `4:1:1` or `auto`; nil follows `quality`.
    public var subsampling: String?
    /// PNG: a level 0...9; TIFF: the name of a compression.
    public var compression: String?
    /// Nothing is lost by compression: JPEG files are made of JPEG files alone, whose blocks are moved.
    public var lossless = false
    public var progressive = false
    public var interlace = false
    public var tileSize: PixelSize?
    public var bigTIFF: Bool?
    /// Whether the file will have several pages. A compression that suits only some of them is then replaced on the
    /// others, with a note.
    package var isOneOfSeveral = false
    /// Whether the images are the frames of an animation, whose timing is written with them.
    package var isAnimation = false
    /// How long each frame of an animation is shown, in seconds; nil: as long as in its file, and 0.1 for a picture
    /// that is no frame there.
    public var frameDuration: Double? {
      didSet { if let given = frameDuration { frameDuration = given.isFinite ? min(max(0, given), 1e6) : nil } }
    }
    /// How often an animation is shown, 0 for ever; nil: as often as the first one among the sources, and for ever if
    /// there is none.
    public var loopCount: Int? { didSet { loopCount = loopCount.map { min(max(0, $0), 65_535) } } }
    /// The timing of the image.
    var frame: EncodeFrame?
    /// The format of the pixels that several images share, which may be images of several files.
    var sharedFormat: PixelFormat?
    /// Whether the image is a frame after the first one, which has the metadata of the file.
    var isLaterFrame = false
    /// The colour behind transparent pixels; nil keeps transparency if the format can hold it.
    public var background: BackgroundColor?
    /// The box into which the picture is made to fit; it never becomes larger than it is.
    public var maximumSize: SizeRequest?
    /// The sample values that become black and white; nil: 0 and full range.
    public var range: SampleRange?
    /// The new size; it replaces `maximumSize`.
    public var resize: Resize?
    /// `RenderOptions.assumesSquarePixels`.
    public var assumesSquarePixels = false
    /// How the upright picture is turned and mirrored.
    public var turn = Orientation.up
    /// How far it is then turned clockwise, in degrees; the corners get the background, or white.
    public var angle = 0.0
    /// The part of the upright, turned picture that is written; it is resized afterwards. With a background it may
    /// reach over the edge.
    public var crop: CropRequest?
    /// Cuts off a border of one colour from this part. The number is how much its samples may differ, from 0 to 1.
    public var trim: Double?
    /// How the picture is fitted to the box of `resize` or `maximumSize`.
    public var fit = FitMode.inside
    /// Which part `crop` and `fit` keep, where that is not said otherwise.
    public var position = CropPosition.center
    public var kernel = ResamplingKernel.lanczos3
    /// `RenderOptions.linear`.
    public var linear = false
    /// `RenderOptions.sharpening`.
    public var sharpening = 0.0
    /// What is done to the picture when it has its size.
    public var finish = PictureFinish()
    /// 8 or 16 bits a sample; nil keeps that of the pixels.
    public var depth: Int?
    /// nil keeps the rows if the orientation is written with them, and turns them otherwise.
    public var orientation: ConversionJob.OrientationChoice?
    public var profile = ProfileChoice.keep
    /// The metadata that is copied from a source.
    public var metadata = MetadataSelection.all
    /// Puts a small JPEG version into the Exif metadata if the format holds Exif.
    public var embedThumbnail = false
    /// Replaces `maximumSize`, `depth`, `profile` and `background`.
    package var thumbnail: RenderOptions?

    public init() {}

    /// Whether the file contains a profile.
    var includesProfile: Bool { metadata.contains(.icc) }

    /// Whether rows are turned upright. Otherwise a picture without its orientation would be shown rotated.
    var turnsRows: Bool {
      turn != .up || angle != 0 || crop != nil || trim != nil || finish.hasPlaces
        || (orientation ?? (metadata.contains(.orientation) ? .keep : .apply)) == .apply
    }

    /// Whether the pixels of a picture are at most moved.
    var onlyMoves: Bool {
      var others = ImageOptions()
      (others.turn, others.crop, others.orientation, others.metadata) = (turn, crop, orientation, metadata)
      // The position has no effect of its own.
      others.position = position
      (others.lossless, others.progressive, others.embedThumbnail) = (lossless, progressive, embedThumbnail)
      others.assumesSquarePixels = assumesSquarePixels
      return self == others
    }

    /// The options for a format, which may need its rows upright.
    func adapted(to descriptor: EncoderDescriptor) -> ImageOptions {
      var options = self
      if descriptor.needsUprightRows { options.orientation = .apply }
      return options
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
      options.isOneOfSeveral = isOneOfSeveral
      return options
    }

    /// How the pixels of an image are delivered to an encoder.
    ///
    /// - Parameters:
    ///   - size: of the picture as it is stored, and its resolution.
    ///   - stored: the orientation of the picture.
    ///   - accepts: returns the format, nearest to a given one, that the output can hold.
    func pipeline(
      _ size: PixelSize, _ resolution: Resolution?, _ stored: Orientation,
      accepts: @escaping @Sendable (PixelFormat) -> PixelFormat = { $0 }
    ) -> RowPipeline.Options {
      let orientation = turnsRows ? stored.then(turn) : .up
      var render = thumbnail ?? RenderOptions()
      if thumbnail == nil { render.assumesSquarePixels = assumesSquarePixels }
      var pipeline = RowPipeline.Options(render, orientation: orientation, resolution: resolution)
      pipeline.outputFormat = accepts
      pipeline.render.finish.frame = pipeline.render.finish.frame?.resolved(thumbnail?.size)
      if thumbnail != nil { return pipeline }
      pipeline.render.angle = angle
      let turned = pipeline.turned(size).size
      render.crop = crop?.rect(in: turned, at: position)
      let used = (render.crop?.size ?? turned).square(pipeline.uprightAspect)
      (render.angle, render.fit, render.position) = (angle, fit, position)
      (render.kernel, render.linear, render.sharpening, render.finish) = (kernel, linear, sharpening, finish)
      render.finish.frame = finish.frame?.resolved(resize?.box ?? maximumSize)
      render.size = maximumSize
      // A picture that is small enough keeps its pixels.
      if let box = maximumSize, used.width <= box.width ?? .max, used.height <= box.height ?? .max { render.size = nil }
      resize?.apply(to: &render, used)
      render.component = depth.map { $0 == 16 ? .uint16 : .uint8 }
      render.profile = profile
      render.background = background
      render.range = range
      pipeline.render = render
      return pipeline
    }
  }

  /// A new size of a picture.
  public enum Resize: Hashable, Sendable {
    /// As large as fits into a box, or as `fit` says. Small pictures become larger.
    case inside(SizeRequest)
    /// A part of the picture's size, in percent.
    case percent(Double)

    /// The box; nil for a part of the picture's size.
    package var box: SizeRequest? { if case .inside(let box) = self { box } else { nil } }

    func apply(to render: inout RenderOptions, _ size: PixelSize) {
      render.enlarge = true
      switch self {
      case .inside(let box):
        render.size = box
      case .percent(let percent):
        func side(_ length: Int) -> Int { max(1, Int((Double(length) * percent / 100).rounded())) }
        render.size = SizeRequest(width: side(size.width), height: side(size.height))
        render.fit = .stretch
      }
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
    /// nil keeps the comments of the source.
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
