package import CodecKit
internal import ColorManagement
package import ImageModel

/// The stages between a decoder and an encoder, in the right order.
///
/// Rows of the decoder -> box filter -> kernel -> sharpening -> blur -> colours -> tones -> background -> sample type
/// -> missing rows -> orientation -> overlays -> frame -> fewer colours. Colours are converted after the reduction;
/// CMYK is averaged as CMYK. Stages without work are left out, so a copy without changes costs nothing.
///
/// A rotation by an angle, and a part that reaches over the edge, need the upright picture. Orientation, rotation and
/// the added edge then come first.
///
/// `layout` describes the output and has the profile of its pixels. All its rows are delivered, even from a damaged
/// source.
package final class RowPipeline: RowSource {
  package let layout: RowLayout
  private let last: any RowSource
  /// The pipeline's own diagnostics: notes about losses.
  private let notes: [Diagnostic]
  package let heldMemory: Int

  package var diagnostics: [Diagnostic] { notes + last.diagnostics }

  /// - Throws: `usage` for options that contradict each other and for an invalid profile; `limitExceeded` for stages
  ///   that would need more than `limits.maxMemory`.
  package init(_ source: any RowSource, _ options: Options, limits: Limits) throws(ImageError) {
    var builder = RowPipelineBuilder(source, options, limits: limits)
    last = try builder.build()
    var layout = last.layout
    layout.profile = builder.profile
    self.layout = layout
    notes = builder.notes
    heldMemory = builder.heldMemory
  }

  package func read(into buffer: UnsafeMutableRawBufferPointer, maxRows: Int) throws(ImageError) -> Int {
    try last.read(into: buffer, maxRows: maxRows)
  }
}

