internal import CodecKit
internal import ImageModel
internal import MetadataModel
internal import MetadataWriting

extension ImageDestination {
  /// Prepares an image of a source for an encoder: its rows, and the metadata that travels.
  ///
  /// - Throws: `ImageError` with the source's name.
  static func prepare(
    _ source: ImageSource, index: Int, _ options: ImageOptions, _ properties: Properties,
    _ descriptor: EncoderDescriptor, limits: Limits
  ) throws(ImageError) -> Prepared {
    let info = try source.info(at: index)
    let orientation = properties.orientation ?? info.orientation
    var request = options.renderRequest(accepts: descriptor.accepts)
    request.orientation = options.orientation == .apply ? orientation : .up
    let rendering = try Renderer.render(source, index: index, request)
    var diagnostics: [Diagnostic] = []
    let remaining: Orientation = options.orientation == .apply ? .up : orientation
    var metadata = try carried(
      source, index: index, info, options, remaining, rendering, descriptor, &diagnostics)
    properties.apply(to: &metadata, orientation: remaining, descriptor.holds)
    if options.embedThumbnail {
      do throws(ImageError) {
        let small = try Renderer.render(source, index: index, thumbnailRequest(request))
        try embed(small, in: &metadata)
      } catch {
        throw error.at(path: source.name)
      }
    }
    return Prepared(
      rendering: rendering, metadata: metadata, sourceName: source.name, diagnostics: diagnostics)
  }
}
