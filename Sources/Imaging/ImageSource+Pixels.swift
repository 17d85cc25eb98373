internal import CodecKit
public import ImageModel
internal import ImageOps

/// A decoded picture, with notes and warnings.
public struct DecodedImage: Hashable, Sendable {
  public var pixels: PixelBuffer
  /// What is wrong with the picture, such as missing rows or a profile that does not fit.
  public var diagnostics: [Diagnostic]
}

extension ImageSource {
  /// How `image(at:_:)` delivers pixels.
  public struct PixelOptions: Hashable, Sendable {
    /// 1, 2, 4 or 8. Width and height are divided by it and rounded up.
    public var subsampleFactor = 1
    /// Whether the picture is turned upright.
    public var applyOrientation = false
    public var profile = ProfileChoice.keep
    /// The sample type; nil keeps that of the decoder.
    public var component: PixelFormat.Component?

    public init() {}
  }

  /// The pixels of an image in memory.
  ///
  /// - Throws: `limitExceeded` when the picture needs more than `limits.maxMemory`; errors of decoding.
  public func image(at index: Int, _ options: PixelOptions = PixelOptions()) throws(ImageError) -> DecodedImage {
    guard [1, 2, 4, 8].contains(options.subsampleFactor) else {
      throw ImageError(.usage, "a subsample factor of \(options.subsampleFactor) is not 1, 2, 4 or 8", path: name)
    }
    let info = try info(at: index)
    var render = RenderOptions()
    render.profile = options.profile
    render.component = options.component
    let orientation = options.applyOrientation ? info.orientation : .up
    if options.subsampleFactor > 1 {
      let size = orientation.upright(info.size)
      let factor = options.subsampleFactor
      render.size = SizeRequest(
        width: (size.width + factor - 1) / factor, height: (size.height + factor - 1) / factor)
      render.fit = .stretch
      render.kernel = .box
    }
    return try collect(try Renderer.render(self, index: index, RowPipeline.Options(render, orientation: orientation)))
  }

  /// A small version of an image.
  ///
  /// - Throws: `unsupported` when only an embedded preview may be used and there is none; errors of decoding.
  public func thumbnail(at index: Int, _ options: RenderOptions) throws(ImageError) -> DecodedImage {
    let info = try info(at: index)
    let pipeline = RowPipeline.Options(
      options, orientation: options.applyOrientation ? info.orientation : .up, resolution: info.resolution)
    return try collect(try Renderer.render(self, index: index, pipeline))
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