extension RowPipeline {
  /// What the pipeline does to the rows of a decoder.
  package struct Options: Sendable {
    /// Kernel, colours, background and sample type. The size takes effect through `resize` alone, and
    /// `applyOrientation` through `orientation`.
    package var render: RenderOptions
    /// The new size; nil keeps the size.
    package var resize: ResizePlan?
    /// Whether the picture is turned upright before the reduction; `resizing` says so.
    package private(set) var turnsFirst = false
    /// The orientation to apply; `.up` changes nothing.
    package var orientation = Orientation.up
    /// How wide a stored pixel is in its height.
    package var pixelAspect = 1.0
    /// Maps a pixel format to one that the output can hold: an encoder descriptor's `accepts`.
    package var outputFormat: @Sendable (PixelFormat) -> PixelFormat = { $0 }
    /// The number of rows of the full picture when the decoder scales it; warnings use it. nil for the source's.
    package var pictureHeight: Int?
    /// What the pixels mean where their decoder does not say; nil where nothing says it.
    package var statedProfile: ColorProfile?
    /// Whether the samples were integers of more than 16 bits. Few pictures with such samples use their whole range.
    package var reducesDepth = false
    /// A small, blurred version of the result, for a frame that is filled with it.
    package var backdrop: PixelBuffer?
    /// Whether the result gets at most 256 colours if hardly a difference is seen.
    package var keepsPalette = false
    /// Whether a result of few colours may have partly transparent pixels.
    package var keepsAlpha = true
    /// Receives the fraction of the source's rows that have been read.
    package var progress: (@Sendable (Double) -> Void)?

    /// - Parameter resolution: of the stored picture.
    package init(
      _ render: RenderOptions = RenderOptions(), orientation: Orientation = .up, resolution: Resolution? = nil
    ) {
      self.render = render
      self.orientation = orientation
      // Files round resolutions, so a difference of up to 1 % is ignored.
      if !render.assumesSquarePixels, let aspect = resolution?.pixelAspect, abs(aspect - 1) > 0.01 {
        pixelAspect = aspect
      }
    }

    /// How wide a pixel of the turned picture is in its height.
    package var uprightAspect: Double { orientation.swapsAxes ? 1 / pixelAspect : pixelAspect }

    /// Whether pixels are delivered as the decoder gives them, except for what the output cannot hold.
    package var changesNothing: Bool { onlyTurns && orientation == .up }

    /// Whether pixels are at most moved to other places.
    package var onlyTurns: Bool {
      render.size == nil && render.crop == nil && render.component == nil && render.profile == .keep
        && render.background == nil
        && render.range == nil && render.sharpening == 0 && render.angle == 0 && render.finish.isEmpty
    }

    /// Whether the finished picture has no more colours than the source, if it keeps its size.
    package var keepsColors: Bool {
      var finish = render.finish
      (finish.frame, finish.colors) = (nil, nil)
      return finish.isEmpty && render.angle == 0 && render.sharpening == 0
    }

    /// The upright picture, turned by the angle.
    package func turned(_ stored: PixelSize) -> Rotation {
      Rotation(orientation.upright(stored), degrees: render.angle)
    }

    /// The size of the result: with what is added around the picture.
    package func outputSize(for stored: PixelSize) throws(ImageError) -> PixelSize {
      let size = try geometry(for: stored)?.size ?? turned(stored).size
      return render.finish.frame?.placement(of: size).whole ?? size
    }

    /// The size of the upright picture from which a part is cut, and the picture's place in it. It is larger than the
    /// picture where the part reaches over the edge.
    ///
    /// - Throws: `usage` for a part that lies outside, or reaches over the edge without a background.
    func canvas(_ stored: PixelSize) throws(ImageError) -> (size: PixelSize, picture: PixelRect) {
      let whole = turned(stored).size
      let picture = PixelRect(x: 0, y: 0, size: whole)
      guard let crop = render.crop else { return (whole, picture) }
      guard render.background != nil, crop.inside(whole) != nil else {
        try crop.check(in: whole)
        return (whole, picture)
      }
      return crop.canvas(around: whole)
    }

    /// Whether the stages before the reduction need the upright picture.
    func needsUprightRows(_ stored: PixelSize) throws(ImageError) -> Bool {
      let canvas = try canvas(stored)
      return render.angle != 0 || canvas.size != canvas.picture.size
    }

    /// The geometry that the options ask for, in the upright picture with an edge that is added; nil keeps its size.
    ///
    /// - Parameter stored: the size of the picture's rows before orientation.
    /// - Throws: `usage` for a part that is not in the picture, and as `ThumbnailGeometry`.
    package func geometry(for stored: PixelSize) throws(ImageError) -> ThumbnailGeometry? {
      guard render.size != nil || render.crop != nil else { return nil }
      let canvas = try canvas(stored)
      let whole = canvas.size
      let used = render.crop?.size ?? whole
      var geometry = ThumbnailGeometry(size: used, box: SourceBox(used), sourceSize: used)
      if render.size != nil {
        let square = used.square(uprightAspect)
        geometry = try ThumbnailGeometry(source: square, render)
        let (x, y) = (Double(used.width) / Double(square.width), Double(used.height) / Double(square.height))
        geometry.box = SourceBox(
          x: geometry.box.x * x, y: geometry.box.y * y, width: geometry.box.width * x, height: geometry.box.height * y)
      }
      geometry.box.x += Double((render.crop?.x ?? 0) + canvas.picture.x)
      geometry.box.y += Double((render.crop?.y ?? 0) + canvas.picture.y)
      geometry.sourceSize = whole
      return geometry.isIdentity ? nil : geometry
    }

    /// The same options with the plan that they ask for.
    package func resizing(_ stored: PixelSize) throws(ImageError) -> Options {
      var options = self
      options.turnsFirst = try needsUprightRows(stored)
      let remaining = options.turnsFirst ? Orientation.up : orientation
      options.resize = try geometry(for: stored).map { ResizePlan($0, orientation: remaining) }
      return options
    }

    /// The size to request from a decoder; nil for the full size.
    package var minimumSize: PixelSize? { turnsFirst ? nil : resize?.minimumSize }

    /// The part of the turned picture that is used, in parts of its width and height: of what is added around it, too.
    package func part(of stored: PixelSize) throws(ImageError) -> Rect {
      let canvas = try canvas(stored)
      let geometry = try geometry(for: stored)
      var box = geometry?.box ?? SourceBox(canvas.size)
      if let frame = render.finish.frame {
        let size = geometry?.size ?? canvas.size
        let (whole, place) = frame.placement(of: size)
        let (x, y) = (box.width / Double(size.width), box.height / Double(size.height))
        box = SourceBox(
          x: box.x - Double(place.x) * x, y: box.y - Double(place.y) * y, width: Double(whole.width) * x,
          height: Double(whole.height) * y)
      }
      let (width, height) = (Double(canvas.picture.size.width), Double(canvas.picture.size.height))
      return Rect(
        x: (box.x - Double(canvas.picture.x)) / width, y: (box.y - Double(canvas.picture.y)) / height,
        width: box.width / width, height: box.height / height)
    }
  }
}

