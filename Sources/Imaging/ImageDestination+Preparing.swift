internal import CodecKit
internal import ContentTypes
internal import ImageModel
internal import ImageOps
internal import MetadataModel
internal import MetadataWriting

extension ImageDestination {
  /// Prepares an image of a source for an encoder: its rows, and the metadata that is copied.
  ///
  /// - Throws: `ImageError` with the source's name.
  static func prepare(
    _ source: ImageSource, index: Int, _ options: ImageOptions, _ properties: Properties,
    _ descriptor: EncoderDescriptor, limits: Limits
  ) throws(ImageError) -> Prepared {
    var options = options.adapted(to: descriptor)
    let info = try source.info(at: index)
    let turn = properties.orientation ?? info.orientation
    let remaining = options.turnsRows ? Orientation.up : turn
    var pipeline = options.pipeline(info.size, turn, accepts: descriptor.accepts)
    if options.isAnimation, let animation = source.animation {
      options.frame = EncodeFrame(
        duration: animation.durations[index], loopCount: animation.loopCount, count: source.count)
      // The same format for all frames.
      let format: PixelFormat = info.hasAlpha && pipeline.render.background == nil ? .rgba8 : .rgb8
      pipeline.outputFormat = { _ in format }
    }
    var diagnostics: [Diagnostic] = []
    if !options.includesProfile || !descriptor.holds.contains(.icc), pipeline.render.profile == .keep,
      let profile = info.profile, profile != .sRGB
    {
      // Without its profile the pixels would have other colours.
      pipeline.render.profile = .sRGB
      diagnostics.append(.note("the colours were converted to sRGB, because the profile is left out"))
    }
    let rendering: Rendering
    if let moved = try losslessJPEG(source, info, options, pipeline.orientation, descriptor) {
      rendering = Rendering(rows: LosslessJPEG.Rows(moved.size, info), diagnostics: moved.notes, turn: moved.turn)
    } else {
      rendering = try Renderer.render(
        source, index: index, pipeline,
        keepsSamples: descriptor.keepsSamples(options.encodeOptions) && !Self.hasMisfit(info))
    }
    let layout = rendering.rows.layout
    if layout.stored == nil, options.depth == nil, options.thumbnail == nil, let loss = depthLoss(info, layout.format) {
      diagnostics.append(.note(loss))
    }
    let hasLoss = (diagnostics + rendering.rows.diagnostics).contains { $0.severity == .note }
    if options.compression == nil, descriptor.compressions.contains("g4"), info.compression?.hasPrefix("CCITT") == true,
      pipeline.onlyTurns, layout.stored?.isBilevel ?? (layout.format == .gray8)
    {
      // A scan stays a scan, turned or not.
      options.compression = "g4"
    }
    if options.lossless, descriptor.compressions.contains("lossless") { options.compression = "lossless" }
    if options.compression == nil, options.quality == nil, descriptor.compressions.contains("lossless"),
      source.format == descriptor.name && info.compression == "lossless"
        || source.traits.contains(.hasFewColors) && layout.size == info.size
    {
      // A copy of a lossless picture stays lossless. With few colours, it is also the smaller one.
      options.compression = "lossless"
    }
    if options.isOneOfSeveral, layout.stored == nil, layout.format == .gray8,
      ["g4", "g3", "rle"].contains(options.compression)
    {
      // Whether the compression suits the page is known only after all of it has been decoded.
      options.isOneOfSeveral = try !isBlackAndWhite(Renderer.render(source, index: index, pipeline), limits: limits)
    }
    do throws(ImageError) {
      let size = layout.size
      var metadata =
        options.isAnimation && index > 0
        ? EncodeMetadata()
        : try carried(
          source, index: index, info, options, orientation: remaining,
          resized: size == info.size && !source.isDeveloped ? nil : size,
          becomesSRGB: layout.profile == .sRGB
            && (source.isDeveloped || info.profile != .sRGB && info.profile != nil), descriptor,
          &diagnostics, limits: limits)
      properties.apply(to: &metadata, orientation: remaining, descriptor.holds)
      if options.embedThumbnail, descriptor.holds.contains(.exif) {
        try embed(
          Renderer.render(source, index: index, thumbnailOptions(pipeline)), in: &metadata, limits: limits)
      }
      return Prepared(
        rendering: rendering, metadata: metadata, coding: source.decoder.blockDecoder?.coding,
        sourceName: source.name,
        diagnostics: diagnostics, hasLoss: hasLoss, options: options)
    } catch {
      throw error.at(path: source.name)
    }
  }

  /// Whether all pixels of a grey picture of 8 bits are black or white.
  private static func isBlackAndWhite(_ rendering: Rendering, limits: Limits) throws(ImageError) -> Bool {
    var result = true
    try RowCopy.copy(rendering.rows, limits: limits) { rows, _ in
      result = result && rows.allSatisfy { $0 == 0 || $0 == 255 }
    }
    return result
  }

  /// Whether the profile is not for the pixels, so that it is left out.
  private static func hasMisfit(_ info: ImageInfo) -> Bool {
    let model: PixelFormat.ColorModel = info.colorModel == .gray ? .gray : info.colorModel == .cmyk ? .cmyk : .rgb
    return info.profile?.misfit(model) != nil
  }

  /// The size in which an image would be written, by its header.
  static func plannedSize(
    _ source: ImageSource, index: Int, _ options: ImageOptions, _ descriptor: EncoderDescriptor
  ) throws(ImageError) -> PixelSize {
    let info = try source.info(at: index)
    let pipeline = options.pipeline(info.size, info.orientation)
    if let moved = try losslessJPEG(source, info, options, pipeline.orientation, descriptor) { return moved.size }
    return try pipeline.geometry(for: info.size)?.size ?? pipeline.orientation.upright(info.size)
  }

