internal import CodecKit
internal import ImageModel

extension ImageDestination {
  /// Prepares an image of a source for an encoder: its rows, and the metadata that travels.
  ///
  /// - Throws: `ImageError` with the source's name.
  static func prepare(
    _ source: ImageSource, index: Int, _ options: ImageOptions, _ properties: Properties,
    _ descriptor: EncoderDescriptor, limits: Limits
  ) throws(ImageError) -> Prepared {
    let info = try source.info(at: index)
    let turn = properties.orientation ?? info.orientation
    let remaining = options.orientation == .apply ? Orientation.up : turn
    var request = options.renderRequest(accepts: descriptor.accepts)
    request.orientation = options.orientation == .apply ? turn : .up
    let rendering = try Renderer.render(source, index: index, request)
    var diagnostics: [Diagnostic] = []
    do throws(ImageError) {
      let size = rendering.rows.layout.size
      var metadata = try carried(
        source, index: index, info, options, orientation: remaining,
        resized: size == request.orientation.upright(info.size) ? nil : size, descriptor, &diagnostics,
        limits: limits)
      properties.apply(to: &metadata, orientation: remaining, descriptor.holds)
      if options.embedThumbnail, descriptor.holds.contains(.exif) {
        try embed(
          Renderer.render(source, index: index, thumbnailRequest(request)), in: &metadata, limits: limits)
      }
      return Prepared(
        rendering: rendering, metadata: metadata, sourceName: source.name, diagnostics: diagnostics)
    } catch {
      throw error.at(path: source.name)
    }
  }
}