/// Assembles the stages of a `RowPipeline`.
struct RowPipelineBuilder {
  private let options: RowPipeline.Options
  private let limits: Limits
  private var rows: any RowSource
  /// The source's pixel format.
  private var input: RowLayout
  /// The profile of the output pixels.
  private(set) var profile: ColorProfile?
  private(set) var notes: [Diagnostic] = []
  /// The working memory of the source, and of turning the picture.
  private(set) var heldMemory: Int

  init(_ source: any RowSource, _ options: RowPipeline.Options, limits: Limits) {
    rows = CountedRows(source, height: options.pictureHeight, progress: options.progress)
    input = source.layout
    input.profile = input.profile ?? options.statedProfile
    heldMemory = source.heldMemory
    self.options = options
    self.limits = limits.holding(source.heldMemory)
  }

  mutating func build() throws(ImageError) -> any RowSource {
    try addTransparency()
    let goal = try Goal(input, options, limits)
    notes += goal.notes
    rows = RangeWatch.rows(rows, becoming: goal.format.component, reducesDepth: options.reducesDepth)
    var transform = goal.transform
    if options.turnsFirst {
      var given = goal.given
      // Ink may not have the colour of the background.
      if let conversion = transform, !rows.layout.format.hasToneCurve, goal.format.hasToneCurve {
        try convert(to: conversion.source)
        rows = try ColorConverter(rows, conversion, limits: limits)
        (transform, given) = (nil, goal.profile)
      }
      try turn(from: given)
    }
    try resize()
    if options.render.sharpening > 0 {
      rows = try Sharpener(rows, amount: options.render.sharpening, limits: limits)
    }
    try blur()
    if let transform {
      try convert(to: transform.source)
      rows = try ColorConverter(rows, transform, limits: limits)
    }
    if options.render.finish.tone.changesTones {
      if goal.format.colorModel == .rgb, rows.layout.format.colorModel == .gray {
        // A tint needs colours.
        try convert(to: PixelFormat(.float32, .rgb, alpha: rows.layout.format.hasAlpha ? .straight : .none))
      }
      rows = try ToneAdjuster(rows, options.render.finish.tone, limits: limits)
    }
    if rows.layout.format.hasAlpha {
      if goal.flattens {
        rows = try Flattener(rows, background: try background(goal), reportsLoss: !hasOpaqueBackground, limits: limits)
      } else if let color = options.render.background, color.alpha > 0 {
        rows = try Flattener(
          rows, background: try background(goal, keepsAlpha: true), opacity: color.opacity, limits: limits)
      }
    }
    try convert(to: goal.format)
    profile = goal.profile
    rows = RowCompleter(rows, filling: try filling(goal))
    if options.orientation != .up, !options.turnsFirst {
      rows = try Orienter(rows, options.orientation, limits: limits)
      heldMemory += rows.heldMemory
    }
    try finish(goal)
    return rows
  }

  private var hasOpaqueBackground: Bool { options.render.background?.isOpaque ?? false }

  /// Gives an opaque picture transparency if pixels are added that have some.
  private mutating func addTransparency() throws(ImageError) {
    let format = PixelFormat(input.format.component, input.format.colorModel, alpha: .straight)
    guard !input.format.hasAlpha, format.hasToneCurve, options.render.keepsTransparency(false),
      options.turnsFirst || options.render.finish.frame != nil, options.outputFormat(format).hasAlpha
    else { return }
    try convert(to: format)
    input.format = format
  }