  /// How a file is made of the blocks of another one (JPEG) without loss; nil where that is not asked for.
  ///
  /// - Throws: `usage` for options that change pixels, `unsupported` for a lossy format without a lossless kind, and
  ///   for one that may not hold the colours of another.
  private static func losslessJPEG(
    _ source: ImageSource, _ info: ImageInfo, _ options: ImageOptions, _ orientation: Orientation,
    _ descriptor: EncoderDescriptor
  ) throws(ImageError) -> LosslessJPEG? {
    guard options.lossless else { return nil }
    if let maxColors = descriptor.maxColors, source.format != descriptor.name {
      let reason = "\(descriptor.name) files hold \(maxColors) colours, so others would be lost (--lossless)"
      throw ImageError(.unsupported, reason, path: source.name)
    }
    guard descriptor.isLossy, !descriptor.compressions.contains("lossless") else { return nil }
    do throws(ImageError) {
      guard descriptor.options(nil).contains(.blocks) else {
        throw ImageError(.unsupported, "\(descriptor.name) files are never lossless (--lossless)")
      }
      let losesColors = !options.includesProfile && info.profile != nil && info.profile != .sRGB
      guard options.onlyMoves, !losesColors else {
        throw ImageError(
          .usage, "without loss, a JPEG file can be turned and cropped, but its pixels cannot be changed")
      }
      return try LosslessJPEG(source, info, orientation, crop: options.crop)
    } catch {
      throw error.at(path: source.name)
    }
  }

  /// A note about samples that lose bits; nil if nothing is lost.
  private static func depthLoss(_ info: ImageInfo, _ format: PixelFormat) -> String? {
    let bits = format.component.byteCount * 8
    if format.component == .float32 {
      return info.bitsPerSample > 32 ? "samples of \(info.bitsPerSample) bits became floats of 32 bits" : nil
    }
    if info.sampleFormat == .float { return "floating-point samples became \(bits)-bit integers" }
    return info.bitsPerSample > bits ? "samples of \(info.bitsPerSample) bits became \(bits) bits" : nil
  }
}

extension ImageDestination {
  /// The metadata of an image that is copied: what the options select and the format can hold.
  ///
  /// - Parameter orientation: of the written rows.
  static func carried(
    _ source: ImageSource, index: Int, _ info: ImageInfo, _ options: ImageOptions, orientation: Orientation,
    resized: PixelSize?, becomesSRGB: Bool, _ descriptor: EncoderDescriptor, _ diagnostics: inout [Diagnostic],
    limits: Limits
  ) throws(ImageError) -> EncodeMetadata {
    var metadata = EncodeMetadata()
    let selection = options.metadata
    if selection.contains(.resolution) { metadata.resolution = info.resolution }
    if selection.contains(.orientation) { metadata.orientation = orientation }
    guard !selection.isDisjoint(with: [.exif, .gps, .xmp, .iptc, .comments, .orientation]) else { return metadata }
    let carried = MetadataCarrier.carry(
      metadata: try source.metadata(), imageIndex: index, selection: selection,
      orientationApplied: options.turnsRows || source.isDeveloped, resized: resized, becomesSRGB: becomesSRGB,
      limits: limits)
    diagnostics += carried.diagnostics
    let holds = descriptor.holds
    func keep<Block>(_ block: Block?, _ kind: EncoderDescriptor.MetadataSupport, _ name: String) -> Block? {
      guard block != nil, !holds.contains(kind) else { return block }
      diagnostics.append(.note("\(descriptor.name) cannot hold \(name)"))
      return nil
    }
    metadata.exif = keep(carried.exif, .exif, "Exif")
    metadata.xmp = keep(carried.xmp, .xmp, "XMP")
    metadata.photoshop = keep(carried.photoshop, .photoshop, "IPTC")
    if !carried.comments.isEmpty { metadata.comments = keep(carried.comments, .comments, "comments") ?? [] }
    if !carried.texts.isEmpty { metadata.texts = keep(carried.texts, .texts, "texts with keywords") ?? [] }
    return metadata
  }

  /// The options of the small picture in Exif: at most 160 pixels, as in cameras.
  static func thumbnailOptions(_ options: RowPipeline.Options) -> RowPipeline.Options {
    var small = options
    small.render.size = .longSide(160)
    small.render.fit = .inside
    small.render.component = .uint8
    small.render.profile = .sRGB
    small.render.embedded = .never
    small.render.sharpening = 0
    small.outputFormat = { _ in .rgb8 }
    return small
  }

  /// Puts a rendered small picture into the Exif metadata.
  func embed(_ small: Rendering, in metadata: inout EncodeMetadata) throws(ImageError) {
    guard descriptor.holds.contains(.exif) else { return }
    try Self.embed(small, in: &metadata, limits: limits)
  }

  static func embed(_ small: Rendering, in metadata: inout EncodeMetadata, limits: Limits) throws(ImageError) {
    let (pixels, _) = try small.rows.readAll(limits: limits)
    let inner = try ImageDestination(format: "jpeg", limits: limits)
    var options = ImageOptions()
    options.quality = 80
    options.metadata = []
    try inner.add(pixels, options)
    try inner.finish()
    if let block = try ExifBuilder.embedThumbnail(inner.finishedBytes, in: metadata.exif, limits: limits) {
      metadata.exif = block
    }
  }
}
