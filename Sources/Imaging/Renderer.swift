internal import ByteStreams
internal import CodecKit
internal import ImageModel
internal import ImageOps
internal import MetadataModel
internal import MetadataReading
internal import MetadataWriting

/// Rows that are ready to be written.
struct Rendering {
  var rows: any RowSource
  /// Notes and warnings from before the first row.
  var diagnostics: [Diagnostic] = []
  var usedEmbeddedPreview = false
  /// The part of the turned picture that is shown, in parts of its width and height.
  var part = PictureChange.whole
  /// Where it is given, the encoder moves the blocks of a JPEG file, and the rows are not read.
  var turn: BlockTurn?
}

/// Turns an image of a source into rows with the requested size and colours: the one way from a file to pixels.
enum Renderer {
  /// - Parameter keepsSamples: whether rows may come as the file stores them (`RowLayout.stored`) if nothing changes
  ///   the pixels.
  /// - Throws: `ImageError` with the source's name.
  static func render(
    _ source: ImageSource, index: Int, _ options: RowPipeline.Options, keepsSamples: Bool = false
  ) throws(ImageError) -> Rendering {
    do throws(ImageError) {
      let info = try source.info(at: index)
      if options.render.embedded != .never, options.render.range == nil,
        let rendering = try preview(source, index: index, info, options)
      {
        return rendering
      }
      if options.render.embedded == .only {
        throw ImageError(.unsupported, "there is no embedded preview that is large enough (--embedded only)")
      }
      var options = options
      options = try settled(source, index: index, options)
      let part = try options.part(of: info.size)
      options = try options.resizing(info.size)
      options.pictureHeight = info.size.height
      options.statedProfile = info.profile
      options.progress = source.options.progress
      let minimum = options.minimumSize
      var rows: any RowSource
      if let range = options.render.range {
        rows = try source.rows(at: index, minimumSize: minimum, range: range)
      } else {
        rows = try source.rows(
          at: index, minimumSize: minimum, samples: keepsSamples && options.changesNothing ? .stored : .pixels)
        options.reducesDepth = info.hasDeepIntegers
      }
      if rows.layout.stored != nil {
        return Rendering(rows: RowCompleter(CountedRows(rows, progress: options.progress)))
      }
      return Rendering(rows: try RowPipeline(rows, options, limits: source.options.limits), part: part)
    } catch {
      throw error.at(path: source.name)
    }
  }

  /// The options with what depends on the pixels: the part with the most detail, if they follow it, and the levels to
  /// which tones are stretched.
  static func settled(
    _ source: ImageSource, index: Int, _ options: RowPipeline.Options
  ) throws(ImageError) -> RowPipeline.Options {
    try settled(options, in: source.info(at: index).size, limits: source.options.limits) { other throws(ImageError) in
      try render(source, index: index, other).rows
    }
  }

  /// The part of the turned picture inside its border of one colour; the whole picture or part if all of it has one
  /// colour. The picture is decoded, row by row where it need not be turned.
  ///
  /// - Parameters:
  ///   - options: orientation, angle and `crop` have effect.
  ///   - tolerance: as in `BorderFinder`.
  static func trimmed(
    _ source: ImageSource, index: Int, _ options: RowPipeline.Options, tolerance: Double
  ) throws(ImageError) -> PixelRect {
    do throws(ImageError) {
      let info = try source.info(at: index)
      var whole = RowPipeline.Options(orientation: options.orientation)
      (whole.render.angle, whole.render.background) = (options.render.angle, options.render.background)
      whole.statedProfile = info.profile
      let size = whole.turned(info.size).size
      let part = options.render.crop ?? PixelRect(x: 0, y: 0, size: size)
      try part.check(in: size)
      let rows = try RowPipeline(
        source.rows(at: index, minimumSize: nil), whole.resizing(info.size), limits: source.options.limits)
      return try BorderFinder.content(of: rows, in: part, tolerance: tolerance, limits: source.options.limits) ?? part
    } catch {
      throw error.at(path: source.name)
    }
  }