  /// Turns the whole picture, and adds the edge over which a part reaches.
  ///
  /// - Parameter profile: what the samples of the rows mean.
  private mutating func turn(from profile: ColorProfile?) throws(ImageError) {
    rows = RowCompleter(rows)
    if options.orientation != .up {
      rows = try Orienter(rows, options.orientation, limits: limits)
      heldMemory += rows.heldMemory
    }
    let render = options.render
    let color = try ColorTransform.convert(
      (render.background ?? .white).onWhite, from: .sRGB, .rgb, to: profile, rows.layout.format.colorModel,
      limits: limits)
    // A background with transparency is put behind the added pixels later, too.
    let isClear = rows.layout.format.hasAlpha && !hasOpaqueBackground
    if render.angle != 0 {
      let format = rows.layout.format
      if format.alpha == .straight {
        try convert(
          to: PixelFormat(format.component == .float32 ? .float32 : .uint16, format.colorModel, alpha: .premultiplied))
      }
      var pixel = color
      if format.hasAlpha { pixel = isClear ? [Float](repeating: 0, count: color.count + 1) : color + [1] }
      let room = limits.holding(heldMemory)
      rows = try Rotator(rows, degrees: render.angle, background: pixel, limits: room)
      heldMemory += rows.heldMemory
    }
    if let crop = render.crop {
      let canvas = crop.canvas(around: rows.layout.size)
      if canvas.size != rows.layout.size {
        rows = try Framer(
          rows, size: canvas.size, place: canvas.picture,
          pixel: isClear ? [] : Self.bytes(color, as: rows.layout.format), limits: limits)
      }
    }
    input.size = rows.layout.size
    input.sourceBox = SourceBox(rows.layout.size)
  }

  private mutating func blur() throws(ImageError) {
    let deviation = options.render.finish.tone.blur
    guard deviation > 0 else { return }
    var blurring = Resampler.Options(size: rows.layout.size, linear: options.render.linear)
    blurring.blur = deviation
    rows = try Resampler(rows, blurring, limits: limits)
  }

  /// What lies over the picture, and around it.
  private mutating func finish(_ goal: Goal) throws(ImageError) {
    let finish = options.render.finish
    if !finish.overlays.isEmpty {
      let held = heldMemory
      rows = try Overlayer(rows, finish.overlays, profile: goal.profile, limits: limits.holding(held))
      heldMemory = held + rows.heldMemory
    }
    if let frame = finish.frame {
      let (whole, place) = frame.placement(of: rows.layout.size)
      var pixel: [UInt8] = []
      if goal.format.hasAlpha {
        if let color = options.render.background {
          pixel = Self.bytes(try background(goal, keepsAlpha: true), opacity: color.opacity, as: goal.format)
        }
      } else {
        pixel = Self.bytes(try background(goal), as: goal.format)
      }
      rows = try Framer(
        rows, size: whole, place: place, pixel: pixel, backdrop: try backdrop(whole, goal), limits: limits)
    }
    let room = limits.holding(heldMemory)
    if let colors = finish.colors {
      let use = Quantizer.Use.always(dithers: finish.dithers, keepsAlpha: options.keepsAlpha)
      rows = try Quantizer(rows, colors: colors, use, limits: room)
      heldMemory += rows.heldMemory
    } else if options.keepsPalette, Quantizer.takes(goal.format),
      rows.layout.size.pixelCount <= room.freeMemory / 2 / Quantizer.bytesPerComparedPixel
    {
      rows = try Quantizer(rows, colors: ColorPalette.maxColors, .unseen, limits: room)
      heldMemory += rows.heldMemory
    }
  }

  /// Rows of the picture that fills a frame; nil for a frame of one colour.
  private func backdrop(_ size: PixelSize, _ goal: Goal) throws(ImageError) -> (any RowSource)? {
    guard options.render.finish.frame?.filling == .blur, let picture = options.backdrop else { return nil }
    var render = RenderOptions()
    (render.size, render.fit, render.enlarge) = (SizeRequest(width: size.width, height: size.height), .stretch, true)
    render.kernel = .catmullRom
    var stretching = RowPipeline.Options(render)
    let format = goal.format
    stretching.outputFormat = { _ in format }
    return try RowPipeline(BufferRowSource(picture), stretching.resizing(picture.size), limits: limits)
  }

