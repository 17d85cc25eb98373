internal import CodecKit
internal import ImageModel
internal import ImageOps
internal import MetadataModel

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
    let remaining = options.turnsRows ? Orientation.up : turn
    var request = options.renderRequest(accepts: descriptor.accepts)
    request.orientation = options.turnsRows ? turn : .up
    var diagnostics: [Diagnostic] = []
    if !options.includesProfile, request.profile == .keep, let profile = info.profile, profile != .sRGB {
      // Pixels and profile move together: without the one, the others have to be converted.
      request.profile = .sRGB
      diagnostics.append(.note("the colours were converted to sRGB, because the profile is left out"))
    }
    let rendering = try Renderer.render(source, index: index, request)
    if options.depth == nil, options.thumbnail == nil, let loss = depthLoss(info, rendering.rows.layout.format) {
      diagnostics.append(.note(loss))
    }
    do throws(ImageError) {
      let size = rendering.rows.layout.size
      var metadata = try carried(
        source, index: index, info, options, orientation: remaining,
        resized: size == info.size ? nil : size, descriptor, &diagnostics,
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

  /// The size that an image would be written in, worked out from its header.
  static func plannedSize(_ source: ImageSource, index: Int, _ options: ImageOptions) throws(ImageError) -> PixelSize {
    let info = try source.info(at: index)
    var request = options.renderRequest { $0 }
    request.orientation = options.turnsRows ? info.orientation : .up
    return try request.geometry(for: info.size)?.size ?? request.orientation.upright(info.size)
  }

  /// What becomes of the samples where the output holds less of them; nil where nothing is lost.
  private static func depthLoss(_ info: ImageInfo, _ format: PixelFormat) -> String? {
    let bits = format.component.byteCount * 8
    if format.component == .float32 { return nil }
    if info.sampleFormat == .float { return "floating-point samples became \(bits)-bit integers" }
    return info.bitsPerSample > bits ? "samples of \(info.bitsPerSample) bits became \(bits) bits" : nil
  }
}
