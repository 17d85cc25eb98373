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
      width: size.width, height: size.height, fit: fit.geometryFit, enlarge: enlarge)
    wanted.position = (position.x, position.y)
    let geometry = try ThumbnailGeometry(source: orientation.upright(stored), wanted)
    return geometry.isIdentity ? nil : geometry
  }

  /// The options of the row pipeline.
  func pipelineOptions(_ geometry: ThumbnailGeometry?) -> RowPipeline.Options {
    var options = RowPipeline.Options()
    options.resize = geometry.map { ResizePlan($0, orientation: orientation) }
    options.kernel = kernel.opsKernel
    options.linear = linear
    options.colors =
      switch profile {
      case .keep: .keep
      case .sRGB: .sRGB
      case .icc(let bytes): .icc(bytes)
      }
    options.background = background.map { .init(red: $0.red, green: $0.green, blue: $0.blue) }
    options.orientation = orientation
    options.component = component
    options.outputFormat = accepts
    return options
  }
}

extension FitMode {
  var geometryFit: ThumbnailGeometry.Fit {
    switch self {
    case .inside: .inside
    case .cover: .cover
    case .fill: .fill
    }
  }
}

extension ResamplingKernel {
  var opsKernel: Kernel {
    switch self {
    case .box: .box
    case .triangle: .triangle
    case .catmullRom: .catmullRom
    case .lanczos3: .lanczos3
    }
  }
}