  /// A colour as a stored pixel.
  private static func bytes(_ color: [Float], opacity: Float = 1, as format: PixelFormat) -> [UInt8] {
    var samples = format.alpha == .premultiplied ? color.map { $0 * opacity } : color
    if format.hasAlpha { samples.append(opacity) }
    var pixel = [UInt8](repeating: 0, count: format.bytesPerPixel)
    guard samples.count == format.channelCount else { return pixel }
    samples.withUnsafeMutableBufferPointer { samples in
      pixel.withUnsafeMutableBytes { pixel in
        guard let from = samples.baseAddress, let to = pixel.baseAddress else { return }
        if format.colorModel == .lab, format.component != .float32 {
          Samples.compressLab(from, pixels: 1, channels: format.channelCount)
        }
        Samples.store(from, to: to, as: format.component, count: format.channelCount)
      }
    }
    return pixel
  }

  private mutating func convert(to format: PixelFormat) throws(ImageError) {
    if rows.layout.format != format { rows = try FormatConverter(rows, to: format, limits: limits) }
  }

  /// Box filter and kernel, or only a crop where pixels keep their size.
  private mutating func resize() throws(ImageError) {
    guard let plan = options.resize else { return }
    let size = plan.geometry.size
    let box = plan.box(in: input.sourceBox)
    if box.isWhole(of: size) {
      if size != input.size {
        rows = try Cropper(rows, x: Int(box.x.rounded()), y: Int(box.y.rounded()), size: size, limits: limits)
      }
      return
    }
    let (x, y) = plan.reduction(of: box)
    let reduces = x > 1 || y > 1
    if reduces { rows = try BoxReducer(rows, x: x, y: y, linear: options.render.linear, limits: limits) }
    var resampling = Resampler.Options(size: size, kernel: options.render.kernel)
    resampling.box = SourceBox(
      x: box.x / Double(x), y: box.y / Double(y), width: box.width / Double(x), height: box.height / Double(y))
    resampling.decodesCurve = options.render.linear && !reduces
    resampling.encodesCurve = options.render.linear
    rows = try Resampler(rows, resampling, limits: limits)
  }

  /// The background, converted to the colours of the output; without its transparency, or as it looks on white.
  private func background(_ goal: Goal, keepsAlpha: Bool = false) throws(ImageError) -> [Float] {
    let color = options.render.background ?? .white
    return try ColorTransform.convert(
      keepsAlpha ? color.samples : color.onWhite, from: .sRGB, .rgb, to: goal.profile, rows.layout.format.colorModel,
      limits: limits)
  }

  /// The pixel for missing rows: the background if one was requested, else transparent or black.
  private func filling(_ goal: Goal) throws(ImageError) -> [UInt8] {
    guard options.render.background != nil, !goal.format.hasAlpha, goal.format.component == .uint8 else { return [] }
    return Self.bytes(try background(goal), as: goal.format)
  }
}

extension PixelRect {
  /// The smallest canvas that holds a picture and the rectangle, which may reach over its edge; and the picture's
  /// place.
  fileprivate func canvas(around picture: PixelSize) -> (size: PixelSize, picture: PixelRect) {
    let (left, top) = (max(0, -x), max(0, -y))
    let canvas = PixelSize(
      width: left + max(picture.width, x + size.width), height: top + max(picture.height, y + size.height))
    return (canvas, PixelRect(x: left, y: top, size: picture))
  }
}

extension BackgroundColor {
  /// Without transparency, from 0 to 1.
  fileprivate var samples: [Float] { [red, green, blue].map { Float($0) / 255 } }
  /// From 0 to 1.
  fileprivate var opacity: Float { Float(alpha) / 255 }
  /// The samples where the colour lies on white.
  fileprivate var onWhite: [Float] { isOpaque ? samples : samples.map { $0 * opacity + 1 - opacity } }
}

extension SourceBox {
  /// Whether the box is as large as a picture and lies on whole pixels.
  fileprivate func isWhole(of size: PixelSize) -> Bool {
    let epsilon = 1e-6
    return abs(width - Double(size.width)) < epsilon && abs(height - Double(size.height)) < epsilon
      && abs(x - x.rounded()) < epsilon && abs(y - y.rounded()) < epsilon && x > -epsilon && y > -epsilon
  }
}

