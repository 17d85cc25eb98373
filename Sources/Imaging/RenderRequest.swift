internal import ImageModel
internal import ImageOps

/// How pixels are to be delivered: what thumbnails, conversions and images in memory have in common.
struct RenderRequest {
  /// nil keeps the size.
  var size: SizeRequest?
  var fit = FitMode.inside
  var position = CropPosition.center
  var enlarge = false
  /// How the rows have to be turned; `.up` leaves them.
  var orientation = Orientation.up
  var embedded = EmbeddedPreviewUse.never
  var kernel = ResamplingKernel.lanczos3
  var linear = false
  var profile = ProfileChoice.keep
  /// nil keeps transparency where the output can hold it, and puts transparent pixels on white elsewhere.
  var background: BackgroundColor?
  /// nil keeps the sample type.
  var component: PixelFormat.Component?
  /// The format that the output can hold for a given one.
  var accepts: @Sendable (PixelFormat) -> PixelFormat = { $0 }

  init() {}

  init(_ options: ImageSource.ThumbnailOptions) {
    size = options.size
    fit = options.fit
    position = options.position
    enlarge = options.enlarge
    embedded = options.embedded
    kernel = options.kernel
    linear = options.linear
    profile = options.profile
    background = options.background
    component = .uint8
  }

  /// The geometry for a picture whose stored rows have a size; nil keeps the size.
  func geometry(for stored: PixelSize) throws(ImageError) -> ThumbnailGeometry? {
    guard let size else { return nil }
    var wanted = ThumbnailGeometry.Request(
      width: size.width, height: size.height, fit: fit, enlarge: enlarge)
    wanted.position = position
    let geometry = try ThumbnailGeometry(source: orientation.upright(stored), wanted)
    return geometry.isIdentity ? nil : geometry
  }

  /// The options of the row pipeline.
  func pipelineOptions(_ geometry: ThumbnailGeometry?) -> RowPipeline.Options {
    var options = RowPipeline.Options()
    options.resize = geometry.map { ResizePlan($0, orientation: orientation) }
    options.kernel = kernel
    options.linear = linear
    options.colors = profile
    options.background = background
    options.orientation = orientation
    options.component = component
    options.outputFormat = accepts
    return options
  }
}
