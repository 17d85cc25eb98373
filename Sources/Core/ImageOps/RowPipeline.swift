package import CodecKit
internal import ColorManagement
package import ImageModel

/// The stages between a decoder and an encoder, in the right order.
///
/// Rows of the decoder -> box filter -> kernel -> sharpening -> colours -> background -> sample type -> missing rows ->
/// orientation. Colours are converted after the reduction; CMYK is averaged as CMYK. Stages without work are left out,
/// so a copy without changes costs nothing.
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
        && render.range == nil && render.sharpening == 0
    }

    /// The geometry that the options ask for; nil keeps the picture's size.
    ///
    /// - Parameter stored: the size of the picture's rows before orientation.
    /// - Throws: `usage` for a part that is not in the picture, and as `ThumbnailGeometry`.
    package func geometry(for stored: PixelSize) throws(ImageError) -> ThumbnailGeometry? {
      guard render.size != nil || render.crop != nil else { return nil }
      let whole = orientation.upright(stored)
      try render.crop?.check(in: whole)
      let used = render.crop?.size ?? whole
      var geometry = ThumbnailGeometry(size: used, box: SourceBox(used), sourceSize: used)
      if render.size != nil {
        let square = used.square(uprightAspect)
        geometry = try ThumbnailGeometry(source: square, render)
        let (x, y) = (Double(used.width) / Double(square.width), Double(used.height) / Double(square.height))
        geometry.box = SourceBox(
          x: geometry.box.x * x, y: geometry.box.y * y, width: geometry.box.width * x, height: geometry.box.height * y)
      }
      geometry.box.x += Double(render.crop?.x ?? 0)
      geometry.box.y += Double(render.crop?.y ?? 0)
      geometry.sourceSize = whole
      return geometry.isIdentity ? nil : geometry
    }

    /// The same options with the plan that they ask for.
    package func resizing(_ stored: PixelSize) throws(ImageError) -> Options {
      var options = self
      options.resize = try geometry(for: stored).map { ResizePlan($0, orientation: orientation) }
      return options
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
    let goal = try Goal(input, options, limits)
    notes += goal.notes
    rows = RangeWatch.rows(rows, becoming: goal.format.component, reducesDepth: options.reducesDepth)
    try resize()
    if options.render.sharpening > 0 {
      rows = try Sharpener(rows, amount: options.render.sharpening, limits: limits)
    }
    if let transform = goal.transform {
      try convert(to: transform.source)
      rows = try ColorConverter(rows, transform, limits: limits)
    }
    if goal.flattens, rows.layout.format.hasAlpha {
      rows = try Flattener(
        rows, background: try background(goal), reportsLoss: options.render.background == nil, limits: limits)
    }
    try convert(to: goal.format)
    profile = goal.profile
    rows = RowCompleter(rows, filling: try filling(goal))
    if options.orientation != .up {
      rows = try Orienter(rows, options.orientation, limits: limits)
      heldMemory += rows.heldMemory
    }
    return rows
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

  /// The background, converted to the colours of the output.
  private func background(_ goal: Goal) throws(ImageError) -> [Float] {
    let color = options.render.background ?? .white
    return try ColorTransform.convert(
      [color.red, color.green, color.blue].map { Float($0) / 255 }, from: .sRGB, .rgb, to: goal.profile,
      rows.layout.format.colorModel,
      limits: limits)
  }

  /// The pixel for missing rows: the background if one was requested, else transparent or black.
  private func filling(_ goal: Goal) throws(ImageError) -> [UInt8] {
    guard options.render.background != nil, !goal.format.hasAlpha, goal.format.component == .uint8 else { return [] }
    let color = try background(goal)
    var pixel = [UInt8](repeating: 0, count: color.count)
    pixel.withUnsafeMutableBytes { pixel in
      color.withUnsafeBufferPointer { color in
        guard let from = color.baseAddress, let to = pixel.baseAddress else { return }
        Samples.store(from, to: to, as: .uint8, count: color.count)
      }
    }
    return pixel
  }
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
      let given = profile

      var wanted = source
      wanted.component = options.render.component ?? source.component
      if source.hasAlpha { wanted.alpha = options.render.background == nil ? .straight : .none }
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
      transform = try Self.transform(
        input, given, to: profile, &self, resizes: options.resize != nil || options.render.sharpening > 0, limits)
    }

    /// The conversion between two profiles, or nil where the colours are the same.
    private static func transform(
      _ input: RowLayout, _ given: ColorProfile?, to profile: ColorProfile?, _ goal: inout Goal, resizes: Bool,
      _ limits: Limits
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
      let destination = PixelFormat(goal.flattens ? working : goal.format.component, to, alpha: source.alpha)
      let transform = try ColorTransform(from: given, source, to: profile, destination, limits: limits)
      goal.notes += transform.diagnostics
      return transform.isIdentity ? nil : transform
    }
  }
}