  /// The same for any rows.
  ///
  /// - Parameters:
  ///   - size: of the picture as it is stored.
  ///   - rows: renders the picture with other options.
  private static func settled(
    _ options: RowPipeline.Options, in size: PixelSize, limits: Limits,
    rows: (RowPipeline.Options) throws(ImageError) -> any RowSource
  ) throws(ImageError) -> RowPipeline.Options {
    var options = options
    options.render.position = try position(options, in: size, limits: limits, rows: rows)
    if options.render.finish.tone.normalizes, options.render.finish.tone.levels == nil {
      var plain = options
      plain.render.removeFinish()
      plain.keepsPalette = false
      options.render.finish.tone.levels = try ToneLevels.bounds(of: rows(plain), limits: limits)
    }
    if options.render.finish.frame?.filling == .blur {
      options.backdrop = try rows(backdrop(options, in: size)).readAll(limits: limits).0
    }
    return options
  }

  /// The options of a small, blurred version that covers all of the result.
  private static func backdrop(
    _ options: RowPipeline.Options, in size: PixelSize
  ) throws(ImageError) -> RowPipeline.Options {
    let whole = try options.outputSize(for: size)
    let scale = min(1, 96 / Double(whole.longSide))
    func side(_ length: Int) -> Int { max(1, Int((Double(length) * scale).rounded())) }
    var small = options
    small.keepsPalette = false
    // Without a new size pixels keep their shape.
    if options.render.size == nil { small.pixelAspect = 1 }
    let tone = options.render.finish.tone
    small.render.removeFinish()
    small.render.finish.tone = tone
    small.render.finish.tone.blur = 2
    small.render.size = SizeRequest(width: side(whole.width), height: side(whole.height))
    (small.render.fit, small.render.position, small.render.enlarge) = (.cover, .center, true)
    return small
  }

  /// The position of the crop that the options ask for: if they follow detail, the part of the picture with the most.
  private static func position(
    _ options: RowPipeline.Options, in size: PixelSize, limits: Limits,
    rows: (RowPipeline.Options) throws(ImageError) -> any RowSource
  ) throws(ImageError) -> CropPosition {
    guard options.render.position.followsDetail, options.render.fit == .cover,
      let geometry = try options.geometry(for: size)
    else { return options.render.position }
    var small = options
    small.render.size = .longSide(Attention.longSide)
    (small.render.fit, small.render.background) = (.inside, .white)
    small.render.removeFinish()
    small.outputFormat = { _ in .rgb8 }
    let (pixels, _) = try rows(small).readAll(limits: limits)
    return Attention.position(
      in: pixels, width: geometry.box.width / Double(geometry.sourceSize.width),
      height: geometry.box.height / Double(geometry.sourceSize.height))
  }

  /// Rows of a picture in memory.
  static func render(
    _ pixels: PixelBuffer, _ options: RowPipeline.Options, limits: Limits
  ) throws(ImageError) -> Rendering {
    let options = try settled(options, in: pixels.size, limits: limits) { other throws(ImageError) in
      try render(pixels, other, limits: limits).rows
    }
    return Rendering(rows: try RowPipeline(BufferRowSource(pixels), try options.resizing(pixels.size), limits: limits))
  }

  /// A small version of a picture in its file.
  private struct Preview {
    var info: ImageInfo
    /// Whether the file itself says what it shows. Exif's thumbnails may be left over from another picture.
    var isDeclared: Bool
    var rows: () throws(ImageError) -> (any RowSource)?
  }

  /// The small version that the format declares, or else that of Exif, a JPEG file; nil where there is none.
  private static func embedded(_ source: ImageSource, index: Int) throws(ImageError) -> Preview? {
    if let info = try source.decoder.thumbnail(at: index) {
      return Preview(info: info, isDeclared: true) { () throws(ImageError) in
        try source.decoder.thumbnailRows(at: index, DecodeRequest(isCancelled: source.options.isCancelled))
      }
    }
    guard index == source.primaryIndex, let bytes = try source.metadata(.essentials).embeddedThumbnail else {
      return nil
    }
    var reading = source.options
    reading.allowedFormats = ["jpeg"]
    // A damaged preview is skipped: the picture can still be used.
    guard let embedded = try? ImageSource(bytes: bytes, name: source.name, reading),
      let info = try? embedded.info(at: 0)
    else { return nil }
    return Preview(info: info, isDeclared: false) { () throws(ImageError) in
      try embedded.rows(at: 0, minimumSize: nil)
    }
  }

