internal import ByteStreams
internal import CodecKit
public import ImageModel
internal import ImageOps

/// The overlays of a picture that depend on it, and what its report says of them.
package struct DrawnOverlays: Sendable {
  package var overlays: [Overlay] = []
  package var diagnostics: [Diagnostic] = []

  package init() {}
}

/// Makes the overlays of a picture that depend on it: texts with its fields.
package typealias OverlayDrawing = @Sendable (_ source: ImageSource, _ index: Int) throws(ImageError) -> DrawnOverlays

extension OverlayPicture {
  /// Reads the primary image of a file, upright and in sRGB. A damaged file is an error.
  ///
  /// - Parameter allowedFormats: names of the formats that may be decoded; nil allows all.
  /// - Throws: `ImageError` with the path.
  public init(
    path: String, limits: Limits = .standard, allowedFormats: Set<String>? = nil
  ) throws(ImageError) {
    let options = ImageSource.Options(limits: limits, allowedFormats: allowedFormats)
    try self.init(ImageSource(path: path, options), name: path)
  }

  /// The same for a file in memory.
  ///
  /// - Parameter name: the path in messages.
  package init(bytes: [UInt8], name: String, limits: Limits) throws(ImageError) {
    try self.init(ImageSource(bytes: bytes, name: name, ImageSource.Options(limits: limits)), name: name)
  }

  private init(_ source: ImageSource, name: String) throws(ImageError) {
    let index = source.primaryIndex
    var render = RenderOptions()
    render.profile = .sRGB
    var options = RowPipeline.Options(render, orientation: try source.info(at: index).orientation)
    options.outputFormat = { _ in .rgba8 }
    let image = try source.collect(Renderer.render(source, index: index, options))
    if let warning = image.diagnostics.first(where: { $0.severity == .warning }) {
      throw ImageError(.invalidData, warning.message, path: name)
    }
    self.init(image.pixels, digest: StableHash.fnv1a(image.pixels.bytes))
  }
}
