internal import CodecKit
internal import ColorManagement
internal import ImageModel

/// Puts the stages of a `RowPipeline` together.
struct RowPipelineBuilder {
  private let options: RowPipeline.Options
  private let limits: Limits
  private var rows: any RowSource
  /// What the source's pixels were before anything was done to them.
  private let input: RowLayout
  /// What the pixels that come out mean.
  private(set) var profile: ColorProfile?
  private(set) var notes: [Diagnostic] = []

  init(_ source: any RowSource, _ options: RowPipeline.Options, limits: Limits) {
    rows = CountedRows(source, height: options.pictureHeight, progress: options.progress)
    input = source.layout
    self.options = options
    self.limits = limits
  }

  mutating func build() throws(ImageError) -> any RowSource {
    let goal = try Goal(input, options, limits)
    notes += goal.notes
    try resize()
    if let transform = goal.transform {
      try convert(to: transform.source)
      rows = try ColorConverter(rows, transform, limits: limits)
    }
    if goal.flattens, rows.layout.format.hasAlpha {
      rows = try Flattener(rows, background: try background(goal), limits: limits)
    }
    try convert(to: goal.format)
    profile = goal.profile
    rows = RowCompleter(rows, filling: try filling(goal))
    if options.orientation != .up { rows = try Orienter(rows, options.orientation, limits: limits) }
    return rows
  }

  private mutating func convert(to format: PixelFormat) throws(ImageError) {
    if rows.layout.format != format { rows = try FormatConverter(rows, to: format, limits: limits) }
  }

  /// Box filter and kernel, or a mere crop where no pixel changes its size.
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

  /// The background in the colours that the pixels have after their conversion.
  private func background(_ goal: Goal) throws(ImageError) -> [Float] {
    let color = options.render.background ?? .white
    return try ColorTransform.convert(
      [color.red, color.green, color.blue].map { Float($0) / 255 }, from: .sRGB, .rgb, to: goal.profile,
      rows.layout.format.colorModel,
      limits: limits)
  }

  /// What rows that are missing look like: the background where one was asked for, else nothing.
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