  /// Rows of the preview that is embedded in the file; nil if it cannot replace the picture.
  ///
  /// With `.auto` it must be at least as large as the result, and have the picture's orientation, aspect and
  /// transparency. It must also decode without a warning, and seem to show the same.
  private static func preview(
    _ source: ImageSource, index: Int, _ info: ImageInfo, _ options: RowPipeline.Options
  ) throws(ImageError) -> Rendering? {
    guard let preview = try embedded(source, index: index) else { return nil }
    let (small, limits) = (preview.info, source.options.limits)
    var options = options
    if preview.isDeclared {
      // The options apply to the rows of the picture. So the rows of the preview are first turned like these.
      let turn = Orientation.allCases.first { $0.then(info.orientation) == small.orientation } ?? .up
      options.orientation = turn.then(options.orientation)
    }
    // Its pixels have the picture's aspect if it has the same shape.
    if !sameAspect(info.size, small.size) { options.pixelAspect = 1 }
    if options.render.embedded == .auto {
      // A thumbnail in Exif has no orientation of its own, and then that of the picture.
      guard small.orientation == info.orientation || !preview.isDeclared && small.orientation == .up,
        small.hasAlpha == info.hasAlpha, sameAspect(info.size, small.size),
        let full = try options.geometry(for: info.size),
        let reduced = try options.geometry(for: small.size)
      else { return nil }
      let plan = ResizePlan(full, orientation: options.orientation).geometry
      guard full.size == reduced.size, small.size.width >= plan.size.width, small.size.height >= plan.size.height
      else { return nil }
    }
    let decoded = try? preview.rows()?.readAll(limits: limits)
    guard let (pixels, diagnostics) = decoded, diagnostics.isEmpty || options.render.embedded == .only else {
      return nil
    }
    if options.render.embedded == .auto, !preview.isDeclared {
      guard (try? PreviewComparison.matches(pixels, source, index: index, info)) ?? false else { return nil }
    }
    var described = pixels
    // Cameras leave the profile out of the preview; that of the picture applies.
    let fits = info.colorModel == .ycbcr || info.colorModel == .rgb
    described.profile = pixels.profile ?? (fits && pixels.format.colorModel == .rgb ? info.profile : nil)
    func rows(_ options: RowPipeline.Options) throws(ImageError) -> any RowSource {
      try RowPipeline(BufferRowSource(described), options.resizing(small.size), limits: limits)
    }
    options = try settled(options, in: small.size, limits: limits, rows: rows)
    return Rendering(
      rows: try rows(options), diagnostics: diagnostics, usedEmbeddedPreview: true,
      part: try options.part(of: small.size))
  }

  /// Whether two pictures have the same aspect, as far as whole pixels allow.
  private static func sameAspect(_ full: PixelSize, _ small: PixelSize) -> Bool {
    let height = Double(small.width) * Double(full.height) / Double(full.width)
    let width = Double(small.height) * Double(full.width) / Double(full.height)
    return abs(height - Double(small.height)) <= 1 || abs(width - Double(small.width)) <= 1
  }
}

/// Copies rows from a source to a closure.
enum RowCopy {
  /// The approximate number of bytes of a batch.
  private static let batch = 128 << 10

  /// Copies all rows. Missing rows are delivered as zeros, so that the number of rows is always that of the layout.
  static func copy(
    _ rows: any RowSource, limits: Limits,
    to take: (UnsafeRawBufferPointer, Int) throws(ImageError) -> Void
  ) throws(ImageError) {
    let layout = rows.layout
    let rowsPerBatch = max(1, min(layout.size.height, batch / max(1, layout.bytesPerRow)))
    let (size, overflow) = rowsPerBatch.multipliedReportingOverflow(by: layout.bytesPerRow)
    try limits.check(memory: overflow ? .max : size, for: "rows of \(layout.size.width) pixels")
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 64)
    defer { buffer.deallocate() }
    var done = 0
    while done < layout.size.height {
      let count = try rows.read(into: buffer, maxRows: min(rowsPerBatch, layout.size.height - done))
      if count == 0 { break }
      try take(UnsafeRawBufferPointer(rebasing: buffer[..<(count * layout.bytesPerRow)]), count)
      done += count
    }
    var padded = done
    buffer.initializeMemory(as: UInt8.self, repeating: 0)
    while padded < layout.size.height {
      let count = min(rowsPerBatch, layout.size.height - padded)
      try take(UnsafeRawBufferPointer(rebasing: buffer[..<(count * layout.bytesPerRow)]), count)
      padded += count
    }
  }
}
