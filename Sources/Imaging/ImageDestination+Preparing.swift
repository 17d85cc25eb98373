internal import CodecKit
internal import ContentTypes
internal import ImageModel
internal import ImageOps
internal import MetadataModel
internal import MetadataReading
internal import MetadataWriting

extension ImageDestination {
  /// Prepares an image of a source for an encoder: its rows, and the metadata that is copied.
  ///
  /// - Throws: `ImageError` with the source's name.
  static func prepare(
    _ source: ImageSource, index: Int, _ options: ImageOptions, _ properties: Properties,
    _ descriptor: EncoderDescriptor, limits: Limits
  ) throws(ImageError) -> Prepared {
    var options = try options.adapted(to: descriptor).trimmed(source, index: index)
    var info = try source.info(at: index)
    let turn = properties.orientation ?? info.orientation
    let remaining = options.turnsRows ? Orientation.up : turn
    var pipeline = options.pipeline(info.size, info.resolution, turn, accepts: descriptor.accepts)
    // A palette of GIF has no partial transparency.
    pipeline.keepsAlpha = descriptor.maxColors == nil
    options.setFrame(of: source, index: index)
    if options.isAnimation, options.sharedFormat == nil {
      // The same format for all frames.
      options.sharedFormat = pipeline.render.keepsTransparency(info.hasAlpha) ? .rgba8 : .rgb8
    }
    if let format = options.sharedFormat { pipeline.outputFormat = { _ in format } }
    // A new size mixes colours: a picture with a palette would become several times as large without one.
    pipeline.keepsPalette =
      info.colorModel == .palette && descriptor.holdsPalettes && pipeline.render.size != nil
      && options.sharedFormat == nil && options.thumbnail == nil
    var diagnostics: [Diagnostic] = []
    if !options.includesProfile || !descriptor.holds.contains(.icc), pipeline.render.profile == .keep,
      let profile = info.profile, profile != .sRGB
    {
      // Without its profile the pixels would have other colours.
      pipeline.render.profile = .sRGB
      diagnostics.append(.note("the colours were converted to sRGB, because the profile is left out"))
    }
    let becomesSquare = pipeline.pixelAspect != 1 && pipeline.render.size != nil
    if becomesSquare {
      if options.thumbnail == nil {
        diagnostics.append(
          .note("the pixels were not square; with the new size they are (--square-pixels ignores the resolution)"))
      }
      info.resolution = info.resolution?.square
    }
    let rendering: Rendering
    if let moved = try losslessJPEG(source, info, options, pipeline.orientation, descriptor) {
      rendering = Rendering(
        rows: LosslessJPEG.Rows(moved.size, info), diagnostics: moved.notes, part: moved.part, turn: moved.turn)
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
    options.chooseLossless(source, info, descriptor, keepsColors: layout.size == info.size && pipeline.keepsColors)
    if options.isOneOfSeveral, layout.stored == nil, layout.format == .gray8,
      ["g4", "g3", "rle"].contains(options.compression)
    {
      // Whether the compression suits the page is known only after all of it has been decoded.
      options.isOneOfSeveral = try !isBlackAndWhite(Renderer.render(source, index: index, pipeline), limits: limits)
    }
    do throws(ImageError) {
      var metadata =
        options.isLaterFrame
        ? EncodeMetadata()
        : try carried(
          source, index: index, info, options, orientation: remaining,
          try change(source, info, from: turn, pipeline, rendering, descriptor),
          changesResolution: becomesSquare, descriptor, &diagnostics, limits: limits)
      properties.apply(to: &metadata, orientation: remaining, descriptor.holds)
      if options.embedThumbnail, descriptor.holds.contains(.exif) {
        let small = try thumbnail(pipeline, limits: limits) { options throws(ImageError) in
          try Renderer.render(source, index: index, options)
        }
        try embed(small, in: &metadata, limits: limits)
      }
      return Prepared(
        rendering: rendering, metadata: metadata, coding: source.decoder.blockDecoder?.coding,
        sourceName: source.name,
        diagnostics: diagnostics, hasLoss: hasLoss, options: options)
    } catch {
      throw error.at(path: source.name)
    }
  }

  /// What the metadata of the picture has to follow.
  private static func change(
    _ source: ImageSource, _ info: ImageInfo, from stored: Orientation, _ pipeline: RowPipeline.Options,
    _ rendering: Rendering, _ descriptor: EncoderDescriptor
  ) throws(ImageError) -> PictureChange {
    let layout = rendering.rows.layout
    let turn = pipeline.orientation
    var change = PictureChange(source: info.size, stored: stored)
    (change.turn, change.part, change.size) = (turn, rendering.part, layout.size)
    if pipeline.render.angle != 0 { change.rotation = pipeline.turned(info.size).transform }
    change.isRetouched = !pipeline.render.finish.isEmpty
    change.isDeveloped = source.isDeveloped
    if source.isDeveloped, let stored = try source.metadata(.essentials).images.first?.info?.orientation {
      // The picture comes upright from the sensor's data; what the metadata says is about these.
      change.stored = stored
      change.source = stored.upright(info.size)
      change.turn = stored.then(turn)
    }
    change.becomesSRGB = layout.profile == .sRGB && (source.isDeveloped || info.profile != .sRGB && info.profile != nil)
    change.becomesGray = layout.format.colorModel == .gray && info.colorModel != .gray
    let types = ImageFormat.named(descriptor.name)?.type.mimeTypes ?? []
    change.contentType = source.format == descriptor.name ? nil : types.first
    return change
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

  /// Checks that there is the memory to write an image, by its header.
  ///
  /// - Throws: `limitExceeded`, also for too many pixels that are added.
  static func checkMemory(
    _ source: ImageSource, index: Int, _ size: PixelSize, _ options: ImageOptions, _ descriptor: EncoderDescriptor,
    limits: Limits
  ) throws(ImageError) {
    var options = options
    let info = try source.info(at: index)
    let pipeline = options.pipeline(info.size, info.resolution, info.orientation)
    options.chooseLossless(source, info, descriptor, keepsColors: size == info.size && pipeline.keepsColors)
    let finish = pipeline.render.finish
    let isDeep = finish.colors == nil && options.depth.map { $0 == 16 } ?? (info.bitsPerSample > 8)
    let format = PixelFormat(
      isDeep ? .uint16 : .uint8, info.colorModel == .gray ? .gray : .rgb,
      alpha: pipeline.render.keepsTransparency(info.hasAlpha) ? .straight : .none)
    var image = EncodeImage(size: size, format: options.sharedFormat ?? descriptor.accepts(format))
    image.options = options.encodeOptions
    options.setFrame(of: source, index: index)
    image.frame = options.frame
    do throws(ImageError) {
      if pipeline.render.angle != 0 || finish.frame != nil { try limits.check(result: size) }
      if pipeline.render.angle != 0 {
        // The picture is held while it is turned.
        let bytes = info.size.pixelCount.multipliedReportingOverflow(by: format.bytesPerPixel)
        try limits.check(memory: bytes.overflow ? .max : bytes.partialValue, for: "rotating a picture of \(info.size)")
      }
      if finish.colors != nil { try limits.check(fewColorsIn: size) }
      try descriptor.memory(for: image, limits)
    } catch {
      throw error.at(path: source.name)
    }
  }

  /// The size in which an image would be written, by its header.
  static func plannedSize(
    _ source: ImageSource, index: Int, _ options: ImageOptions, _ descriptor: EncoderDescriptor
  ) throws(ImageError) -> PixelSize {
    let options = try options.trimmed(source, index: index)
    let info = try source.info(at: index)
    let pipeline = options.pipeline(info.size, info.resolution, info.orientation)
    if let moved = try losslessJPEG(source, info, options, pipeline.orientation, descriptor) { return moved.size }
    do throws(ImageError) {
      return try pipeline.outputSize(for: info.size)
    } catch {
      throw error.at(path: source.name)
    }
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
      let part = options.crop?.rect(in: orientation.upright(info.size), at: options.position)
      return try LosslessJPEG(source, info, orientation, crop: part)
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
  /// - Parameters:
  ///   - orientation: of the written rows.
  ///   - change: how they differ from those of the source.
  static func carried(
    _ source: ImageSource, index: Int, _ info: ImageInfo, _ options: ImageOptions, orientation: Orientation,
    _ change: PictureChange, changesResolution: Bool, _ descriptor: EncoderDescriptor,
    _ diagnostics: inout [Diagnostic], limits: Limits
  ) throws(ImageError) -> EncodeMetadata {
    var metadata = EncodeMetadata()
    let selection = options.metadata
    if selection.contains(.resolution) { metadata.resolution = info.resolution }
    if selection.contains(.orientation) { metadata.orientation = orientation }
    guard !selection.isDisjoint(with: [.exif, .gps, .xmp, .iptc, .comments, .orientation]) else { return metadata }
    let carried = MetadataCarrier.carry(
      metadata: try source.metadata(), imageIndex: index, selection: selection,
      orientationApplied: options.turnsRows || source.isDeveloped, change: change,
      dotsPerInch: changesResolution ? info.resolution?.dotsPerInch : nil, limits: limits)
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
    small.render.removeFinish()
    small.outputFormat = { _ in .rgb8 }
    return small
  }

  /// The small picture in Exif. It shows what the large one shows.
  ///
  /// - Parameter render: renders the picture with other options.
  static func thumbnail(
    _ options: RowPipeline.Options, limits: Limits,
    _ render: (RowPipeline.Options) throws(ImageError) -> Rendering
  ) throws(ImageError) -> Rendering {
    let keepsShape = options.render.size == nil || options.render.fit == .inside
    if options.render.finish.isEmpty, keepsShape { return try render(thumbnailOptions(options)) }
    // What was cut off by the size, and drawn in pixels of the result, is reduced with it.
    var whole = options
    whole.render.finish.colors = nil
    whole.keepsPalette = false
    var finished = try render(whole)
    var small = RowPipeline.Options(RenderOptions(size: .longSide(160)))
    small.outputFormat = { _ in .rgb8 }
    finished.rows = try RowPipeline(finished.rows, small.resizing(finished.rows.layout.size), limits: limits)
    return finished
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

extension ImageDestination.ImageOptions {
  /// The options with the part that is left of an image after its border was cut off.
  func trimmed(_ source: ImageSource, index: Int) throws(ImageError) -> Self {
    guard let trim else { return self }
    var options = self
    options.trim = nil
    let info = try source.info(at: index)
    // Only the place of the border counts here.
    var cutting = options
    (cutting.resize, cutting.maximumSize, cutting.orientation) = (nil, nil, .apply)
    let pipeline = cutting.pipeline(info.size, info.resolution, info.orientation)
    options.crop = .pixels(try Renderer.trimmed(source, index: index, pipeline, tolerance: trim))
    return options
  }

  /// The options with the part that holds what is left of each of some images.
  func trimmed(_ source: ImageSource, indices: [Int]) throws(ImageError) -> Self {
    guard trim != nil else { return self }
    var whole: PixelRect?
    for index in indices {
      guard case .pixels(let part)? = try trimmed(source, index: index).crop else { continue }
      whole = whole.map { $0.union(part) } ?? part
    }
    var options = self
    (options.crop, options.trim) = (whole.map { .pixels($0) }, nil)
    return options
  }

  /// Sets the timing of an image that is a frame in its own file, unless it is set.
  fileprivate mutating func setFrame(of source: ImageSource, index: Int) {
    guard isAnimation, frame == nil, let animation = source.animation else { return }
    frame = EncodeFrame(
      duration: frameDuration ?? animation.durations[index], loopCount: loopCount ?? animation.loopCount,
      count: source.count)
  }

  /// Chooses a lossless kind of a format where it is asked for, and where the picture has been without loss before.
  fileprivate mutating func chooseLossless(
    _ source: ImageSource, _ info: ImageInfo, _ descriptor: EncoderDescriptor, keepsColors: Bool
  ) {
    guard descriptor.compressions.contains("lossless") else { return }
    if lossless { compression = "lossless" }
    guard compression == nil, quality == nil else { return }
    // A copy of a lossless picture stays lossless, and so does an animation, which is drawn and not photographed. Of
    // few colours it is the smaller one, too.
    let isDrawn = isAnimation && source.animation != nil && source.traits.contains(.isExact)
    if source.format == descriptor.name && info.compression == "lossless"
      || keepsColors && (source.traits.contains(.hasFewColors) || isDrawn)
    {
      compression = "lossless"
    }
  }
}