extension RowPipelineBuilder {
  /// The target of the conversion, computed before any stage is made.
  struct Goal {
    /// The format of the output rows.
    var format: PixelFormat
    /// What their samples mean.
    var profile: ColorProfile?
    /// What the samples of the source mean.
    let given: ColorProfile?
    /// The conversion of colours; nil where they stay unchanged.
    var transform: ColorTransform?
    /// Whether transparent pixels are composited onto the background.
    var flattens = false
    /// Whether colours become greys. A format without greys gets three equal samples.
    var isGray = false
    var notes: [Diagnostic] = []

    init(_ input: RowLayout, _ options: RowPipeline.Options, _ limits: Limits) throws(ImageError) {
      let source = input.format
      profile = input.profile
      if let misfit = profile?.misfit(source.colorModel) {
        notes.append(.warning("\(misfit); it is left out"))
        profile = nil
      }
      given = profile

      var wanted = source
      wanted.component = options.render.component ?? source.component
      if options.render.finish.colors != nil { wanted.component = .uint8 }
      if source.hasAlpha { wanted.alpha = options.render.keepsTransparency(true) ? .straight : .none }
      switch options.render.profile {
      case .keep: break
      case .sRGB:
        if source.colorModel != .gray { wanted.colorModel = .rgb }
        profile = .sRGB
      case .gray:
        wanted.colorModel = .gray
        profile = .sRGB
        isGray = true
      case .icc(let bytes):
        wanted.colorModel = try ColorProfiles.colorModel(icc: bytes, limits: limits)
        profile = .icc(bytes)
      }
      if options.render.finish.tone.tint != nil, wanted.colorModel == .gray {
        // A tint needs colours. What a profile for grey says is lost.
        wanted.colorModel = .rgb
        if profile?.iccBytes != nil { profile = .sRGB }
      }
      format = options.outputFormat(wanted)
      flattens = source.hasAlpha && !format.hasAlpha
      if format.colorModel != wanted.colorModel {
        // Gray only has to be copied to RGB; all else becomes sRGB.
        if wanted.colorModel != .gray || format.colorModel != .rgb || profile?.iccBytes != nil {
          profile = .sRGB
        }
        if wanted.colorModel == .cmyk || wanted.colorModel == .lab {
          notes.append(.note("\(wanted.colorModel.rawValue.uppercased()) became \(format.colorModel.rawValue)"))
        }
      }
      let finish = options.render.finish
      let resizes = options.resize != nil || options.render.sharpening > 0 || options.turnsFirst || finish.tone.blur > 0
      transform = try Self.transform(
        input, given, to: profile, &self, resizes: resizes, changesTones: finish.tone.changesTones, limits)
    }

    /// The conversion between two profiles, or nil where the colours are the same.
    private static func transform(
      _ input: RowLayout, _ given: ColorProfile?, to profile: ColorProfile?, _ goal: inout Goal, resizes: Bool,
      changesTones: Bool, _ limits: Limits
    ) throws(ImageError) -> ColorTransform? {
      let (from, to) = (input.format.colorModel, goal.isGray ? .gray : goal.format.colorModel)
      let spreads = from == .gray && to == .rgb
      let isPlain = (given == nil || given == .sRGB) && profile == .sRGB && input.format.hasToneCurve
      if given == profile || isPlain, from == to || spreads { return nil }
      // 16 bits are precise enough for intermediate values, and the library handles them faster than floats. Rows that
      // are neither resampled nor flattened keep their precision.
      let working: PixelFormat.Component = input.format.component == .float32 ? .float32 : .uint16
      let isExact = !resizes && input.format.alpha != .premultiplied
      let source = PixelFormat(
        isExact ? input.format.component : working, from, alpha: input.format.hasAlpha ? .straight : .none)
      let destination = PixelFormat(
        goal.flattens || changesTones ? working : goal.format.component, to, alpha: source.alpha)
      let transform = try ColorTransform(from: given, source, to: profile, destination, limits: limits)
      goal.notes += transform.diagnostics
      return transform.isIdentity ? nil : transform
    }
  }
}
