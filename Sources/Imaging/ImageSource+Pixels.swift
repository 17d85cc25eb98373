internal import CodecKit
public import ImageModel
internal import ImageOps

/// A decoded picture and what was odd about it.
public struct DecodedImage: Hashable, Sendable {
  public var pixels: PixelBuffer
  /// Notes and warnings: rows that are missing, a profile that does not fit.
  public var diagnostics: [Diagnostic]
}

extension ImageSource {
  /// How `image(at:_:)` delivers pixels.
  public struct ImageOptions: Hashable, Sendable {
    /// 1, 2, 4 or 8: width and height are divided by it, rounded up.
    public var subsampleFactor = 1
    /// Whether the picture is turned upright.
    public var applyOrientation = false
    public var profile = ProfileChoice.keep
    /// The sample type; nil keeps the one that the decoder delivers.
    public var component: PixelFormat.Component?

    public init() {}
  }

  /// How `thumbnail(at:_:)` delivers pixels.
  public struct ThumbnailOptions: Hashable, Sendable {
    public var size: SizeRequest
    public var fit = FitMode.inside
    public var position = CropPosition.center
    /// Whether small pictures are made larger.
    public var enlarge = false
    /// Whether the picture is turned upright.
    public var applyOrientation = true
    public var embedded = EmbeddedPreviewUse.auto
    public var kernel = ResamplingKernel.lanczos3
    /// Whether pixels are averaged as light rather than as sRGB values.
    public var linear = false
    public var profile = ProfileChoice.sRGB
    /// nil keeps transparency; a file whose format cannot is put on white.
    public var background: BackgroundColor?

    public init(size: SizeRequest) { self.size = size }
  }

  /// The pixels of an image in memory.
  ///
  /// - Throws: `limitExceeded` when the picture needs more than `limits.maxMemory`; what decoding throws.
  public func image(at index: Int, _ options: ImageOptions = ImageOptions()) throws(ImageError) -> DecodedImage {
    guard [1, 2, 4, 8].contains(options.subsampleFactor) else {
      throw ImageError(.usage, "a subsample factor of \(options.subsampleFactor) is not 1, 2, 4 or 8", path: name)
    }
    let info = try info(at: index)
    var request = RenderRequest()
    request.orientation = options.applyOrientation ? info.orientation : .up
    request.profile = options.profile
    request.component = options.component
    if options.subsampleFactor > 1 {
      let size = request.orientation.upright(info.size)
      let factor = options.subsampleFactor
      request.size = SizeRequest(
        width: (size.width + factor - 1) / factor, height: (size.height + factor - 1) / factor)
      request.fit = .fill
      request.kernel = .box
    }
    return try collect(try Renderer.render(self, index: index, request))
  }

  /// A small version of an image, in 8 bits a sample.
  ///
  /// - Throws: `unsupported` when only an embedded preview may be used and there is none; what decoding throws.
  public func thumbnail(at index: Int, _ options: ThumbnailOptions) throws(ImageError) -> DecodedImage {
    let info = try info(at: index)
    var request = RenderRequest(options)
    request.orientation = options.applyOrientation ? info.orientation : .up
    return try collect(try Renderer.render(self, index: index, request))
  }

  func collect(_ rendering: Rendering) throws(ImageError) -> DecodedImage {
    do throws(ImageError) {
      let (pixels, diagnostics) = try rendering.rows.readAll(limits: options.limits)
      return DecodedImage(pixels: pixels, diagnostics: rendering.diagnostics + diagnostics)
    } catch {
      throw error.at(path: name)
    }
  }
}
